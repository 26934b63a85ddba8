// The title at the left of a section. A long word, as other languages have, is set smaller than the rest: it stays whole.
import type { CSSProperties } from 'react'
import { useBrand } from '../../brand.ts'
import * as ui from '../../ui/primitives.module.css'
import { longestWord } from '../../ui/styles.ts'

/** Letters that the column takes at the size of a title, whatever they are. */
const usual = 8

export function SplitTitle({ children }: { children: string }) {
  // Where all letters are as wide as a w, fewer fit.
  const width = useBrand()?.pair === 'typewriter' ? 1.15 : 1
  const longest = longestWord(children) * width
  return (
    <h2
      className={ui.sectionTitle}
      style={longest > usual ? ({ '--longest': longest } as CSSProperties) : undefined}
    >
      {children}
    </h2>
  )
}

// Before and after: one picture over the other, uncovered by a slider. Without scripts and on paper, one beside the other.
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import type { BlockView } from '../../../contract/responses/projects.ts'
import { useIsHydrated } from '../../ui/hydration.ts'
import * as ui from '../../ui/primitives.module.css'
import { CompareIcon } from '../../ui/tool-icons.tsx'
import { useWords } from '../../ui/words.tsx'
import { BlockImage, uprightShape, wide } from './block-image.tsx'
import * as styles from './case-study.module.css'

/** Percent for each key; ten times as much with Shift. */
const steps: Record<string, number> = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }
const ends: Record<string, number> = { Home: 0, End: 100 }

export function Comparison({ block }: { block: Extract<BlockView, { kind: 'comparison' }> }) {
  const { before, after, caption } = block
  const [at, setAt] = useState(50)
  const frame = useRef<HTMLDivElement>(null)
  const knob = useRef<HTMLButtonElement>(null)
  const start = useRef(at)
  const isHydrated = useIsHydrated()
  const t = useWords()
  const set = (value: number) => setAt(Math.min(100, Math.max(0, Math.round(value))))

  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey } = event
    const to = key in ends ? ends[key] : at + (steps[key] ?? Number.NaN) * (shiftKey ? 10 : 1)
    if (to === undefined || Number.isNaN(to)) return
    event.preventDefault()
    set(to)
  }
  const follow = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 1 } = frame.current?.getBoundingClientRect() ?? {}
    set((100 * (clientX - left)) / width)
  }

  const sides = [
    { ...before, label: before.label || t('Before'), className: styles.before },
    { ...after, label: after.label || t('After'), className: styles.after },
  ]
  return (
    <figure>
      <div
        ref={frame}
        className={styles.comparison}
        style={{ ...uprightShape(before.image), '--at': `${at}%` } as CSSProperties}
        onPointerDown={(event) => {
          if (event.button !== 0 || !isHydrated) return
          event.preventDefault()
          event.currentTarget.setPointerCapture(event.pointerId)
          knob.current?.focus({ preventScroll: true })
          start.current = at
          follow(event)
        }}
        // The page is scrolled.
        onPointerCancel={() => set(start.current)}
        onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && follow(event)}
      >
        {sides.map(({ image, alt, label, className }) => (
          <div key={className} className={className}>
            <BlockImage image={image} alt={alt} sizes={wide} />
            <span className={styles.label}>{label}</span>
          </div>
        ))}
        <button
          ref={knob}
          type="button"
          role="slider"
          className={`${ui.center} ${ui.needsScript}`}
          disabled={!isHydrated}
          aria-label={t('Before and after')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={at}
          aria-valuetext={`${at} % ${sides[0]?.label}`}
          onKeyDown={onKeyDown}
        >
          <CompareIcon />
        </button>
      </div>
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  )
}

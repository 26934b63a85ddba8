// A line of code with a button that copies it.
import { useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import * as styles from './field.module.css'
import { Announcement } from './notice.tsx'
import * as ui from './primitives.module.css'
import { CopyIcon } from './tool-icons.tsx'

/** Milliseconds. */
const shownFor = 2_000

/** @param label what the code is, for screen readers */
export function CopyCode({ label, code }: { label: string; code: string }) {
  const text = useRef<HTMLElement>(null)
  const [outcome, setOutcome] = useState<'Copied' | 'Selected' | null>(null)
  useEffect(() => {
    if (!outcome) return
    const timer = setTimeout(() => setOutcome(null), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setOutcome('Copied')
    } catch {
      // Without encryption browsers have no clipboard: the keyboard has.
      if (text.current) getSelection()?.selectAllChildren(text.current)
      setOutcome('Selected')
    }
  }
  return (
    <div className={`${ui.outlined} ${styles.copyCode}`}>
      <pre>
        <code ref={text}>{code}</code>
      </pre>
      <Button size="sm" onClick={() => void copy()} aria-label={outcome ? undefined : `Copy ${label}`}>
        <CopyIcon size="s" />
        {outcome ?? 'Copy'}
      </Button>
      <Announcement>{outcome ?? ''}</Announcement>
    </div>
  )
}

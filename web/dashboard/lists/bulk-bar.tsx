// What can be done with the selected rows. Lies over the table head, on phones at the foot of the screen.
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { type SelectAll as Box, SelectAll } from '../../ui/list/table.tsx'
import * as styles from './admin-list.module.css'

type Props = {
  selection: Parameters<typeof Box>[0]['selection'] & { selected: readonly string[] }
  children: ReactNode
}

export function BulkBar({ selection, children }: Props) {
  const bar = useRef<HTMLElement>(null)
  // The bar covers the select-all box of the head, so its own takes over the focus, and gives it back.
  useLayoutEffect(() => {
    const own = bar.current?.querySelector<HTMLInputElement>('input')
    const head = bar.current?.parentElement?.querySelector<HTMLInputElement>('thead input')
    if (document.activeElement === head) own?.focus()
    return () => {
      // A moment later: as long as the bar is there, the box below it is hidden.
      if (document.activeElement === own) queueMicrotask(() => head?.focus())
    }
  }, [])
  return (
    <section className={styles.bar} aria-label="Bulk actions" ref={bar}>
      <SelectAll selection={selection} />
      <b>{selection.selected.length} selected</b>
      {children}
    </section>
  )
}

// What is said about the owner's order around the list, and the line where a lifted row would be dropped.
import * as typography from '../../ui/typography.module.css'
import * as styles from './order.module.css'
import { dragHelp } from './order-handle.tsx'
import type { OwnOrder } from './own-order.ts'

/** @param isOrder whether rows can be moved: in this order, without search and filter */
export function OrderNote({ isOrder }: { isOrder: boolean }) {
  return (
    <p className={typography.meta}>
      {isOrder ? 'The public gallery follows this order.' : 'Clear search and status to move projects.'}
    </p>
  )
}

export function DragHelp() {
  return (
    <p className={styles.hint} id={dragHelp}>
      Drag a row by its handle. With the keyboard: Space lifts a row, the arrow keys move it, Escape puts it
      back.
    </p>
  )
}

export function DropLine({ order: { lifted } }: { order: OwnOrder }) {
  return lifted && <div className={styles.drop} aria-hidden="true" />
}

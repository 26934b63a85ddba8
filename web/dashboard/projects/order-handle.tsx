// The handle that moves a row of the owner's order by mouse, finger and keyboard, and the row's number.
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import * as styles from './order.module.css'
import type { OwnOrder } from './own-order.ts'

/** Pixels from the edge of the window in which a drag scrolls the page, and by how many in each frame. */
const edge = 72
const scrollStep = 10

type Props = {
  order: OwnOrder
  name: string
  /** Of the row in the list shown. */
  at: number
  number: number
}

export const dragHelp = 'drag-help'

export function OrderHandle({ order, name, at, number }: Props) {
  const { lifted } = order
  const isLifted = lifted?.from === at
  const latest = useRef(order)
  useEffect(() => {
    latest.current = order
  })
  /** Where the pointer is in the window, where on the page it was pressed, and the frame in which the page scrolls. */
  const drag = useRef<{ y: number; start: number; frame: number } | null>(null)
  const handle = useRef<HTMLButtonElement>(null)

  const follow = () => {
    const { lifted: now, hover } = latest.current
    const row = handle.current?.closest('tr')
    if (!drag.current || !now || !row) return
    const moved = drag.current.y + window.scrollY - drag.current.start
    row.style.setProperty('--drag', `${moved}px`)
    const center = (n: number) => (now.tops[n] ?? 0) + (now.heights[n] ?? 0) / 2
    const own = center(now.from) + moved
    const passed = now.tops.filter((_, n) => n !== now.from && center(n) < own).length
    hover(passed)
  }
  const scroll = () => {
    if (!drag.current) return
    const { y } = drag.current
    const by = y < edge ? -scrollStep : y > window.innerHeight - edge ? scrollStep : 0
    if (by !== 0) {
      window.scrollBy({ top: by, behavior: 'instant' })
      follow()
    }
    drag.current.frame = requestAnimationFrame(scroll)
  }
  const press = (event: PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0 || order.isSaving || lifted) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = {
      y: event.clientY,
      start: event.clientY + window.scrollY,
      frame: requestAnimationFrame(scroll),
    }
    order.lift(at)
  }
  const release = (end: () => void) => {
    if (!drag.current) return
    cancelAnimationFrame(drag.current.frame)
    drag.current = null
    handle.current?.closest('tr')?.style.removeProperty('--drag')
    end()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey) return
    if (event.key === ' ' || event.key === 'Enter') isLifted ? order.drop() : order.lift(at)
    else if (!isLifted) return
    else if (event.key === 'ArrowUp') order.hover(lifted.to - 1)
    else if (event.key === 'ArrowDown') order.hover(lifted.to + 1)
    else if (event.key === 'Escape') drag.current ? release(order.restore) : order.restore()
    else return
    event.preventDefault()
  }
  return (
    <td className={styles.order}>
      <button
        ref={handle}
        type="button"
        className={styles.handle}
        aria-label={`Drag ${name}`}
        aria-describedby={dragHelp}
        aria-pressed={isLifted}
        onKeyDown={onKeyDown}
        onBlur={() => isLifted && !drag.current && order.restore()}
        onPointerDown={press}
        onPointerMove={(event) => {
          if (!drag.current) return
          drag.current.y = event.clientY
          follow()
        }}
        onPointerUp={() => release(order.drop)}
        onPointerCancel={() => release(order.restore)}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true">
          <path d="M4 2h2v2H4zM10 2h2v2h-2zM4 7h2v2H4zM10 7h2v2h-2zM4 12h2v2H4zM10 12h2v2h-2z" />
        </svg>
      </button>
      <span>{number}</span>
    </td>
  )
}

// Where arrow keys lead; with Home and End in a widget that has one tab stop (WAI-ARIA: tabs, menus, list boxes).
import type { KeyboardEvent } from 'react'

/** Steps to the right, and down. */
export const arrows: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/**
 * Focuses the item that a key leads to. From the last of a row or column on it goes to the first; a grid ends at its edges.
 * @param items a selector of those that can have the focus
 * @param shape a row, a column, or how many columns a grid has
 * @returns that item, or undefined
 */
export function moveFocus(
  event: KeyboardEvent<HTMLElement>,
  items: string,
  shape: 'row' | 'column' | number,
): HTMLElement | undefined {
  if (event.altKey) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(items)]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const isGrid = typeof shape === 'number'
  const ends: Record<string, number> = { Home: 0, End: all.length - 1 }
  const [right, down] = arrows[event.key] ?? [0, 0]
  const step = isGrid ? right + down * shape : shape === 'row' ? right : down
  const to = step === 0 ? ends[event.key] : at + step
  if (to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const next = all[isGrid ? to : (to + all.length) % all.length]
  next?.focus()
  return next
}

// Arrow keys, Home and End in a widget that has one tab stop (WAI-ARIA: tabs, menus, list boxes).
import type { KeyboardEvent } from 'react'

const axes = {
  row: { ArrowRight: 1, ArrowLeft: -1 },
  column: { ArrowDown: 1, ArrowUp: -1 },
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
  shape: keyof typeof axes | number,
): HTMLElement | undefined {
  if (event.altKey) return
  const all = [...event.currentTarget.querySelectorAll<HTMLElement>(items)]
  const at = all.indexOf(document.activeElement as HTMLElement)
  const isGrid = typeof shape === 'number'
  const steps: Record<string, number> = isGrid
    ? { ...axes.row, ArrowDown: shape, ArrowUp: -shape }
    : axes[shape]
  const ends: Record<string, number> = { Home: 0, End: all.length - 1 }
  const step = steps[event.key]
  const to = step === undefined ? ends[event.key] : at + step
  if (to === undefined) return
  event.preventDefault()
  event.stopPropagation()
  const next = all[isGrid ? to : (to + all.length) % all.length]
  next?.focus()
  return next
}

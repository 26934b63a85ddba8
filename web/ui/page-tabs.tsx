// Tabs of a page, whose choice is in the URL: arrow keys, Home and End move (WAI-ARIA, tabs with automatic activation).
import type { KeyboardEvent, ReactNode } from 'react'
import * as styles from './page-tabs.module.css'

export interface PageTab {
  value: string
  label: string
  /** Behind the label: a number, or a mark with its words. */
  note?: ReactNode
}

type Props = {
  /** What it is that is chosen from. */
  label: string
  /** The id of the tabs; the panel has this id and "-panel", see `panelOf`. */
  id: string
  tabs: readonly PageTab[]
  chosen: string
  onChoose: (value: string) => void
}

export function PageTabs({ label, id, tabs, chosen, onChoose }: Props) {
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const last = tabs.length - 1
    const now = tabs.findIndex(({ value }) => value === chosen)
    const to = {
      ArrowRight: now === last ? 0 : now + 1,
      ArrowLeft: now === 0 ? last : now - 1,
      Home: 0,
      End: last,
    }[event.key]
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || !tab) return
    event.preventDefault()
    onChoose(tab.value)
    const next = event.currentTarget.children[to]
    if (next instanceof HTMLElement) next.focus()
  }
  return (
    <div className={styles.tabs} role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map((tab) => (
        <button
          key={tab.value}
          type="button"
          role="tab"
          id={`${id}-${tab.value}`}
          aria-selected={tab.value === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={tab.value === chosen ? 0 : -1}
          onClick={() => onChoose(tab.value)}
        >
          {tab.label}
          {tab.note}
        </button>
      ))}
    </div>
  )
}

/** The attributes of the one panel of these tabs. */
export function panelOf(id: string, chosen: string) {
  return { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${chosen}` } as const
}

/** A number that wants something from the reader, and of what. */
export function Wanting({ count, word }: { count: number; word: string }) {
  if (count === 0) return null
  return (
    <span className={styles.wanting}>
      {count > 999 ? '999+' : count} {word}
    </span>
  )
}

export function Amount({ count }: { count: number }) {
  return <span className={styles.amount}>{count}</span>
}

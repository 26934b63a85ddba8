// Tabs over one panel: arrow keys, Home and End move and choose (WAI-ARIA, tabs with automatic activation); and a choice between a few.
import { type ReactNode, useId, useState } from 'react'
import * as ui from './primitives.module.css'
import { moveFocus } from './roving-focus.ts'
import { classes } from './styles.ts'
import * as styles from './tabs.module.css'

interface ListProps {
  /** What it is that is chosen from. */
  label: string
  /** The id of the tabs; the panel has this id and "-panel", see `panelOf`. */
  id: string
  /** `note`: behind the label, a number or a mark with its words. */
  tabs: readonly { value: string; label: string; note?: ReactNode }[]
  chosen: string
  onChoose: (value: string) => void
  /** The choice is in the URL. */
  isOfPage?: boolean
}

export function TabList({ label, id, tabs, chosen, onChoose, isOfPage }: ListProps) {
  return (
    <div
      className={classes(styles.tabs, isOfPage && styles.page)}
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={(event) => {
        const value = moveFocus(event, '[role=tab]', 'row')?.dataset.value
        if (value !== undefined) onChoose(value)
      }}
    >
      {tabs.map(({ value, label, note }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`${id}-${value}`}
          data-value={value}
          aria-selected={value === chosen}
          aria-controls={`${id}-panel`}
          tabIndex={value === chosen ? 0 : -1}
          onClick={() => onChoose(value)}
        >
          {label}
          {note}
        </button>
      ))}
    </div>
  )
}

/** The attributes of the one panel of these tabs. */
export function panelOf(id: string, chosen: string) {
  return { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${chosen}` } as const
}

type Props = { label: string; tabs: readonly { name: string; panel: ReactNode }[] }

/** Tabs within a page, with their panels. */
export function Tabs({ label, tabs }: Props) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  return (
    <div>
      <TabList
        label={label}
        id={id}
        tabs={tabs.map(({ name }, at) => ({ value: String(at), label: name }))}
        chosen={String(chosen)}
        onChoose={(value) => setChosen(Number(value))}
      />
      <div {...panelOf(id, String(chosen))}>{tabs[chosen]?.panel}</div>
    </div>
  )
}

interface SegmentsProps<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  /** The labels are read and shown as tooltips only. */
  iconsOnly?: boolean
  className?: string | undefined
  onChoose: (value: Value) => void
}

/** A choice between a few, side by side. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, value, options, iconsOnly, className, onChoose } = props
  return (
    <fieldset className={classes(ui.outlined, styles.segments, className)} aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={ui.row}
          aria-pressed={option.value === value}
          aria-label={option.label}
          title={option.label}
          onClick={() => onChoose(option.value)}
        >
          {option.icon}
          {!iconsOnly && <span>{option.label}</span>}
        </button>
      ))}
    </fieldset>
  )
}

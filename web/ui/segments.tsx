// A choice between a few, side by side.
import type { ReactNode } from 'react'
import * as ui from './primitives.module.css'
import { classes } from './styles.ts'
import * as styles from './tabs.module.css'

interface Props<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; icon?: ReactNode }[]
  /** The labels are read and shown as tooltips only. */
  iconsOnly?: boolean
  className?: string | undefined
  onChoose: (value: Value) => void
}

export function Segments<Value extends string>(props: Props<Value>) {
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

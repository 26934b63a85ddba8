// A text of the site with what its limit leaves: typing is never cut, the count says when it is too long.
import type { InputHTMLAttributes } from 'react'
import * as field from '../../ui/field.module.css'
import { TextArea, TextField } from '../../ui/field.tsx'
import { classes } from '../../ui/styles.ts'
import type { SiteErrors } from './site-edit.ts'

type Props = Pick<InputHTMLAttributes<HTMLInputElement>, 'inputMode' | 'placeholder' | 'type'> & {
  label: string
  /** In a row whose heading says what it is. */
  hideLabel?: boolean
  value: string
  /** Characters; without it there is no count. */
  max?: number
  error: string | undefined
  /** As many lines are shown; one line otherwise. */
  rows?: number
  hint?: string
  onChange: (value: string) => void
}

export function SiteText({ value, max, error, rows, onChange, hideLabel, ...rest }: Props) {
  const length = lengthOf(value)
  const common = {
    ...rest,
    hideLabel,
    value,
    error,
    // Read where it is drawn, and in a row only once it matters.
    aside: max !== undefined && (!hideLabel || length >= max) ? <Count value={value} max={max} /> : undefined,
  }
  return rows === undefined ? (
    <TextField {...common} dense={hideLabel} onChange={(event) => onChange(event.target.value)} />
  ) : (
    <TextArea
      label={rest.label}
      hint={rest.hint}
      hideLabel={hideLabel}
      value={value}
      error={error}
      aside={common.aside}
      rows={rows}
      placeholder={rest.placeholder}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

const lengthOf = (value: string) => [...value.trim()].length

/** How many of the characters are used. */
function Count({ value, max }: { value: string; max: number }) {
  const length = lengthOf(value)
  return (
    <span className={classes(field.count, length >= max && field.countFull)}>
      {length.toLocaleString('en')} of {max.toLocaleString('en')}
    </span>
  )
}

/** The names of plain texts: `icon`, which is one of a few words, is chosen and not typed. */
type TextName<Fields> = {
  [Name in keyof Fields]: string extends Fields[Name] ? Name : never
}[keyof Fields] &
  string

/**
 * Returns a function from a name to the props of its `SiteText`. `path` is the place of the fields in the content, as in
 * the errors of the server: "hero", "stats.0".
 */
export function textsOf<Fields extends object>(
  path: string,
  fields: Fields,
  errors: SiteErrors,
  change: (fields: Fields) => void,
) {
  return <Name extends TextName<Fields>>(name: Name) => ({
    value: fields[name] as string,
    error: errors[`${path}.${name}`],
    onChange: (text: string) => change({ ...fields, [name]: text }),
  })
}

export type Texts<Fields extends object> = ReturnType<typeof textsOf<Fields>>

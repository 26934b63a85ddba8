// A choice between a few options, each with a sentence that explains it.
import { useId } from 'react'
import * as styles from './field.module.css'
import * as typography from './typography.module.css'

interface Props<Value extends string> {
  label: string
  /** Of the field in its form. */
  name?: string
  value: Value
  disabled?: boolean
  options: readonly { value: Value; label: string; hint: string }[]
  onChange: (value: Value) => void
}

export function RadioCards<Value extends string>({
  label,
  name,
  value,
  disabled,
  options,
  onChange,
}: Props<Value>) {
  const id = useId()
  return (
    <fieldset className={styles.cards}>
      <legend className={typography.hidden}>{label}</legend>
      {options.map((option, at) => (
        <label key={option.value} className={styles.card}>
          <input
            type="radio"
            className={styles.box}
            name={name ?? id}
            value={option.value}
            checked={option.value === value}
            disabled={disabled}
            aria-describedby={`${id}-${at}`}
            onChange={() => onChange(option.value)}
          />
          <b>{option.label}</b>
          <span id={`${id}-${at}`}>{option.hint}</span>
        </label>
      ))}
    </fieldset>
  )
}

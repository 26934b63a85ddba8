// A choice between a few options, each with a sentence that explains it.
import { useId } from 'react'
import * as styles from './radio-cards.module.css'
import * as visually from './visually-hidden.module.css'

interface Props<Value extends string> {
  label: string
  value: Value
  options: readonly { value: Value; label: string; hint: string }[]
  onChange: (value: Value) => void
}

export function RadioCards<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className={styles.cards}>
      <legend className={visually.hidden}>{label}</legend>
      {options.map((option, at) => (
        <label key={option.value} className={styles.card}>
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            aria-describedby={`${name}-${at}`}
            onChange={() => onChange(option.value)}
          />
          <b>{option.label}</b>
          <span id={`${name}-${at}`}>{option.hint}</span>
        </label>
      ))}
    </fieldset>
  )
}

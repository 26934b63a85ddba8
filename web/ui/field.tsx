// Form controls with their label, hint and error tied together for eyes and for screen readers.

import {
  type InputHTMLAttributes,
  type ReactNode,
  type Ref,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'
import * as styles from './field.module.css'
import * as ui from './primitives.module.css'
import { classes } from './styles.ts'
import { ChevronIcon, ErrorIcon, SearchIcon } from './tool-icons.tsx'
import { useSaid } from './words.tsx'

type Around = {
  label: string
  /** The label is read but not drawn: for search and filters whose meaning is plain to see. */
  hideLabel?: boolean
  hint?: ReactNode
  /** At the right of the label, such as how much of a limit is used; read with the hint. */
  aside?: ReactNode
  error?: string | undefined
}

const aroundOf = <Rest extends Around>({ label, hideLabel, hint, aside, error, ...rest }: Rest) =>
  [{ label, hideLabel, hint, aside, error }, rest] as const

type Wiring = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': true | undefined }

/** Label above, hint and error below any control; `children` gets the attributes that tie them to it. */
export function Field(props: Around & { id?: string | undefined; children: (wiring: Wiring) => ReactNode }) {
  const made = useId()
  const id = props.id ?? made
  const described = [props.error && `${id}-error`, props.hint && `${id}-hint`, props.aside && `${id}-aside`]
    .filter(Boolean)
    .join(' ')
  const label = (
    <label className={props.hideLabel ? ui.hidden : styles.label} htmlFor={id}>
      {props.label}
    </label>
  )
  return (
    <div className={styles.field}>
      {props.aside ? (
        <div className={`${ui.row} ${styles.labelRow}`}>
          {label}
          <span id={`${id}-aside`}>{props.aside}</span>
        </div>
      ) : (
        label
      )}
      {props.children({
        id,
        'aria-describedby': described || undefined,
        'aria-invalid': props.error ? true : undefined,
      })}
      {props.hint && (
        <p className={ui.hint} id={`${id}-hint`}>
          {props.hint}
        </p>
      )}
      <FieldError id={`${id}-error`}>{props.error}</FieldError>
    </div>
  )
}

/** Nothing where there is no error. */
export function FieldError({ id, children }: { id?: string; children: ReactNode }) {
  const said = useSaid()
  if (!children) return null
  return (
    <p className={styles.error} id={id}>
      <ErrorIcon size="s" />
      <span>{typeof children === 'string' ? said(children) : children}</span>
    </p>
  )
}

/** How many characters of a limit are used, for `aside`. */
export function Count({ length, max }: { length: number; max: number }) {
  return (
    <span className={classes(ui.meta, styles.count, length >= max && styles.countFull)}>
      {length.toLocaleString('en')} of {max.toLocaleString('en')}
    </span>
  )
}

type Dense = { dense?: boolean }
const inputClass = (dense?: boolean, more?: string) =>
  classes(ui.outlined, styles.input, dense && styles.small, more)

type TextFieldProps = Around &
  Dense &
  InputHTMLAttributes<HTMLInputElement> & {
    /** A button inside the right edge, such as show password. */
    end?: ReactNode
    /** An icon inside the left edge, such as the magnifier. */
    start?: ReactNode
    ref?: Ref<HTMLInputElement>
  }

/** What browsers remember of other sites fits few fields: those name what they take. */
export function TextField({ dense, end, start, className, autoComplete = 'off', ...more }: TextFieldProps) {
  const [around, rest] = aroundOf(more)
  return (
    <Field {...around} id={rest.id}>
      {(wiring) => {
        const control = (
          <input
            dir="auto"
            {...rest}
            {...wiring}
            autoComplete={autoComplete}
            className={inputClass(dense, className)}
          />
        )
        if (!start && !end) return control
        return (
          <div className={start ? styles.search : styles.withButton}>
            {start}
            {control}
            {end}
          </div>
        )
      }}
    </Field>
  )
}

/** What is searched is plain to see around it. */
export function SearchField(props: TextFieldProps) {
  return <TextField {...props} hideLabel type="search" start={<SearchIcon />} />
}

type TextAreaProps = Around & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ className, ...more }: TextAreaProps) {
  const [around, rest] = aroundOf(more)
  return (
    <Field {...around} id={rest.id}>
      {(wiring) => <textarea dir="auto" {...rest} {...wiring} className={inputClass(false, className)} />}
    </Field>
  )
}

type SelectProps = Around &
  Dense &
  SelectHTMLAttributes<HTMLSelectElement> & {
    options: readonly { value: string; label: string }[]
    /** As a form has it of every control: no select can be. */
    readOnly?: boolean
  }

export function Select({ dense, options, className, readOnly: _, ...more }: SelectProps) {
  const [around, rest] = aroundOf(more)
  return (
    <Field {...around} id={rest.id}>
      {(wiring) => (
        <span className={styles.select}>
          <select {...rest} {...wiring} className={inputClass(dense, className)}>
            {options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
          <ChevronIcon size="s" />
        </span>
      )}
    </Field>
  )
}

/** Of a select or segments. @param labels what each value is called; the values of one that are numbers come first */
export const optionsOf = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

type CheckboxProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & {
  label: string
  hideLabel?: boolean
  /** Some but not all: read as "mixed". */
  indeterminate?: boolean
}

export function Checkbox({ label, hideLabel, indeterminate = false, className, ...rest }: CheckboxProps) {
  return (
    <label className={hideLabel ? `${ui.center} ${styles.area}` : `${ui.row} ${styles.checkboxLabel}`}>
      <input
        {...rest}
        ref={(element) => {
          if (element) element.indeterminate = indeterminate
        }}
        type="checkbox"
        className={classes(styles.box, styles.checkbox, className)}
        aria-label={hideLabel ? label : undefined}
      />
      {!hideLabel && label}
    </label>
  )
}

interface Props<Value extends string> {
  label: string
  /** Of the field in its form. */
  name?: string
  value: Value
  disabled?: boolean
  options: readonly { value: Value; label: string; hint: string; sample?: ReactNode }[]
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
    <fieldset className={`${ui.stack} ${styles.cards}`}>
      <legend className={ui.hidden}>{label}</legend>
      {options.map((option, at) => (
        <label key={option.value} className={`${ui.outlined} ${styles.card}`}>
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
          {option.sample}
        </label>
      ))}
    </fieldset>
  )
}

// What pages of the dashboard begin with, texts with a limit, rows that open, and what stands where something is not loaded.
import { type ComponentProps, type ReactNode, useId } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { Count, TextArea, TextField } from '../../ui/field.tsx'
import * as notice from '../../ui/notice.module.css'
import { Alert } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { ChevronIcon } from '../../ui/tool-icons.tsx'
import * as heading from '../header.module.css'
import * as styles from './admin-list.module.css'

/** @param props.children next to the title */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={`${ui.between} ${heading.head}`}>
      <h1 className={heading.title}>{title}</h1>
      {children}
    </div>
  )
}

/** An alert between the parts of a page. */
export function PageNotice(props: ComponentProps<typeof Alert>) {
  return (
    <div className={notice.notice}>
      <Alert {...props} />
    </div>
  )
}

/** A form that begins with a draft says so until something is changed. */
export function Restored() {
  return <PageNotice role="status">Your changes are back in the form. They are not saved.</PageNotice>
}

type CountedProps = Pick<
  ComponentProps<typeof TextField>,
  'label' | 'hint' | 'error' | 'placeholder' | 'lang'
> &
  Pick<ComponentProps<typeof TextField>, 'readOnly' | 'onBlur'> & {
    value: string
    /** Characters; without it there is no count. */
    max?: number | undefined
    /** As many lines are shown; one line otherwise. */
    rows?: number | undefined
    /** The row says what it is, and the count is shown only once it matters. */
    isInRow?: boolean | undefined
    onText: (text: string) => void
  }

/** Typing is never cut: the count says when it is too long. */
export function CountedText({ max, rows, isInRow, onText, onBlur, ...rest }: CountedProps) {
  const { length } = rest.value.trim()
  const common = {
    ...rest,
    hideLabel: isInRow,
    aside: max && (!isInRow || length >= max) ? <Count length={length} max={max} /> : undefined,
    onChange: ({ target }: { target: { value: string } }) => onText(target.value),
  }
  if (rows) return <TextArea rows={rows} {...common} />
  return <TextField dense={isInRow} onBlur={onBlur} {...common} />
}

type RowButtonProps = Pick<ComponentProps<typeof IconButton>, 'icon' | 'danger' | 'onClick'> & {
  does: string
  /** The row, for screen readers: goes on after `does`. */
  to: string
}

/** At the end of a row. */
export function RowButton({ does, to, ...rest }: RowButtonProps) {
  return <IconButton size="sm" title={does} label={`${does} ${to}`} {...rest} />
}

type Props = {
  /** Begins the sentence, such as "The list". */
  what: string
  onRetry: () => unknown
  className?: string | undefined
}

export function NotLoaded({ what, onRetry, className }: Props) {
  return (
    <p className={className}>
      {what} could not be loaded.{' '}
      <button type="button" className={ui.link} onClick={() => void onRetry()}>
        Retry
      </button>
    </p>
  )
}

/** What to do where email is not set up. */
export const smtpHint = 'To send emails, set up the account that they are sent from in Settings.'

interface FoldProps {
  title: string
  state: ReactNode
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** A row that opens, for what is optional or rarely needed: its title, and at the right its state. */
export function Fold({ title, state, isOpen, onToggle, children }: FoldProps) {
  const id = useId()
  return (
    <details
      className={styles.fold}
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary className={ui.cluster}>
        <ChevronIcon />
        <h2 id={id} className={ui.heading}>
          {title}
        </h2>
        <span className={ui.meta}>{state}</span>
      </summary>
      <section aria-labelledby={id}>{children}</section>
    </details>
  )
}

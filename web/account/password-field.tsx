// A password that can be shown, and the list of rules that ticks itself off while one is typed.

import { type ReactNode, useId, useState } from 'react'
import { type PasswordRule, passwordRules } from '../../contract/account.ts'
import { IconButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import * as ui from '../ui/primitives.module.css'
import { classes } from '../ui/styles.ts'
import { DoneIcon, HideIcon, RingIcon, ShowIcon } from '../ui/tool-icons.tsx'
import { useLanguage, useWords } from '../ui/words.tsx'
import * as styles from './password-field.module.css'

interface Props {
  label: string
  name: string
  autoComplete: 'current-password' | 'new-password' | 'off'
  error: string | undefined
  hint?: ReactNode
  readOnly: boolean
  /** Told of every change, for the list of rules. */
  onType?: (password: string) => void
}

export function PasswordField({ label, onType, ...field }: Props) {
  const [shown, setShown] = useState(false)
  const id = useId()
  const t = useWords()
  // Within a sentence, as English writes it.
  const named = useLanguage() === 'en' ? label.toLowerCase() : label
  return (
    <TextField
      {...field}
      id={id}
      label={label}
      type={shown ? 'text' : 'password'}
      required
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      onChange={onType && ((event) => onType(event.target.value))}
      end={
        <IconButton
          label={t(shown ? 'Hide {field}' : 'Show {field}', { field: named })}
          icon={shown ? <HideIcon /> : <ShowIcon />}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

/** Live and polite, so that a reader hears each rule as it is met. */
export function PasswordRules({ password }: { password: string }) {
  return (
    <ul
      className={`${ui.stack} ${styles.rules}`}
      aria-label={useWords()('Password rules')}
      aria-live="polite"
    >
      {passwordRules.map((rule) => (
        <Rule key={rule.text} rule={rule} met={rule.met(password)} />
      ))}
    </ul>
  )
}

function Rule({ rule, met }: { rule: PasswordRule; met: boolean }) {
  const t = useWords()
  return (
    <li className={classes(ui.row, met && styles.met)} aria-atomic="true">
      {met ? <DoneIcon /> : <RingIcon />}
      <span>{t(rule.text)}</span>
      <span className={ui.hidden}>{t(met ? 'met' : 'not met yet')}</span>
    </li>
  )
}

// Fields that several account forms have; of passwords, the list of rules that ticks itself off while one is typed, and a hint at
// one that guessers try first: the form takes it all the same.
import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useState } from 'react'
import { passwordRules } from '../../contract/account.ts'
import { passwordMin } from '../../contract/limits.ts'
import { readRegistration } from '../../contract/settings.ts'
import { useBrand } from '../brand.ts'
import { call } from '../call.ts'
import type { FormOf } from '../forms/use-form.ts'
import { IconButton } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import * as ui from '../ui/primitives.module.css'
import { classes } from '../ui/styles.ts'
import { DoneIcon, HideIcon, InfoIcon, RingIcon, ShowIcon } from '../ui/tool-icons.tsx'
import { useLanguage, useWords } from '../ui/words.tsx'
import * as styles from './account.module.css'
import type { KnownWords } from './password-strength.ts'

type Control = ReturnType<FormOf<object>['field']>

export function NameField(control: Control) {
  return <TextField {...control} label={useWords()('Name')} autoComplete="name" required />
}

interface EmailProps extends Control {
  autoComplete: 'email' | 'username'
  hint?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function EmailField(props: EmailProps) {
  return (
    <TextField
      {...props}
      label={useWords()('Email')}
      type="email"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  )
}

/** Tells password managers whose password a form is about. */
export function HiddenUsername({ email }: { email: string | undefined }) {
  return <input type="text" name="username" autoComplete="username" value={email ?? ''} readOnly hidden />
}

/** Whether visitors may create accounts. It counts as on when the setting cannot be read. */
export const isRegistrationOn = (): Promise<boolean> =>
  call(readRegistration).then(
    ({ registrationEnabled }) => registrationEnabled,
    () => true,
  )

interface NewPasswordProps extends Pick<ComponentProps<typeof GuessableHint>, 'known'> {
  form: FormOf<Partial<Record<string, string>>>
}

/** A new password, its rules, and the password once more. */
export function NewPasswordFields({ form, known }: NewPasswordProps) {
  const { newPassword = '' } = form.values
  const control = form.field('newPassword')
  const t = useWords()
  return (
    <>
      <PasswordField
        {...control}
        label={t('New Password')}
        autoComplete="new-password"
        hint={<GuessableHint password={control.error ? '' : newPassword} known={known} />}
        // That both differ is told at the other one.
        onChange={() => form.clear('confirmPassword')}
      />
      <PasswordRules password={newPassword} />
      <PasswordField
        {...form.field('confirmPassword')}
        label={t('Confirm Password')}
        autoComplete="new-password"
      />
    </>
  )
}

type PasswordProps = ComponentProps<typeof TextField> & {
  autoComplete: 'current-password' | 'new-password' | 'off'
}

export function PasswordField({ label, ...field }: PasswordProps) {
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
  const t = useWords()
  return (
    <ul className={`${ui.stack} ${styles.rules}`} aria-label={t('Password rules')} aria-live="polite">
      {passwordRules.map(({ text, met }) => (
        <Ticked key={text} isDone={met(password)} aria-atomic="true">
          <span>{t(text)}</span>
          <span className={ui.hidden}>{t(met(password) ? 'met' : 'not met yet')}</span>
        </Ticked>
      ))}
    </ul>
  )
}

/** What is to be done, or is done. */
export function Ticked({ isDone, children, ...rest }: ComponentProps<'li'> & { isDone?: boolean }) {
  return (
    <li {...rest} className={classes(ui.row, isDone && styles.met)}>
      {isDone ? <DoneIcon /> : <RingIcon />}
      {children}
    </li>
  )
}

/** Milliseconds without a keystroke. */
const debounce = 300

interface HintProps {
  /** Empty where it is not accepted anyway. */
  password: string
  /** What guessers know about the account. */
  known?: Pick<KnownWords, 'name' | 'email'> | undefined
}

/** Always rendered, also while it says nothing: screen readers announce only what enters a region they know. */
export function GuessableHint({ password, known: { name, email } = { name: '', email: '' } }: HintProps) {
  const t = useWords()
  const brand = useBrand()?.name ?? ''
  const [guessable, setGuessable] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: estimated when the password changes, not at every rendering
  useEffect(() => {
    if (password === '') return setGuessable(false)
    let current = true
    const estimate = async () => {
      // 200 kB, so it is fetched once something is typed and not with the page.
      const { isGuessable } = await import('./password-strength.ts')
      // A shorter one is rejected anyway.
      const isLong = [...password].length >= passwordMin
      if (current) setGuessable(isLong && isGuessable(password, { name, email, brand }))
    }
    // If it does not load there is no hint, and everything else works.
    const timer = setTimeout(() => estimate().catch(() => {}), debounce)
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [password])
  return (
    <span className={styles.hint} role="status">
      {guessable && (
        <>
          <InfoIcon size="s" />
          <span>
            {t(
              'This password is among the first that guessers try. It will be accepted, but a longer one is safer.',
            )}
          </span>
        </>
      )}
    </span>
  )
}

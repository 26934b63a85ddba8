// Fields that several account forms have.
import type { ComponentProps, ReactNode, Ref } from 'react'
import { readRegistration } from '../../contract/settings.ts'
import { call } from '../call.ts'
import type { FormOf } from '../forms/use-form.ts'
import { TextField } from '../ui/field.tsx'
import { useWords } from '../ui/words.tsx'
import { GuessableHint, PasswordField, PasswordRules } from './password-field.tsx'

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

// Change password: old, new, confirm, with the list of rules.
import { useEffect, useState } from 'react'
import { changePassword, maySetPassword } from '../../contract/account.ts'
import { Problem } from '../../contract/problem.ts'
import { call, messageOf, settled } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { privateMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { useWords } from '../ui/words.tsx'
import type { Route } from './+types/change-password'
import { HiddenUsername, NewPasswordFields, PasswordField } from './fields.tsx'
import { ErrorRedirect, UserLayout } from './layouts.tsx'

const title = 'Change Password'

export const meta = privateMeta(title)

export const clientLoader = () => settled(call(maySetPassword))

export default function ChangePassword({ loaderData: { error } }: Route.ComponentProps) {
  const { user } = useSession()
  const t = useWords()
  const [isExpired, setExpired] = useState(false)

  const alertFor = (error: unknown): string | null => {
    if (!(error instanceof Problem)) return 'Network error'
    const { code, status } = error
    if (code === 'anonymous' || code === 'forbidden') {
      setExpired(true)
      return null
    }
    return status >= 500 ? 'Server error' : messageOf(error, 'Something went wrong')
  }

  const form = useForm(changePassword.body, {
    send: (body) => call(changePassword, { body }),
    onSent: () => {
      form.reset()
      form.alert.show('success', 'Password updated successfully!')
    },
    failed: alertFor,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const text = error && alertFor(error)
    if (text) form.alert.show('error', text)
  }, [error])

  if (isExpired)
    return (
      <ErrorRedirect title={t(title)} to="/login">
        {t('Session expired or unauthorized. Please log in again.')}
      </ErrorRedirect>
    )
  return (
    <UserLayout title={t(title)}>
      <Form form={form} submit={t(title)} busyLabel={t('Updating...')}>
        <HiddenUsername email={user?.email} />
        <PasswordField
          {...form.field('currentPassword')}
          label={t('Old Password')}
          autoComplete="current-password"
        />
        <NewPasswordFields form={form} known={user ?? undefined} />
      </Form>
    </UserLayout>
  )
}

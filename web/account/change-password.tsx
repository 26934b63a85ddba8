// Change password: old, new, confirm, with the list of rules.
import { useEffect, useState } from 'react'
import { site } from '../../content/site.ts'
import { changePassword, maySetPassword } from '../../contract/passwords.ts'
import type { Problem } from '../../contract/problem.ts'
import { FormAlert } from '../alerts.tsx'
import { call, isNetworkError, messageOf } from '../call.ts'
import { useForm } from '../forms/use-form.ts'
import { Guard } from '../guard.tsx'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Submit } from '../ui/submit.tsx'
import { HiddenUsername, NewPasswordFields } from './fields.tsx'
import { ErrorRedirect, UserLayout } from './layouts.tsx'
import { PasswordField } from './password-field.tsx'

const title = 'Change Password'

export function meta() {
  return pageMeta({ title: `${title} | ${site.brand}`, noindex: true })
}

export default function ChangePassword() {
  const [isRejected, setRejected] = useState(false)
  // Outside the guard, which would send them on before they could read why.
  if (isRejected)
    return (
      <ErrorRedirect title={title} to="/login">
        Session expired or unauthorized. Please log in again.
      </ErrorRedirect>
    )
  return (
    <Guard>
      <ChangeForm onRejected={() => setRejected(true)} />
    </Guard>
  )
}

function ChangeForm({ onRejected }: { onRejected: () => void }) {
  const { user } = useSession()

  const alertFor = (error: unknown): string | null => {
    if (isNetworkError(error)) return 'Network error'
    const { code, status } = error as Problem
    if (code === 'anonymous' || code === 'forbidden') {
      onRejected()
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

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    const stop = new AbortController()
    call(maySetPassword, { signal: stop.signal }).catch((error) => {
      const text = stop.signal.aborted ? null : alertFor(error)
      if (text) form.alert.show('error', text)
    })
    return () => stop.abort()
  }, [])

  return (
    <UserLayout title={title}>
      <form className="form" {...form.props}>
        <FormAlert alert={form.alert} />
        <HiddenUsername email={user?.email} />
        <PasswordField
          {...form.field('currentPassword')}
          label="Old Password"
          autoComplete="current-password"
        />
        <NewPasswordFields form={form} known={user ?? undefined} />
        <div className="actions">
          <Submit busy={form.busy} busyLabel="Updating...">
            Change Password
          </Submit>
        </div>
      </form>
    </UserLayout>
  )
}

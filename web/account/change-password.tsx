// Change password: old, new, confirm, with the list of rules.
import { useEffect, useState } from 'react'
import { site } from '../../content/site.ts'
import { changePassword, maySetPassword } from '../../contract/passwords.ts'
import { call, isNetworkError } from '../call.ts'
import { Guard } from '../guard.tsx'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Submit } from '../ui/submit.tsx'
import { FormNotice, statusOf, useForm, wordsOf } from './form.tsx'
import { PersonFrame, SentOn } from './frames.tsx'
import { GuessableHint } from './guessable-hint.tsx'
import { PasswordField, PasswordRules } from './password-field.tsx'

const title = 'Change Password'

export function meta() {
  return pageMeta({ title: `${title} | ${site.brand}`, noindex: true })
}

export default function ChangePassword() {
  const [refused, setRefused] = useState(false)
  // Outside the guard, which would send them on before they could read why.
  if (refused)
    return (
      <SentOn title={title} to="/login">
        Session expired or unauthorized. Please log in again.
      </SentOn>
    )
  return (
    <Guard>
      <ChangeForm onRefused={() => setRefused(true)} />
    </Guard>
  )
}

function ChangeForm({ onRefused }: { onRefused: () => void }) {
  const { user } = useSession()
  const [password, setPassword] = useState('')

  const wordsFor = (error: unknown): string | null => {
    if (isNetworkError(error)) return 'Network error'
    const status = statusOf(error)
    if (status === 401 || status === 403) {
      onRefused()
      return null
    }
    return status >= 500 ? 'Server error' : wordsOf(error, 'Something went wrong')
  }

  const form = useForm(changePassword, {
    failed: wordsFor,
    send: async (body, element) => {
      await call(changePassword, { body })
      element.reset()
      setPassword('')
      form.setNotice({ kind: 'success', text: 'Password updated successfully!' })
    },
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    const stop = new AbortController()
    call(maySetPassword, { signal: stop.signal }).catch((error) => {
      const text = stop.signal.aborted ? null : wordsFor(error)
      if (text) form.setNotice({ kind: 'error', text })
    })
    return () => stop.abort()
  }, [])

  return (
    <PersonFrame title={title}>
      <form {...form.props}>
        <FormNotice form={form} />
        {/* Tells password managers whose password this is. */}
        <input
          type="text"
          name="username"
          autoComplete="username"
          value={user?.email ?? ''}
          readOnly
          hidden
        />
        <PasswordField
          label="Old Password"
          name="currentPassword"
          autoComplete="current-password"
          error={form.errors.currentPassword}
        />
        <PasswordField
          label="New Password"
          name="newPassword"
          autoComplete="new-password"
          hint={<GuessableHint password={password} known={() => user ?? { name: '', email: '' }} />}
          error={form.errors.newPassword}
          onType={(typed) => {
            setPassword(typed)
            form.clear('confirmPassword')
          }}
        />
        <PasswordRules password={password} />
        <PasswordField
          label="Confirm Password"
          name="confirmPassword"
          autoComplete="new-password"
          error={form.errors.confirmPassword}
        />
        <div className="actions">
          <Submit busy={form.busy} busyLabel="Updating...">
            Change Password
          </Submit>
        </div>
      </form>
    </PersonFrame>
  )
}

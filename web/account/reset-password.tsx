// Sets a new password by the link of a mail.
import { useEffect, useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { site } from '../../content/site.ts'
import { redirectAfterReset } from '../../contract/limits.ts'
import { checkReset, resetPassword } from '../../contract/passwords.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Submit } from '../ui/submit.tsx'
import { FormNotice, useForm, wordsOf } from './form.tsx'
import { VisitorFrame } from './frames.tsx'
import { GuessableHint } from './guessable-hint.tsx'
import { handOver } from './notice.ts'
import { PasswordField, PasswordRules } from './password-field.tsx'

export function meta() {
  return pageMeta({ title: `Update Password | ${site.brand}`, noindex: true })
}

type Standing = 'checking' | 'valid' | 'invalid' | 'done'

export default function ResetPassword() {
  const { loading, user } = useSession()
  const { token = '' } = useParams()
  const [standing, setStanding] = useState<Standing>('checking')
  const stranger = !loading && !user

  useEffect(() => {
    if (!stranger) return
    const stop = new AbortController()
    setStanding('checking')
    call(checkReset, { params: { token }, signal: stop.signal }).then(
      () => setStanding('valid'),
      // Any failure means invalid [S7].
      () => stop.signal.aborted || setStanding('invalid'),
    )
    return () => stop.abort()
  }, [token, stranger])

  if (user)
    return <Navigate to="/profile" replace state={handOver('Sign out first to use a reset link', 'notice')} />
  return (
    <VisitorFrame title="Update Password">
      {standing === 'checking' && (
        <p className="loading" role="status">
          Verifying token...
        </p>
      )}
      {standing === 'invalid' && <Invalid />}
      {standing === 'valid' && <ResetForm token={token} onDone={() => setStanding('done')} />}
      {standing === 'done' && <Done />}
    </VisitorFrame>
  )
}

function Invalid() {
  return (
    <>
      <Alert kind="error">Invalid or expired token.</Alert>
      <p className="auth-more">
        <Link className="link" to="/reset-password">
          Ask for a new link
        </Link>
      </p>
    </>
  )
}

function Done() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = setTimeout(() => navigate('/login', { replace: true }), redirectAfterReset)
    return () => clearTimeout(timer)
  }, [navigate])
  return <Alert kind="success">Password updated successfully. Redirecting to login...</Alert>
}

function ResetForm({ token, onDone }: { token: string; onDone: () => void }) {
  const [password, setPassword] = useState('')
  const form = useForm(resetPassword, {
    failed: (error) => wordsOf(error, 'Something went wrong.'),
    send: async (body) => {
      await call(resetPassword, { params: { token }, body })
      onDone()
    },
  })
  return (
    <form {...form.props}>
      <FormNotice form={form} />
      <PasswordField
        label="New Password"
        name="newPassword"
        autoComplete="new-password"
        hint={<GuessableHint password={password} />}
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
      <Submit size="lg" wide busy={form.busy} busyLabel="Updating...">
        Update Password
      </Submit>
    </form>
  )
}

// Sets a new password by the link of an email.
import { useEffect, useState } from 'react'
import { Link, useParams } from 'react-router'
import { site } from '../../content/site.ts'
import { redirectAfterReset } from '../../contract/limits.ts'
import { checkReset, resetPassword } from '../../contract/passwords.ts'
import { FormAlert } from '../alerts.tsx'
import { call } from '../call.ts'
import { useForm } from '../forms/use-form.ts'
import { VisitorGuard } from '../guard.tsx'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Submit } from '../ui/submit.tsx'
import { NewPasswordFields } from './fields.tsx'
import { Loading, useDelayedRedirect, VisitorLayout } from './layouts.tsx'

export function meta() {
  return pageMeta({ title: `Update Password | ${site.brand}`, noindex: true })
}

type State = 'checking' | 'valid' | 'invalid' | 'done'

export default function ResetPassword() {
  const { loading, user } = useSession()
  const { token = '' } = useParams()
  const [state, setState] = useState<State>('checking')
  const isVisitor = !loading && !user

  useEffect(() => {
    if (!isVisitor) return
    const stop = new AbortController()
    setState('checking')
    call(checkReset, { params: { token }, signal: stop.signal }).then(
      () => setState('valid'),
      // Any failure means invalid [S7].
      () => stop.signal.aborted || setState('invalid'),
    )
    return () => stop.abort()
  }, [token, isVisitor])

  return (
    <VisitorGuard to="/profile" flashed="Sign out first to use a reset link">
      <VisitorLayout title="Update Password">
        {state === 'checking' && <Loading>Verifying token...</Loading>}
        {state === 'invalid' && <Invalid />}
        {state === 'valid' && <ResetForm token={token} onSent={() => setState('done')} />}
        {state === 'done' && <Done />}
      </VisitorLayout>
    </VisitorGuard>
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
  useDelayedRedirect('/login', redirectAfterReset)
  return <Alert kind="success">Password updated successfully. Redirecting to login...</Alert>
}

function ResetForm({ token, onSent }: { token: string; onSent: () => void }) {
  const form = useForm(resetPassword.body, {
    send: (body) => call(resetPassword, { params: { token }, body }),
    onSent,
  })
  return (
    <form className="form" {...form.props}>
      <FormAlert alert={form.alert} />
      <NewPasswordFields form={form} />
      <Submit size="lg" wide busy={form.busy} busyLabel="Updating...">
        Update Password
      </Submit>
    </form>
  )
}

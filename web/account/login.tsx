// Log in. Who is signed in already is greeted and sent on.
import { useEffect, useRef, useState } from 'react'
import { Link, Navigate, useLocation } from 'react-router'
import { site } from '../../content/site.ts'
import type { SessionUser } from '../../contract/session.ts'
import { readRegistration } from '../../contract/settings.ts'
import { logIn } from '../../contract/sign-in.ts'
import { FormAlert } from '../alerts.tsx'
import { call } from '../call.ts'
import { useForm } from '../forms/use-form.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Checkbox } from '../ui/field.tsx'
import { Submit } from '../ui/submit.tsx'
import { toast } from '../ui/toast.tsx'
import { EmailField } from './fields.tsx'
import { VisitorLayout } from './layouts.tsx'
import { PasswordField } from './password-field.tsx'

export function meta() {
  return pageMeta({ title: `Login | ${site.brand}`, noindex: true })
}

export default function Login() {
  const { user, signedIn } = useSession()
  const email = useRef<HTMLInputElement>(null)
  const { state } = useLocation()

  // What the first run hands over. The server knows nothing of it, and what is typed already stays.
  useEffect(() => {
    if (email.current && typeof state?.email === 'string') email.current.value ||= state.email
  }, [state])

  const form = useForm(logIn.body, {
    invalid: () => ({ alert: 'Please fix the errors before submitting.' }),
    send: (body) => call(logIn, { body }),
    onSent: ({ message }) => {
      // [S8] wants success told too; this page is gone in a moment, so the next one shows it.
      toast(message)
      return signedIn()
    },
  })

  if (user) return <Welcome user={user} />
  return (
    <VisitorLayout title="Login Form">
      <form className="form" {...form.props}>
        <FormAlert alert={form.alert} />
        <EmailField {...form.field('email')} ref={email} autoComplete="username" />
        <PasswordField {...form.field('password')} label="Password" autoComplete="current-password" />
        <div className="between">
          {/* Has no effect, as specified [R7]. */}
          <Checkbox label="Remember me" name="remember" />
          <Link className="link" to="/reset-password">
            Forgot password?
          </Link>
        </div>
        <Submit size="lg" wide busy={form.busy} busyLabel="Logging in...">
          Login
        </Submit>
      </form>
      <CreateAccount />
    </VisitorLayout>
  )
}

/** [R32] Also after a login: the one place that decides where it leads [R33]. The page stays while the admin check runs. */
function Welcome({ user }: { user: SessionUser }) {
  const { loading, isAdmin } = useSession()
  return (
    <VisitorLayout title="Login Form">
      <p className="auth-welcome">Welcome, {user.name}! You are already logged in.</p>
      <Link className="link" to="/">
        Go to Homepage
      </Link>
      {!loading && <Navigate to={isAdmin ? '/dashboard' : '/'} replace />}
    </VisitorLayout>
  )
}

/** Only while registration is on [R31]. It counts as on when the setting cannot be read [S4]. */
function CreateAccount() {
  const [open, setOpen] = useState(false)
  useEffect(() => {
    call(readRegistration).then(
      ({ registrationEnabled }) => setOpen(registrationEnabled),
      () => setOpen(true),
    )
  }, [])
  return (
    <p className="auth-more">
      {open && (
        <Link className="link" to="/register">
          Create account
        </Link>
      )}
    </p>
  )
}

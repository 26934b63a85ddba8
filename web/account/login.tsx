// Log in. Who is signed in already is greeted and sent on.
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { site } from '../../content/site.ts'
import { readRegistration } from '../../contract/settings.ts'
import { logIn } from '../../contract/sign-in.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Checkbox, TextField } from '../ui/field.tsx'
import { Submit } from '../ui/submit.tsx'
import { toast } from '../ui/toast.tsx'
import { FormNotice, useForm, wordsOf } from './form.tsx'
import { VisitorFrame } from './frames.tsx'
import { useNotice } from './notice.ts'
import { PasswordField } from './password-field.tsx'

export function meta() {
  return pageMeta({ title: `Login | ${site.brand}`, noindex: true })
}

export default function Login() {
  const { loading, user, isAdmin, signedIn } = useSession()
  const navigate = useNavigate()
  const signingIn = useRef(false)
  const [notice, dismiss] = useNotice()
  const email = useRef<HTMLInputElement>(null)
  const { state } = useLocation()

  // What the first run hands over. The server knows nothing of it, and what is typed already stays.
  useEffect(() => {
    if (email.current && typeof state?.email === 'string') email.current.value ||= state.email
  }, [state])

  // [R32] The greeting stays for as long as the admin check runs.
  useEffect(() => {
    if (user && !loading && !signingIn.current) navigate(isAdmin ? '/dashboard' : '/', { replace: true })
  }, [user, loading, isAdmin, navigate])

  const form = useForm(logIn, {
    faulty: 'Please fix the errors before submitting.',
    failed: (error) => wordsOf(error, 'Something went wrong.'),
    send: async (body) => {
      const answer = await call(logIn, { body })
      signingIn.current = true
      await signedIn()
      signingIn.current = false
      // [S8] wants success told too; this page is gone in a moment, so the next one shows it.
      toast(answer.message)
      navigate(answer.user.isAdmin ? '/dashboard' : '/', { replace: true })
    },
  })

  if (user)
    return (
      <VisitorFrame title="Login Form">
        <p className="auth-welcome">Welcome, {user.name}! You are already logged in.</p>
        <Link className="link" to="/">
          Go to Homepage
        </Link>
      </VisitorFrame>
    )
  return (
    <VisitorFrame title="Login Form">
      <form {...form.props}>
        {notice && !form.notice && (
          <Alert kind={notice.kind} onDismiss={dismiss}>
            {notice.text}
          </Alert>
        )}
        <FormNotice form={form} />
        <TextField
          ref={email}
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          error={form.errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          error={form.errors.password}
        />
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
    </VisitorFrame>
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

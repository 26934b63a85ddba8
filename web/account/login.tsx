// Log in. Who is signed in already is greeted and sent on.
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { logIn } from '../../contract/account.ts'
import type { SessionUser } from '../../contract/responses/accounts.ts'
import { call } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { Redirect } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { signedIn, useSession } from '../session.tsx'
import { Checkbox } from '../ui/field.tsx'
import { toast } from '../ui/notice.tsx'
import * as ui from '../ui/primitives.module.css'
import { useWords } from '../ui/words.tsx'
import * as layouts from './account.module.css'
import { EmailField, isRegistrationOn, PasswordField } from './fields.tsx'
import { VisitorLayout } from './layouts.tsx'

export const meta = privateMeta('Login')

export default function Login() {
  const { user } = useSession()
  const t = useWords()
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
      // The specification wants success told too; this page is gone in a moment, so the next one shows it.
      toast(message)
      return signedIn()
    },
  })

  if (user) return <Welcome user={user} />
  return (
    <VisitorLayout title={t('Login Form')}>
      <Form form={form} submit={t('Login')} busyLabel={t('Logging in...')} wide>
        <EmailField {...form.field('email')} ref={email} autoComplete="username" />
        <PasswordField {...form.field('password')} label={t('Password')} autoComplete="current-password" />
        <div className={ui.between}>
          {/* Has no effect, as specified. */}
          <Checkbox label={t('Remember me')} name="remember" />
          <Link className={ui.link} to="/reset-password">
            {t('Forgot password?')}
          </Link>
        </div>
      </Form>
      <CreateAccount />
    </VisitorLayout>
  )
}

/** Also after a login: the one place that decides where it leads. The page stays while the admin check runs. */
function Welcome({ user }: { user: SessionUser }) {
  const { loading, isAdmin } = useSession()
  const t = useWords()
  return (
    <VisitorLayout title={t('Login Form')}>
      <p className={layouts.welcome}>
        {t('Welcome, {name}! You are already logged in.', { name: user.name })}
      </p>
      <Link className={ui.link} to="/">
        {t('Go to Homepage')}
      </Link>
      {!loading && <Redirect to={isAdmin ? '/dashboard' : '/'} />}
    </VisitorLayout>
  )
}

/** Only while registration is on. */
function CreateAccount() {
  const t = useWords()
  const [isOn, setOn] = useState(false)
  useEffect(() => {
    void isRegistrationOn().then(setOn)
  }, [])
  return (
    <p className={layouts.more}>
      {isOn && (
        <Link className={ui.link} to="/register">
          {t('Create account')}
        </Link>
      )}
    </p>
  )
}

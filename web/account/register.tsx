// Sign up, while registration is on.
import { useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { site } from '../../content/site.ts'
import { register } from '../../contract/account.ts'
import { registerWait } from '../../contract/limits.ts'
import { readRegistration } from '../../contract/settings.ts'
import { FormAlert, flash } from '../alerts.tsx'
import { call } from '../call.ts'
import { useForm } from '../forms/use-form.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Submit } from '../ui/submit.tsx'
import { EmailField, NameField } from './fields.tsx'
import { GuessableHint } from './guessable-hint.tsx'
import { Loading, VisitorLayout } from './layouts.tsx'
import { PasswordField } from './password-field.tsx'

export function meta() {
  return pageMeta({ title: `Register | ${site.brand}`, noindex: true })
}

export default function Register() {
  const { loading, user } = useSession()
  const navigate = useNavigate()
  const open = useRegistration()
  const away = !loading && (user !== null || open === false)

  useEffect(() => {
    if (away) navigate('/', { replace: true })
  }, [away, navigate])

  // Nothing of the form before it is certain that it may be used [R68].
  return (
    <VisitorLayout title="Register">
      {loading || away || !open ? <Loading /> : <RegisterForm />}
    </VisitorLayout>
  )
}

/** Undecided for at least 100 ms [S2]. It counts as on when the setting cannot be read [S4]. */
function useRegistration(): boolean | undefined {
  const [open, setOpen] = useState<boolean>()
  useEffect(() => {
    let here = true
    const waited = new Promise((resolve) => setTimeout(resolve, registerWait))
    const asked = call(readRegistration).then(
      (answer) => answer.registrationEnabled,
      () => true,
    )
    Promise.all([asked, waited]).then(([enabled]) => here && setOpen(enabled))
    return () => {
      here = false
    }
  }, [])
  return open
}

/** Says the maximum beforehand [R71]; the error says all of it again. */
const passwordHint = '8 to 16 characters, with uppercase, lowercase, a number and one of @$!%*?&'

function RegisterForm() {
  const navigate = useNavigate()
  const form = useForm(register.body, {
    send: (body) => call(register, { body }),
    onSent: ({ message }) => {
      flash(message)
      return navigate('/login')
    },
  })
  const { name = '', email = '', password = '' } = form.values
  return (
    <>
      <form className="form" {...form.props}>
        <FormAlert alert={form.alert} />
        <NameField {...form.field('name')} />
        <EmailField {...form.field('email')} autoComplete="email" />
        <PasswordField
          {...form.field('password')}
          label="Password"
          autoComplete="new-password"
          hint={
            <>
              {!form.errors.password && <span>{passwordHint}</span>}
              <GuessableHint password={password} known={{ name, email }} />
            </>
          }
        />
        <Submit size="lg" wide busy={form.busy} busyLabel="Signing up...">
          Signup
        </Submit>
      </form>
      <p className="auth-more">
        Already registered?{' '}
        <Link className="link" to="/login">
          Login
        </Link>
      </p>
    </>
  )
}

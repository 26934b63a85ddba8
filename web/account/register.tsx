// Sign up, while registration is on.
import { useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { site } from '../../content/site.ts'
import { register } from '../../contract/account.ts'
import { emailLength, nameLength, registerWait } from '../../contract/limits.ts'
import { readRegistration } from '../../contract/settings.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { TextField } from '../ui/field.tsx'
import { Submit } from '../ui/submit.tsx'
import { FormNotice, useForm, wordsOf } from './form.tsx'
import { VisitorFrame } from './frames.tsx'
import { GuessableHint } from './guessable-hint.tsx'
import { handOver } from './notice.ts'
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
    <VisitorFrame title="Register">
      {loading || away || !open ? (
        <p className="loading" role="status">
          Loading
        </p>
      ) : (
        <RegisterForm />
      )}
    </VisitorFrame>
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
  const [password, setPassword] = useState('')
  const element = useRef<HTMLFormElement>(null)
  const known = () => {
    const fields = new FormData(element.current ?? undefined)
    return { name: String(fields.get('name') ?? ''), email: String(fields.get('email') ?? '') }
  }
  const form = useForm(register, {
    failed: (error) => wordsOf(error, 'Something went wrong.'),
    send: async (body) => {
      const { message } = await call(register, { body })
      navigate('/login', { state: handOver(message) })
    },
  })
  return (
    <>
      <form {...form.props} ref={element}>
        <FormNotice form={form} />
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={nameLength}
          required
          error={form.errors.name}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={emailLength}
          required
          error={form.errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={
            <>
              {!form.errors.password && <span>{passwordHint}</span>}
              <GuessableHint password={password} known={known} />
            </>
          }
          onType={setPassword}
          error={form.errors.password}
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

// Sign up, while registration is on.
import { Link, useNavigate } from 'react-router'
import { register } from '../../contract/account.ts'
import { registerWait } from '../../contract/limits.ts'
import { FormAlert, flash } from '../alerts.tsx'
import { call } from '../call.ts'
import { defer, useDeferred } from '../deferred.ts'
import { useForm } from '../forms/use-form.ts'
import { Redirect, VisitorGuard } from '../guard.tsx'
import { type MetaArgs, pageMeta, titled } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import * as layout from '../ui/layout.module.css'
import * as typography from '../ui/typography.module.css'
import type { Route } from './+types/register'
import { EmailField, NameField } from './fields.tsx'
import { GuessableHint } from './guessable-hint.tsx'
import * as layouts from './layouts.module.css'
import { Loading, VisitorLayout } from './layouts.tsx'
import { PasswordField } from './password-field.tsx'
import { isRegistrationOn } from './registration.ts'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Register', matches), noindex: true })
}

/** Undecided for at least 100 ms. */
export function clientLoader() {
  const waited = new Promise((resolve) => setTimeout(resolve, registerWait))
  return { isOn: defer(Promise.all([isRegistrationOn(), waited]).then(([isOn]) => isOn)) }
}

export function HydrateFallback() {
  return (
    <VisitorLayout title="Register">
      <Loading />
    </VisitorLayout>
  )
}

export default function Register({ loaderData }: Route.ComponentProps) {
  const { loading } = useSession()
  const { data: isOn } = useDeferred(loaderData.isOn)
  // Nothing of the form before it is certain that it may be used.
  return (
    <VisitorGuard to="/">
      <VisitorLayout title="Register">{loading || !isOn ? <Loading /> : <RegisterForm />}</VisitorLayout>
      {isOn === false && <Redirect to="/" />}
    </VisitorGuard>
  )
}

/** Says the maximum beforehand; the error says all of it again. */
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
      <form className={layout.form} {...form.props}>
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
              <GuessableHint password={form.errors.password ? '' : password} known={{ name, email }} />
            </>
          }
        />
        <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Signing up...">
          Signup
        </Button>
      </form>
      <p className={layouts.more}>
        Already registered?{' '}
        <Link className={typography.link} to="/login">
          Login
        </Link>
      </p>
    </>
  )
}

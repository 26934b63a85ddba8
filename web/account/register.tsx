// Sign up, while registration is on.
import { Link, useNavigate } from 'react-router'
import { register } from '../../contract/account.ts'
import { registerWait } from '../../contract/limits.ts'
import type { Word } from '../../contract/words/words.ts'
import { flash } from '../alerts.tsx'
import { call } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { Redirect, VisitorGuard } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import * as ui from '../ui/primitives.module.css'
import { useWords } from '../ui/words.tsx'
import type { Route } from './+types/register'
import * as layouts from './account.module.css'
import { EmailField, GuessableHint, isRegistrationOn, NameField, PasswordField } from './fields.tsx'
import { Loading, loadingPage, VisitorLayout } from './layouts.tsx'

export const meta = privateMeta('Register')

/** Undecided for at least 100 ms. */
export async function clientLoader() {
  const waited = new Promise((resolve) => setTimeout(resolve, registerWait))
  const [isOn] = await Promise.all([isRegistrationOn(), waited])
  return { isOn }
}

export const HydrateFallback = loadingPage('Register')

export default function Register({ loaderData }: Route.ComponentProps) {
  const { loading } = useSession()
  const t = useWords()
  const { isOn } = loaderData
  // Nothing of the form before it is certain that it may be used.
  return (
    <VisitorGuard to="/">
      <VisitorLayout title={t('Register')}>{loading || !isOn ? <Loading /> : <RegisterForm />}</VisitorLayout>
      {!isOn && <Redirect to="/" />}
    </VisitorGuard>
  )
}

/** Says the maximum, and which symbols count. */
const passwordHint: Word = '8 to 16 characters, with uppercase, lowercase, a number and one of @$!%*?&'

function RegisterForm() {
  const navigate = useNavigate()
  const t = useWords()
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
      <Form form={form} submit={t('Signup')} busyLabel={t('Signing up...')} wide>
        <NameField {...form.field('name')} />
        <EmailField {...form.field('email')} autoComplete="email" />
        <PasswordField
          {...form.field('password')}
          label={t('Password')}
          autoComplete="new-password"
          hint={
            <>
              <span>{t(passwordHint)}</span>
              <GuessableHint password={form.errors.password ? '' : password} known={{ name, email }} />
            </>
          }
        />
      </Form>
      <p className={layouts.more}>
        {t('Already registered?')}{' '}
        <Link className={ui.link} to="/login">
          {t('Login')}
        </Link>
      </p>
    </>
  )
}

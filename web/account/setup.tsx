// First run: the link that the server printed creates the owner's account. Without navigation: there is no owner yet.
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { site } from '../../content/site.ts'
import { emailLength, nameLength } from '../../contract/limits.ts'
import { checkSetup, setUp } from '../../contract/setup.ts'
import { call } from '../call.ts'
import { BrandLink } from '../monogram.tsx'
import { pageMeta } from '../page-meta.ts'
import { ThemeToggle } from '../theme-toggle.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { DoneIcon, RingIcon } from '../ui/tool-icons.tsx'
import { FormNotice, useForm, wordsOf } from './form.tsx'
import { VisitorFrame } from './frames.tsx'
import { GuessableHint } from './guessable-hint.tsx'
import { PasswordField, PasswordRules } from './password-field.tsx'
import styles from './setup.css?url'

export function meta() {
  return pageMeta({ title: `Set up your site | ${site.brand}`, noindex: true })
}

type Stage =
  | { name: 'checking' | 'invalid' }
  | { name: 'form'; token: string; email: string | null }
  | { name: 'done'; email: string; isVerified: boolean }

export default function Setup() {
  const [stage, setStage] = useState<Stage>({ name: 'checking' })
  // In the fragment, which no browser sends to a server.
  const token = useLocation().hash.slice(1)

  useEffect(() => {
    const stop = new AbortController()
    setStage({ name: 'checking' })
    call(checkSetup, { body: { token }, signal: stop.signal }).then(
      ({ email }) => setStage({ name: 'form', token, email }),
      () => stop.signal.aborted || setStage({ name: 'invalid' }),
    )
    return () => stop.abort()
  }, [token])

  return (
    <>
      <link rel="stylesheet" href={styles} precedence="area" />
      <header className="nav">
        <div className="wrap nav-in">
          <BrandLink />
          <div className="setup-theme">
            <ThemeToggle />
          </div>
        </div>
      </header>
      <main className="sheet" id="main" tabIndex={-1}>
        <VisitorFrame title={stage.name === 'done' ? 'Done' : 'Make it yours'}>
          {stage.name === 'checking' && (
            <p className="loading" role="status">
              Checking the link...
            </p>
          )}
          {stage.name === 'invalid' && <Invalid />}
          {stage.name === 'form' && <SetupForm {...stage} onDone={setStage} />}
          {stage.name === 'done' && <Done {...stage} />}
        </VisitorFrame>
      </main>
    </>
  )
}

/** The same whatever became of the link. */
function Invalid() {
  return (
    <>
      <Alert kind="error">
        This link does not work. It works once, within 60 minutes, and only while the site has no owner.
      </Alert>
      <p className="auth-more">
        A restart of the server prints a new one.{' '}
        <Link className="link" to="/login">
          Login
        </Link>
      </p>
    </>
  )
}

const named: Record<string, string> = {
  name: 'your name',
  email: 'an email address',
  password: 'a password that meets the rules',
}

function SetupForm({
  token,
  email,
  onDone,
}: Extract<Stage, { name: 'form' }> & { onDone: (to: Stage) => void }) {
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState<string[]>(Object.keys(named))
  const element = useRef<HTMLFormElement>(null)
  const form = useForm(setUp, {
    failed: (error) => wordsOf(error, 'Something went wrong.'),
    send: async (body) => {
      const { isVerified } = await call(setUp, { body })
      onDone({ name: 'done', email: body.email, isVerified })
    },
  })
  const typed = () => Object.fromEntries(new FormData(element.current ?? undefined))
  const look = () => {
    const { error } = setUp.body.safeParse(typed())
    setMissing(Object.keys(named).filter((field) => error?.issues.some(({ path }) => path[0] === field)))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what the form starts with
  useEffect(look, [])

  return (
    <>
      <p className="lead setup-lead">
        This link works once. It makes your account, the one that runs this site: projects, messages and
        users.
      </p>
      <form
        {...form.props}
        ref={element}
        onInput={(event) => {
          form.props.onInput(event)
          look()
        }}
      >
        <FormNotice form={form} />
        <input type="hidden" name="token" value={token} />
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
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={emailLength}
          required
          defaultValue={email ?? ''}
          hint="You log in with it, and new messages go there."
          error={form.errors.email}
        />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          hint={
            <GuessableHint
              password={password}
              known={() => ({ name: String(typed().name), email: String(typed().email) })}
            />
          }
          error={form.errors.password}
          onType={setPassword}
        />
        <PasswordRules password={password} />
        <Button
          type="submit"
          size="lg"
          wide
          busy={form.busy}
          busyLabel="Creating..."
          disabled={missing.length > 0}
        >
          Create my account
        </Button>
        <p className="hint" role="status">
          {missing.length > 0 && `Still missing: ${missing.map((field) => named[field]).join(', ')}.`}
        </p>
      </form>
    </>
  )
}

function Done({ email, isVerified }: Extract<Stage, { name: 'done' }>) {
  return (
    <>
      <p className="lead setup-lead">The site is yours now. Log in to add your first project.</p>
      <ul className="rules setup-done">
        <li className="ok">
          <DoneIcon />
          <span>Account for {email}</span>
        </li>
        {!isVerified && (
          <li>
            <RingIcon />
            <span>Email to verify: a link is on its way</span>
          </li>
        )}
        <li>
          <RingIcon />
          <span>First project</span>
        </li>
      </ul>
      <div className="actions">
        <ButtonLink size="lg" to="/login" state={{ email }}>
          Login
        </ButtonLink>
        <ButtonLink size="lg" variant="secondary" to="/">
          View site
        </ButtonLink>
      </div>
      <p className="hint setup-used">The setup link no longer works.</p>
    </>
  )
}

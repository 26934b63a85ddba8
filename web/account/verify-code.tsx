// Verify the email address by the eight digits of an email, or request another one.
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { readVerification, resendVerification, verifyByCode } from '../../contract/account.ts'
import { codeLength, codeMinutes } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { flash } from '../alerts.tsx'
import { call, messageOf, settled } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { privateMeta } from '../page-meta.ts'
import { check, useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import * as field from '../ui/field.module.css'
import { TextField } from '../ui/field.tsx'
import { Alert } from '../ui/notice.tsx'
import * as ui from '../ui/primitives.module.css'
import { useWords } from '../ui/words.tsx'
import type { Route } from './+types/verify-code'
import { ErrorRedirect, UserLayout } from './layouts.tsx'

const title = 'Verify Email'

export const meta = privateMeta(title)

export const clientLoader = () => settled(call(readVerification))

export default function VerifyCode({ loaderData: { data, error } }: Route.ComponentProps) {
  const { user } = useSession()
  const t = useWords()
  const [isRejected, setRejected] = useState(isAnonymous(error))
  if (isRejected)
    return (
      // For a user who is still signed in nothing is left to verify.
      <ErrorRedirect title={t(title)} to={user ? '/profile' : '/login'}>
        {t('Unauthorized access or email already verified. Redirecting...')}
      </ErrorRedirect>
    )
  return (
    <UserLayout title={t(title)}>
      {error && <Alert kind="error">{t('Failed to load verification page.')}</Alert>}
      {data && <CodeForm email={data.email} onRejected={() => setRejected(true)} />}
    </UserLayout>
  )
}

/** Signed out, or nothing is left to verify. */
function isAnonymous(error: unknown): boolean {
  return error instanceof Problem && error.code === 'anonymous'
}

function CodeForm({ email, onRejected }: { email: string; onRejected: () => void }) {
  const navigate = useNavigate()
  const { user } = useSession()
  const t = useWords()
  const input = useRef<HTMLInputElement>(null)
  const [resending, setResending] = useState(false)
  const [isResent, setIsResent] = useState(false)

  const alertFor = (error: unknown, otherwise: string): string | null => {
    // It was verified in the meantime, by the link; what is wrong with a code is said at its field.
    const isVerified = error instanceof Problem && error.code === 'invalid' && !error.fields
    if (!isVerified && !isAnonymous(error)) return messageOf(error, otherwise)
    onRejected()
    return null
  }

  const form = useForm(verifyByCode.body, {
    send: (body) => call(verifyByCode, { body }),
    onSent: async () => {
      await check()
      flash('Email verified successfully!')
      await navigate('/profile', { replace: true })
    },
    failed: (error) => alertFor(error, 'Failed to verify code.'),
  })

  const resend = async () => {
    if (resending) return
    setResending(true)
    form.alert.clear()
    form.clear('code')
    try {
      const { message } = await call(resendVerification)
      // The codes of earlier emails are void.
      if (input.current) input.current.value = ''
      setIsResent(true)
      // An admin may have corrected the address.
      void check()
      form.alert.show('success', message || 'Verification link sent!')
    } catch (error) {
      const text = alertFor(error, 'Failed to resend verification link.')
      if (text) form.alert.show('error', text)
    } finally {
      setResending(false)
    }
  }

  return (
    <Form
      form={form}
      submit={t('Verify Code')}
      busyLabel={t('Verifying...')}
      more={
        <Button variant="secondary" busy={resending} busyLabel={t('Sending...')} onClick={resend}>
          {t('Resend Verification Link')}
        </Button>
      }
    >
      <div>
        <p className={field.label}>{t('Email')}</p>
        <p className={ui.lead}>{user?.email ?? email}</p>
        <p className={ui.hint}>
          {t(
            isResent
              ? 'A new {count}-digit code was sent to this email address. Earlier codes no longer work.'
              : 'An {count}-digit code was sent to this email address.',
            { count: codeLength },
          )}{' '}
          {t('It works for {minutes} minutes.', { minutes: codeMinutes })}
        </p>
      </div>
      <TextField
        {...form.field('code')}
        ref={input}
        label={t('{count}-digit code', { count: codeLength })}
        className={field.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        // With the spaces or dashes that it is copied with.
        maxLength={2 * codeLength}
        required
      />
    </Form>
  )
}

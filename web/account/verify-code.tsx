// Verify the email by the eight digits of a mail, or ask for another one.
import { type ClipboardEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { site } from '../../content/site.ts'
import { readVerification, resendVerification, verifyByCode } from '../../contract/account.ts'
import { codeLength, codeMinutes } from '../../contract/limits.ts'
import { call } from '../call.ts'
import { Guard } from '../guard.tsx'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Submit } from '../ui/submit.tsx'
import { FormNotice, statusOf, useForm, wordsOf } from './form.tsx'
import { PersonFrame, SentOn } from './frames.tsx'
import { handOver } from './notice.ts'

const title = 'Verify Email'

export function meta() {
  return pageMeta({ title: `${title} | ${site.brand}`, noindex: true })
}

export default function VerifyCode() {
  const { user } = useSession()
  const [refused, setRefused] = useState(false)
  // Outside the guard, which would cut the two seconds short when the session has ended. [R80] Who is still
  // signed in was refused because nothing is left to verify.
  if (refused)
    return (
      <SentOn title={title} to={user ? '/profile' : '/login'}>
        Unauthorized access or email already verified. Redirecting...
      </SentOn>
    )
  return (
    <Guard>
      <Verification onRefused={() => setRefused(true)} />
    </Guard>
  )
}

function Verification({ onRefused }: { onRefused: () => void }) {
  const [email, setEmail] = useState<string>()
  const [failed, setFailed] = useState(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once, when the page opens
  useEffect(() => {
    const stop = new AbortController()
    call(readVerification, { signal: stop.signal }).then(
      (answer) => setEmail(answer.email),
      (error) => {
        if (stop.signal.aborted) return
        if (statusOf(error) === 401) onRefused()
        else setFailed(true)
      },
    )
    return () => stop.abort()
  }, [])

  return (
    <PersonFrame title={title}>
      {failed && <Alert kind="error">Failed to load verification page.</Alert>}
      {!failed && email === undefined && (
        <p className="loading" role="status">
          Loading
        </p>
      )}
      {email !== undefined && <CodeForm email={email} onRefused={onRefused} />}
    </PersonFrame>
  )
}

function CodeForm({ email, onRefused }: { email: string; onRefused: () => void }) {
  const navigate = useNavigate()
  const { check } = useSession()
  const [code, setCode] = useState('')
  const [resending, setResending] = useState(false)
  const [isResent, setIsResent] = useState(false)

  const form = useForm(verifyByCode, {
    failed: (error) =>
      (statusOf(error) === 401 ? onRefused() : wordsOf(error, 'Failed to verify code.')) ?? null,
    send: async (body) => {
      await call(verifyByCode, { body })
      await check()
      navigate('/profile', { replace: true, state: handOver('Email verified successfully!') })
    },
  })

  const resend = async () => {
    if (resending) return
    setResending(true)
    form.setNotice(null)
    form.clear('code')
    try {
      const { message } = await call(resendVerification)
      // The codes of earlier emails are void.
      setCode('')
      setIsResent(true)
      form.setNotice({ kind: 'success', text: message || 'Verification link sent!' })
    } catch (error) {
      if (statusOf(error) === 401) return onRefused()
      form.setNotice({ kind: 'error', text: wordsOf(error, 'Failed to resend verification link.') })
    } finally {
      setResending(false)
    }
  }

  // Blanks and dashes of a mail would use up the eight places before they could be taken out.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    const input = event.currentTarget
    const digits = event.clipboardData.getData('text').replace(/\D/g, '')
    input.setRangeText(digits, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
    setCode(input.value.slice(0, codeLength))
    form.clear('code')
  }

  return (
    <form {...form.props}>
      <FormNotice form={form} />
      <div>
        <p className="label">Email</p>
        <p className="verify-email">{email}</p>
        <p className="hint">
          {isResent
            ? `A new ${codeLength}-digit code was sent to this email address. Earlier codes no longer work.`
            : `An ${codeLength}-digit code was sent to this email address.`}{' '}
          It works for {codeMinutes} minutes.
        </p>
      </div>
      <TextField
        label={`${codeLength}-digit code`}
        name="code"
        className="input-code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={codeLength}
        required
        value={code}
        onChange={(event) => setCode(event.target.value.replace(/\D/g, ''))}
        onPaste={paste}
        error={form.errors.code}
      />
      <div className="actions">
        <Submit busy={form.busy} busyLabel="Verifying...">
          Verify Code
        </Submit>
        <Button variant="secondary" busy={resending} busyLabel="Sending..." onClick={resend}>
          Resend Verification Link
        </Button>
      </div>
    </form>
  )
}

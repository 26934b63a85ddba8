// Asks for the email to which a link for a new password goes.
import { useState } from 'react'
import { Link, Navigate } from 'react-router'
import { site } from '../../content/site.ts'
import { emailLength } from '../../contract/limits.ts'
import { requestReset } from '../../contract/passwords.ts'
import { call } from '../call.ts'
import { pageMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/alert.tsx'
import { TextField } from '../ui/field.tsx'
import { Submit } from '../ui/submit.tsx'
import { FormNotice, useForm, wordsOf } from './form.tsx'
import { VisitorFrame } from './frames.tsx'

const sentText =
  "If the email you provided is correct, we've sent you an email with password reset instructions."

export function meta() {
  return pageMeta({ title: `Reset Password | ${site.brand}`, noindex: true })
}

export default function ResetRequest() {
  const { loading, user } = useSession()
  const [sent, setSent] = useState(false)
  const form = useForm(requestReset, {
    failed: (error) => wordsOf(error, 'Something went wrong.'),
    send: async (body) => {
      await call(requestReset, { body })
      setSent(true)
    },
  })

  if (user) return <Navigate to="/profile" replace />
  if (sent)
    return (
      <VisitorFrame title="Enter Your Registered Email">
        <Alert kind="success">{sentText}</Alert>
        <p className="auth-more">
          <Link className="link" to="/login">
            Back to Login
          </Link>
        </p>
      </VisitorFrame>
    )
  return (
    <VisitorFrame title="Enter Your Registered Email">
      <form {...form.props}>
        {/* Keeps its place while it is not known yet whether it is true. */}
        <div className={loading ? 'invisible' : ''}>
          <Alert role="note">You are not logged in.</Alert>
        </div>
        <FormNotice form={form} />
        <TextField
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={emailLength}
          required
          error={form.errors.email}
        />
        <Submit size="lg" wide busy={form.busy} busyLabel="Sending...">
          Submit
        </Submit>
      </form>
    </VisitorFrame>
  )
}

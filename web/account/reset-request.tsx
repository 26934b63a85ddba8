// Requests the email with a link for a new password.
import { useState } from 'react'
import { Link } from 'react-router'
import { requestReset } from '../../contract/account.ts'
import { FormAlert } from '../alerts.tsx'
import { call } from '../call.ts'
import { useForm } from '../forms/use-form.ts'
import { VisitorGuard } from '../guard.tsx'
import { type MetaArgs, pageMeta, titled } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import * as layout from '../ui/layout.module.css'
import { Alert } from '../ui/notice.tsx'
import * as typography from '../ui/typography.module.css'
import { EmailField } from './fields.tsx'
import * as layouts from './layouts.module.css'
import { VisitorLayout } from './layouts.tsx'

const sentText =
  "If the email you provided is correct, we've sent you an email with password reset instructions."

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Reset Password', matches), noindex: true })
}

export default function ResetRequest() {
  const [isSent, setSent] = useState(false)
  return (
    <VisitorGuard to="/profile">
      <VisitorLayout title="Enter Your Registered Email">
        {isSent ? <Sent /> : <RequestForm onSent={() => setSent(true)} />}
      </VisitorLayout>
    </VisitorGuard>
  )
}

function Sent() {
  return (
    <>
      <Alert kind="success">{sentText}</Alert>
      <p className={layouts.more}>
        <Link className={typography.link} to="/login">
          Back to Login
        </Link>
      </p>
    </>
  )
}

function RequestForm({ onSent }: { onSent: () => void }) {
  const { loading } = useSession()
  const form = useForm(requestReset.body, { send: (body) => call(requestReset, { body }), onSent })
  return (
    <form className={layout.form} {...form.props}>
      {/* Keeps its place while it is not known yet whether it is true. */}
      <div className={loading ? layouts.unknown : undefined}>
        <Alert role="note">You are not logged in.</Alert>
      </div>
      <FormAlert alert={form.alert} />
      <EmailField {...form.field('email')} autoComplete="username" />
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Sending...">
        Submit
      </Button>
    </form>
  )
}

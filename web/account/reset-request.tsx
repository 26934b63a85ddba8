// Requests the email with a link for a new password.
import { useState } from 'react'
import { requestReset } from '../../contract/account.ts'
import { call } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { VisitorGuard } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Alert } from '../ui/notice.tsx'
import { useWords } from '../ui/words.tsx'
import * as layouts from './account.module.css'
import { EmailField } from './fields.tsx'
import { VisitorLayout, WayOn } from './layouts.tsx'

export const meta = privateMeta('Reset Password')

export default function ResetRequest() {
  const [isSent, setSent] = useState(false)
  const { loading } = useSession()
  const t = useWords()
  const form = useForm(requestReset.body, {
    send: (body) => call(requestReset, { body }),
    onSent: () => {
      // The form goes with what has the focus.
      document.querySelector('main')?.focus({ preventScroll: true })
      setSent(true)
    },
  })
  return (
    <VisitorGuard to="/profile">
      <VisitorLayout title={t('Enter Your Registered Email')}>
        {isSent ? (
          <>
            <Alert kind="success">
              {t(
                "If the email you provided is correct, we've sent you an email with password reset instructions.",
              )}
            </Alert>
            <WayOn to="/login">{t('Back to Login')}</WayOn>
          </>
        ) : (
          <Form form={form} submit={t('Submit')} busyLabel={t('Sending...')} wide>
            {/* Keeps its place while it is not known yet whether it is true. */}
            <div className={loading ? layouts.unknown : undefined}>
              <Alert role="note">{t('You are not logged in.')}</Alert>
            </div>
            <EmailField {...form.field('email')} autoComplete="username" />
          </Form>
        )}
      </VisitorLayout>
    </VisitorGuard>
  )
}

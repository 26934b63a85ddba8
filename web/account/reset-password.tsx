// Sets a new password by the link of an email.
import { useState } from 'react'
import { checkReset, resetPassword } from '../../contract/account.ts'
import { redirectAfterReset } from '../../contract/limits.ts'
import { call, settled } from '../call.ts'
import { Form } from '../forms/form.tsx'
import { useForm } from '../forms/use-form.ts'
import { VisitorGuard, visitorsOnly } from '../guard.tsx'
import { privateMeta } from '../page-meta.ts'
import { Alert } from '../ui/notice.tsx'
import { useWords } from '../ui/words.tsx'
import type { Route } from './+types/reset-password'
import { NewPasswordFields } from './fields.tsx'
import { loadingPage, useDelayedRedirect, VisitorLayout, WayOn } from './layouts.tsx'

export const meta = privateMeta('Update Password')

const signOutFirst = 'Sign out first to use a reset link'

export const clientMiddleware = [visitorsOnly('/profile', signOutFirst)]

export const clientLoader = ({ params: { token } }: Route.ClientLoaderArgs) =>
  settled(call(checkReset, { params: { token } }))

export const HydrateFallback = loadingPage('Update Password', 'Verifying token...')

export default function ResetPassword({ loaderData, params: { token } }: Route.ComponentProps) {
  const [isDone, setDone] = useState(false)
  const t = useWords()
  return (
    <VisitorGuard to="/profile" flashed={signOutFirst}>
      <VisitorLayout title={t('Update Password')}>
        {isDone ? (
          <Done />
        ) : loaderData.error ? (
          // Any failure means invalid.
          <>
            <Alert kind="error">{t('Invalid or expired token.')}</Alert>
            <WayOn to="/reset-password">{t('Ask for a new link')}</WayOn>
          </>
        ) : (
          <ResetForm token={token} onSent={() => setDone(true)} />
        )}
      </VisitorLayout>
    </VisitorGuard>
  )
}

function Done() {
  useDelayedRedirect('/login', redirectAfterReset)
  return <Alert kind="success">{useWords()('Password updated successfully. Redirecting to login...')}</Alert>
}

function ResetForm({ token, onSent }: { token: string; onSent: () => void }) {
  const t = useWords()
  const form = useForm(resetPassword.body, {
    send: (body) => call(resetPassword, { params: { token }, body }),
    onSent,
  })
  return (
    <Form form={form} submit={t('Update Password')} busyLabel={t('Updating...')} wide>
      <NewPasswordFields form={form} />
    </Form>
  )
}

// Sets a new password by the link of an email.
import { useState } from 'react'
import { Link } from 'react-router'
import { checkReset, resetPassword } from '../../contract/account.ts'
import { redirectAfterReset } from '../../contract/limits.ts'
import { FormAlert } from '../alerts.tsx'
import { call } from '../call.ts'
import { defer, useDeferred } from '../deferred.ts'
import { useForm } from '../forms/use-form.ts'
import { VisitorGuard, visitorsOnly } from '../guard.tsx'
import { type MetaArgs, pageMeta, titled } from '../page-meta.ts'
import { Button } from '../ui/button.tsx'
import * as layout from '../ui/layout.module.css'
import { Alert } from '../ui/notice.tsx'
import * as typography from '../ui/typography.module.css'
import type { Route } from './+types/reset-password'
import { NewPasswordFields } from './fields.tsx'
import * as layouts from './layouts.module.css'
import { Loading, useDelayedRedirect, VisitorLayout } from './layouts.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Update Password', matches), noindex: true })
}

const signOutFirst = 'Sign out first to use a reset link'

export const clientMiddleware = [visitorsOnly('/profile', signOutFirst)]

export function clientLoader({ params: { token } }: Route.ClientLoaderArgs) {
  return { link: defer(call(checkReset, { params: { token } })) }
}

export function HydrateFallback() {
  return (
    <VisitorLayout title="Update Password">
      <Loading>Verifying token...</Loading>
    </VisitorLayout>
  )
}

export default function ResetPassword({ loaderData, params: { token } }: Route.ComponentProps) {
  const { isPending, error } = useDeferred(loaderData.link)
  const [isDone, setDone] = useState(false)
  return (
    <VisitorGuard to="/profile" flashed={signOutFirst}>
      <VisitorLayout title="Update Password">
        {isDone ? (
          <Done />
        ) : isPending ? (
          <Loading>Verifying token...</Loading>
        ) : error ? (
          // Any failure means invalid.
          <Invalid />
        ) : (
          <ResetForm token={token} onSent={() => setDone(true)} />
        )}
      </VisitorLayout>
    </VisitorGuard>
  )
}

function Invalid() {
  return (
    <>
      <Alert kind="error">Invalid or expired token.</Alert>
      <p className={layouts.more}>
        <Link className={typography.link} to="/reset-password">
          Ask for a new link
        </Link>
      </p>
    </>
  )
}

function Done() {
  useDelayedRedirect('/login', redirectAfterReset)
  return <Alert kind="success">Password updated successfully. Redirecting to login...</Alert>
}

function ResetForm({ token, onSent }: { token: string; onSent: () => void }) {
  const form = useForm(resetPassword.body, {
    send: (body) => call(resetPassword, { params: { token }, body }),
    onSent,
  })
  return (
    <form className={layout.form} {...form.props}>
      <FormAlert alert={form.alert} />
      <NewPasswordFields form={form} />
      <Button type="submit" size="lg" wide busy={form.busy} busyLabel="Updating...">
        Update Password
      </Button>
    </form>
  )
}

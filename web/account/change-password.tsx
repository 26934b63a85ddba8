// Change password: old, new, confirm, with the list of rules.
import { useEffect } from 'react'
import { changePassword, maySetPassword } from '../../contract/account.ts'
import type { Problem } from '../../contract/problem.ts'
import { FormAlert } from '../alerts.tsx'
import { call, isNetworkError, messageOf } from '../call.ts'
import { defer, useDeferred } from '../deferred.ts'
import { useForm } from '../forms/use-form.ts'
import { type MetaArgs, pageMeta, titled } from '../page-meta.ts'
import { useSession } from '../session.tsx'
import { Button } from '../ui/button.tsx'
import * as layout from '../ui/layout.module.css'
import type { Route } from './+types/change-password'
import { HiddenUsername, NewPasswordFields } from './fields.tsx'
import { ErrorRedirect, UserLayout } from './layouts.tsx'
import { PasswordField } from './password-field.tsx'
import { useFarewell } from './private-layout.tsx'

const title = 'Change Password'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled(title, matches), noindex: true })
}

export function clientLoader() {
  return { permission: defer(call(maySetPassword)) }
}

export default function ChangePassword({ loaderData }: Route.ComponentProps) {
  const { user } = useSession()
  const showFarewell = useFarewell()
  const { error } = useDeferred(loaderData.permission)

  const alertFor = (error: unknown): string | null => {
    if (isNetworkError(error)) return 'Network error'
    const { code, status } = error as Problem
    if (code === 'anonymous' || code === 'forbidden') {
      showFarewell(
        <ErrorRedirect title={title} to="/login">
          Session expired or unauthorized. Please log in again.
        </ErrorRedirect>,
      )
      return null
    }
    return status >= 500 ? 'Server error' : messageOf(error, 'Something went wrong')
  }

  const form = useForm(changePassword.body, {
    send: (body) => call(changePassword, { body }),
    onSent: () => {
      form.reset()
      form.alert.show('success', 'Password updated successfully!')
    },
    failed: alertFor,
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the response is there
  useEffect(() => {
    const text = error && alertFor(error)
    if (text) form.alert.show('error', text)
  }, [error])

  return (
    <UserLayout title={title}>
      <form className={layout.form} {...form.props}>
        <FormAlert alert={form.alert} />
        <HiddenUsername email={user?.email} />
        <PasswordField
          {...form.field('currentPassword')}
          label="Old Password"
          autoComplete="current-password"
        />
        <NewPasswordFields form={form} known={user ?? undefined} />
        <div className={`${layout.actions} ${layout.stacked}`}>
          <Button type="submit" busy={form.busy} busyLabel="Updating...">
            Change Password
          </Button>
        </div>
      </form>
    </UserLayout>
  )
}

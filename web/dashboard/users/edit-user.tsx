// Update user: name, email and role of one account.
import { useState } from 'react'
import { useNavigate, useRevalidator } from 'react-router'
import { readUser, updateUser, userForm } from '../../../contract/dashboard.ts'
import { emailLength, nameLength } from '../../../contract/limits.ts'
import { Problem } from '../../../contract/problem.ts'
import type { UserRow } from '../../../contract/responses/accounts.ts'
import { flash, PageAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { defer, useDeferred } from '../../deferred.ts'
import { Cancelled, useForm } from '../../forms/use-form.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import { useReauthentication } from '../../reauthenticate.tsx'
import { useSession } from '../../session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Select, TextField } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { Empty } from '../../ui/notice.tsx'
import * as typography from '../../ui/typography.module.css'
import * as heading from '../header.module.css'
import { useLogged, useRefresh } from '../lists/admin-queries.ts'
import type { Route } from './+types/edit-user'
import { useHandover } from './handover.tsx'
import * as styles from './users.module.css'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Update User', matches), noindex: true })
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return { user: defer(call(readUser, { params })) }
}

export default function EditUser({ loaderData }: Route.ComponentProps) {
  const { data, error } = useDeferred(loaderData.user)
  const { revalidate } = useRevalidator()
  const isUnknown = error instanceof Problem && error.code === 'unknown'
  useLogged(isUnknown ? null : error, 'User')
  return (
    <>
      <div className={heading.head}>
        <h1 className={heading.title}>Update User</h1>
      </div>
      {data ? (
        <UserForm key={data.id} user={data} />
      ) : error ? (
        <Empty text={isUnknown ? 'User not found' : messageOf(error)} role="alert">
          <div className={layout.actions}>
            {!isUnknown && (
              <Button variant="secondary" size="sm" onClick={() => void revalidate()}>
                Retry
              </Button>
            )}
            <ButtonLink variant="secondary" size="sm" to="/dashboard/users">
              Back to users
            </ButtonLink>
          </div>
        </Empty>
      ) : (
        <p className={typography.meta} role="status">
          Loading
        </p>
      )}
    </>
  )
}

const roles = [
  { value: '', label: 'Select Role' },
  { value: 'admin', label: 'Admin' },
  { value: 'user', label: 'User' },
]

/** What the role's options stand for; none is chosen by "Select Role". */
const isAdminBy: Record<string, boolean> = { admin: true, user: false }

function UserForm({ user }: { user: UserRow }) {
  const { user: me } = useSession()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const identity = useReauthentication("Changing an account's email or role")
  const handover = useHandover()
  /** Resolves the question whether an unverified account is to become an admin's. */
  const [promotion, setPromotion] = useState<{ email: string; decide: (isConfirmed: boolean) => void }>()

  const confirmPromotion = async (email: string) => {
    const isConfirmed = await new Promise<boolean>((decide) => setPromotion({ email, decide }))
    setPromotion(undefined)
    if (!isConfirmed) throw new Cancelled()
  }

  const form = useForm(userForm, {
    initial: { name: user.name, email: user.email, isAdmin: user.isAdmin ? 'admin' : 'user' },
    draft: `user ${user.id}`,
    input: (values) => ({ ...values, isAdmin: isAdminBy[values.isAdmin] }),
    send: async (body) => {
      // A changed email address is not verified either.
      const isUnverified = !user.isEmailValid || body.email !== user.email
      if (body.isAdmin && !user.isAdmin && isUnverified) await confirmPromotion(body.email)
      const takeOver = user.isAdmin && !body.isAdmin && (await handover.ask(user))
      return identity.run(() => call(updateUser, { params: { id: user.id }, body: { ...body, takeOver } }))
    },
    onSent: async ({ message }) => {
      void refresh('users')
      flash(message)
      await navigate('/dashboard/users')
    },
    failed: messageOf,
    alertWithFields: true,
  })

  const busy = form.busy && !identity.dialog && !handover.dialog && !promotion
  const own = user.id === me?.id
  return (
    <>
      {identity.dialog}
      {handover.dialog}
      <form className={`${layout.form} ${styles.form}`} {...form.props}>
        <PageAlert alert={form.alert} />
        {promotion && (
          <Confirm
            title="Make an admin?"
            confirmLabel="Make Admin"
            danger={false}
            onCancel={() => promotion.decide(false)}
            onConfirm={() => promotion.decide(true)}
          >
            The email address {promotion.email} is not verified, so whoever has this account may not own it.
            An admin can read every message and change the site.
          </Confirm>
        )}
        <TextField
          {...form.field('name')}
          label="Name"
          maxLength={nameLength}
          autoComplete="off"
          readOnly={busy}
        />
        <TextField
          {...form.field('email')}
          label="Email"
          type="email"
          maxLength={emailLength}
          autoComplete="off"
          readOnly={busy}
        />
        <Select
          {...form.field('isAdmin')}
          label="Role"
          options={roles}
          disabled={own || busy}
          hint={own ? 'You cannot change the role of your own account.' : undefined}
        />
        <div className={`${layout.actions} ${layout.spread}`}>
          <Button type="submit" busy={busy} busyLabel="Updating...">
            Update
          </Button>
        </div>
      </form>
    </>
  )
}

// Update user: name, email and role of one account.
import { useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate, useParams } from 'react-router'
import { readUser, updateUser, userForm } from '../../../contract/dashboard.ts'
import { Problem } from '../../../contract/problem.ts'
import type { UserRow } from '../../../contract/responses/accounts.ts'
import { flash, PageAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { privateMeta } from '../../page-meta.ts'
import { check, useSession } from '../../session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { optionsOf, Select, TextField } from '../../ui/field.tsx'
import { Empty } from '../../ui/notice.tsx'
import * as ui from '../../ui/primitives.module.css'
import { useAsk } from '../asking.tsx'
import { read, refresh } from '../lists/admin-queries.ts'
import { PageHead, Restored } from '../lists/parts.tsx'
import { counted } from '../lists/times.tsx'
import * as styles from './users.module.css'

export const meta = privateMeta('Update User')

export default function EditUser() {
  const { id = '' } = useParams()
  const { data, error, refetch } = useQuery({
    ...read('user', readUser, { params: { id } }),
    // The form starts with what is stored now.
    gcTime: 0,
  })
  const isUnknown = error instanceof Problem && error.code === 'unknown'
  return (
    <>
      <PageHead title="Update User" />
      {data ? (
        <UserForm key={data.id} user={data} />
      ) : error ? (
        <Empty text={isUnknown ? 'User not found' : messageOf(error)} role="alert">
          <div className={ui.cluster}>
            {!isUnknown && (
              <Button variant="secondary" size="sm" onClick={() => void refetch()}>
                Retry
              </Button>
            )}
            <ButtonLink variant="secondary" size="sm" to="/dashboard/users">
              Back to users
            </ButtonLink>
          </div>
        </Empty>
      ) : (
        <p className={ui.meta} role="status">
          Loading
        </p>
      )}
    </>
  )
}

const roles = optionsOf({ '': 'Select Role', admin: 'Admin', user: 'User' })

/** What the role's options stand for; none is chosen by "Select Role". */
const isAdminBy: Record<string, boolean> = { admin: true, user: false }

/** The filters and the page of the list that this was opened from. */
export interface EditedFrom {
  search: string
}

function UserForm({ user }: { user: UserRow }) {
  const { user: me } = useSession()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { ask, identified, isAsking } = useAsk()
  const own = user.id === me?.id

  const form = useForm(userForm, {
    initial: { name: user.name, email: user.email, isAdmin: user.isAdmin ? 'admin' : 'user' },
    draft: `user ${user.id}`,
    input: (values) => ({ ...values, isAdmin: isAdminBy[values.isAdmin] }),
    send: async (body) => {
      // A changed email address is not verified either.
      const isUnverified = !user.isEmailValid || body.email !== user.email
      if (body.isAdmin && !user.isAdmin && isUnverified)
        await ask({
          title: 'Make an admin?',
          confirmLabel: 'Make Admin',
          danger: false,
          children: `The email address ${body.email} is not verified, so whoever has this account may not own it. An admin can read every message and change the site.`,
        })
      const takeOver = user.isAdmin && !body.isAdmin && (await askTakeOver(ask, user))
      return identified("Changing an account's email or role", () =>
        call(updateUser, { params: { id: user.id }, body: { ...body, takeOver } }),
      )
    },
    onSent: async ({ message }) => {
      void refresh('users')
      if (own) void check()
      flash(message)
      await navigate(`/dashboard/users${(state as EditedFrom | null)?.search ?? ''}`)
    },
    failed: messageOf,
    alertWithFields: true,
  })

  const busy = form.busy && !isAsking
  return (
    <form className={`${ui.form} ${styles.form}`} {...form.props}>
      {form.isRestored && <Restored />}
      <PageAlert alert={form.alert} />
      <TextField {...form.field('name')} label="Name" />
      <TextField {...form.field('email')} label="Email" type="email" />
      <Select
        {...form.field('isAdmin')}
        label="Role"
        options={roles}
        disabled={own || busy}
        hint={own ? 'You cannot change the role of your own account.' : undefined}
      />
      <div className={`${ui.cluster} ${ui.spread}`}>
        <Button type="submit" busy={busy} busyLabel="Updating...">
          Update
        </Button>
      </div>
    </form>
  )
}

/**
 * Asks what becomes of the webhooks and client links of an admin who leaves: they end, or become one's own.
 * @returns whether they are taken over; false at once where there are none. @throws Cancelled
 */
export async function askTakeOver(ask: ReturnType<typeof useAsk>['ask'], user: UserRow): Promise<boolean> {
  const all = [
    user.webhooks > 0 && counted(user.webhooks, 'webhook'),
    user.clientLinks > 0 && counted(user.clientLinks, 'client link'),
  ].filter(Boolean)
  if (all.length === 0) return false
  const decision = await ask({
    title: `What ${user.name} has made`,
    other: 'Take over',
    confirmLabel: 'End',
    children: `${user.name} has made ${all.join(' and ')}.`,
    details:
      'Ended, they stop at once: no message is reported, and no client sees a project by them. Taken over, they go on working as yours.',
  })
  return decision === 'other'
}

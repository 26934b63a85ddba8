// All accounts: one call, then search, role filter and pages of five in the browser.

import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { deleteUser } from '../../../contract/dashboard.ts'
import { usersPage } from '../../../contract/limits.ts'
import { totalPages as pagesFor } from '../../../contract/paging.ts'
import type { UserRow } from '../../../contract/responses/accounts.ts'
import { fold } from '../../../contract/text.ts'
import { useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { Cancelled } from '../../forms/use-form.ts'
import { type MetaArgs, pageMeta, titled } from '../../page-meta.ts'
import { useReauthentication } from '../../reauthenticate.tsx'
import { useSession } from '../../session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import * as layout from '../../ui/layout.module.css'
import { Row } from '../../ui/list/table.tsx'
import { DeleteIcon, EditIcon } from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { ListLayout } from '../lists/admin-list.tsx'
import { useLogged, useRefresh, usersQuery } from '../lists/admin-queries.ts'
import { useExistingPage, useListFilters } from '../lists/list-filters.ts'
import { SearchBox, StatusFilter } from '../lists/list-parts.tsx'
import { useHandover } from './handover.tsx'
import * as styles from './users.module.css'

export function meta({ matches }: MetaArgs) {
  return pageMeta({ title: titled('Users', matches), noindex: true })
}

const columns = [
  { label: 'User ID', className: styles.id },
  { label: 'Name', className: styles.name },
  { label: 'Email' },
  { label: 'Role', className: styles.role },
  { label: 'Actions', className: `${lists.actions} ${styles.actions}` },
]
const ownAccount = 'You cannot delete your own account.'

export default function Users() {
  const control = useListFilters()
  const { data, error, refetch } = useQuery(usersQuery())
  useLogged(error, 'Users')
  const alert = useAlert()
  const region = useRef<HTMLDivElement>(null)
  const deletion = useUserDeletion(alert, region)

  const found = data ? matching(data, control.filters) : []
  const totalPages = pagesFor(found.length, usersPage)
  // Deletions and filters may leave the page past the end.
  const page = Math.min(control.filters.page, totalPages)
  useExistingPage(control, data && page)
  const rows = found.slice((page - 1) * usersPage, page * usersPage)

  return (
    <>
      <ListLayout
        list={{
          total: data && found.length,
          page,
          totalPages,
          count: rows.length,
          isStale: false,
          error,
          refetch,
          turn: control.turn,
          alert,
          region,
        }}
        title="Users"
        dense
        className={styles.table}
        columns={columns}
        empty="No users found"
        previous="Prev"
        tools={
          <>
            <SearchBox control={control} placeholder="Search by name or email" />
            <StatusFilter
              control={control}
              label="Role"
              options={[
                { value: '', label: 'All Users' },
                { value: 'Admins', label: 'Admins' },
                { value: 'Non-Admins', label: 'Non-Admins' },
              ]}
            />
          </>
        }
      >
        {rows.map((user) => (
          <UserTableRow key={user.id} user={user} {...deletion} />
        ))}
      </ListLayout>
      {deletion.dialog}
    </>
  )
}

function useUserDeletion(alert: ReturnType<typeof useAlert>, region: RefObject<HTMLDivElement | null>) {
  const refresh = useRefresh()
  const identity = useReauthentication('Deleting a user')
  const handover = useHandover()
  const removing = useMutation({
    mutationFn: async (user: UserRow) => {
      const takeOver = await handover.ask(user)
      return identity.run(() =>
        call(deleteUser, { params: { id: user.id }, query: takeOver ? { takeOver: 'true' } : {} }),
      )
    },
    onSuccess: ({ message }) => alert.show('success', message),
    onError: (failure) => {
      if (!(failure instanceof Cancelled)) alert.show('error', messageOf(failure))
    },
    onSettled: async (_, failure) => {
      if (failure instanceof Cancelled) return
      await refresh('users')
      if (!failure) region.current?.focus({ preventScroll: true })
    },
  })
  return {
    dialog: handover.dialog ?? identity.dialog,
    isDeleting: removing.isPending && !identity.dialog && !handover.dialog,
    remove: (user: UserRow) => {
      // The specification asks for the browser's own confirmation here.
      if (window.confirm('Are you sure you want to delete?')) removing.mutate(user)
    },
  }
}

type RowProps = { user: UserRow } & Pick<ReturnType<typeof useUserDeletion>, 'isDeleting' | 'remove'>

function UserTableRow({ user, isDeleting, remove }: RowProps) {
  const { user: me } = useSession()
  const isOwn = user.id === me?.id
  return (
    <Row>
      <td className={`${styles.id} ${layout.truncate} ${lists.cut} ${lists.soft}`} title={user.id}>
        {user.id}
      </td>
      <td className={lists.strong}>{user.name}</td>
      <td className={`${lists.soft} ${styles.email}`}>{user.email}</td>
      <td>{user.isAdmin ? <b>Admin</b> : <span className={lists.soft}>User</span>}</td>
      <td className={`${lists.actions} ${styles.actions}`}>
        <ButtonLink
          size="sm"
          variant="quiet"
          to={`/dashboard/users/${user.id}/edit`}
          aria-label={`Edit ${user.name}`}
        >
          <EditIcon size="s" />
          Edit
        </ButtonLink>
        <Button
          size="sm"
          variant="quiet"
          className={styles.remove}
          aria-label={`Delete ${user.name}`}
          aria-description={isOwn ? ownAccount : undefined}
          title={isOwn ? ownAccount : undefined}
          disabled={isOwn || isDeleting}
          onClick={() => remove(user)}
        >
          <DeleteIcon size="s" />
          Delete
        </Button>
      </td>
    </Row>
  )
}

function matching(
  users: readonly UserRow[],
  { search, status }: { search: string; status: string },
): UserRow[] {
  const text = fold(search.trim())
  const role = status.toLowerCase()
  return users.filter(
    (user) =>
      (role !== 'admins' || user.isAdmin) &&
      (role !== 'non-admins' || !user.isAdmin) &&
      (fold(user.name).includes(text) || fold(user.email).includes(text)),
  )
}

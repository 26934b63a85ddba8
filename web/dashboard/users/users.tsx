// All accounts: one call, then search, role filter and pages of five in the browser.
import { useQuery } from '@tanstack/react-query'
import { deleteUser } from '../../../contract/dashboard.ts'
import { usersPage } from '../../../contract/limits.ts'
import { totalPages as pagesFor } from '../../../contract/paging.ts'
import type { UserRow } from '../../../contract/responses/accounts.ts'
import { fold } from '../../../contract/text.ts'
import { call } from '../../call.ts'
import { privateMeta } from '../../page-meta.ts'
import { useSession } from '../../session.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import * as ui from '../../ui/primitives.module.css'
import { DeleteIcon, EditIcon } from '../../ui/tool-icons.tsx'
import { useAsk } from '../asking.tsx'
import * as lists from '../lists/admin-list.module.css'
import { ListLayout, usePagedList } from '../lists/admin-list.tsx'
import { refresh, usersQuery } from '../lists/admin-queries.ts'
import { useAction } from '../lists/dialogs.tsx'
import { filterBy, ListTools, useListFilters } from '../lists/list-filters.tsx'
import type { EditedFrom } from './edit-user.tsx'
import { askTakeOver } from './edit-user.tsx'
import * as styles from './users.module.css'

export const meta = privateMeta('Users')

const columns = [
  { label: 'User ID', width: 210 },
  { label: 'Name', width: '24%' },
  { label: 'Email' },
  { label: 'Role', width: 140 },
  { label: 'Actions', width: 200, className: lists.actions },
]
const byRole = filterBy('Role', 'All Users', ['Admins', 'Non-Admins'])
const ownAccount = 'You cannot delete your own account.'

export default function Users() {
  const control = useListFilters(null)
  const users = useQuery(usersQuery)
  const found = users.data && matching(users.data, control.filters)
  const totalPages = pagesFor(found?.length ?? 0, usersPage)
  // Deletions and filters may leave the page past the end.
  const page = Math.min(control.filters.page, totalPages)
  const rows = found?.slice((page - 1) * usersPage, page * usersPage) ?? []
  const query = { ...users, data: found && { total: found.length, totalPages, page } }
  const list = usePagedList({ control, query, rows })
  const { ask, identified, isAsking } = useAsk()
  const deletion = useAction(list.alert, async (user: UserRow) => {
    const takeOver = await askTakeOver(ask, user)
    const deleted = identified('Deleting a user', () =>
      call(deleteUser, { params: { id: user.id }, query: takeOver ? { takeOver: 'true' } : {} }),
    )
    const { message } = await deleted.finally(() => refresh('users'))
    list.region.current?.focus({ preventScroll: true })
    return message
  })
  const { user: me } = useSession()
  return (
    <ListLayout
      list={list}
      title="Users"
      dense
      className={styles.table}
      columns={columns}
      empty="No users found"
      previous="Prev"
      tools={<ListTools control={control} placeholder="Search by name or email" filter={byRole} />}
    >
      {rows.map((user) => {
        const isOwn = user.id === me?.id
        return (
          <tr key={user.id}>
            <td className={`${ui.truncate} ${lists.cut} ${ui.hint}`} title={user.id}>
              {user.id}
            </td>
            <td className={lists.strong}>{user.name}</td>
            <td className={`${ui.hint} ${styles.email}`}>{user.email}</td>
            <td>{user.isAdmin ? <b>Admin</b> : <span className={ui.hint}>User</span>}</td>
            <td className={`${lists.actions} ${styles.actions}`}>
              <ButtonLink
                size="sm"
                variant="quiet"
                to={`/dashboard/users/${user.id}/edit`}
                state={{ search: `?${control.params}` } satisfies EditedFrom}
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
                disabled={isOwn || (deletion.busy && !isAsking)}
                // The specification asks for the browser's own confirmation here.
                onClick={() => window.confirm('Are you sure you want to delete?') && deletion.run(user)}
              >
                <DeleteIcon size="s" />
                Delete
              </Button>
            </td>
          </tr>
        )
      })}
    </ListLayout>
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

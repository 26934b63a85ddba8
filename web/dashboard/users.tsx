// All accounts: one call, then search, role filter and pages of five in the browser [S9].
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { site } from '../../content/site.ts'
import { usersPage } from '../../contract/limits.ts'
import { totalPages as pagesFor } from '../../contract/paging.ts'
import { fold } from '../../contract/text.ts'
import { deleteUser, type UserRow } from '../../contract/users.ts'
import { PageAlert, useAlert } from '../alerts.tsx'
import { call, messageOf } from '../call.ts'
import { Cancelled } from '../forms/use-form.ts'
import { pageMeta } from '../page-meta.ts'
import { useReauthentication } from '../reauthenticate.tsx'
import { useSession } from '../session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Pager } from '../ui/pager.tsx'
import { Row, Table } from '../ui/table.tsx'
import { DeleteIcon, EditIcon } from '../ui/tool-icons.tsx'
import { useLogged, useRefresh, usersQuery } from './admin-queries.ts'
import { useListAddress } from './list-address.ts'
import { Announce, announceRows, NoRows, SearchBox, StatusFilter } from './list-parts.tsx'

export function meta() {
  return pageMeta({ title: `Users | ${site.brand}`, noindex: true })
}

const columns = [
  { label: 'User ID', className: 'c-id' },
  { label: 'Name', className: 'c-name' },
  { label: 'Email' },
  { label: 'Role', className: 'c-role' },
  { label: 'Actions', className: 'c-act' },
]
const ownAccount = 'You cannot delete your own account.'

export default function Users() {
  const address = useListAddress()
  const { data, error, refetch } = useQuery(usersQuery())
  useLogged(error, 'Users')
  const { user: me } = useSession()
  const refresh = useRefresh()
  const alert = useAlert()
  const around = useRef<HTMLDivElement>(null)

  const found = data ? matching(data, address.filters) : []
  const totalPages = pagesFor(found.length, usersPage)
  // Deletes and filters may leave the page past the end [R103].
  const page = Math.min(address.filters.page, totalPages)
  const rows = found.slice((page - 1) * usersPage, page * usersPage)
  const clamp = useEffectEvent(() => {
    if (data && page !== address.filters.page) address.turn(page, true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the shown page and the asked one part
  useEffect(() => clamp(), [page, data])

  const identity = useReauthentication('Deleting a user')
  const removing = useMutation({
    mutationFn: (id: string) => identity.run(() => call(deleteUser, { params: { id } })),
    networkMode: 'always',
    onSuccess: ({ message }) => alert.show('success', message),
    onError: (failure) => {
      if (!(failure instanceof Cancelled)) alert.show('error', messageOf(failure))
    },
    onSettled: async (_, failure) => {
      if (failure instanceof Cancelled) return
      await refresh('users')
      if (!failure) around.current?.focus({ preventScroll: true })
    },
  })
  const remove = (id: string) => {
    // [S5] asks for the browser's own confirmation here.
    if (window.confirm('Are you sure you want to delete?')) removing.mutate(id)
  }

  return (
    <>
      <div className="dhead">
        <h1 className="dtitle">Users</h1>
      </div>
      <PageAlert alert={alert} />
      {identity.dialog}
      <div className="tools">
        <SearchBox address={address} placeholder="Search by name or email" />
        <StatusFilter
          address={address}
          label="Role"
          options={[
            { value: '', label: 'All Users' },
            { value: 'Admins', label: 'Admins' },
            { value: 'Non-Admins', label: 'Non-Admins' },
          ]}
        />
      </div>
      <Announce>{announceRows(data && found.length)}</Announce>
      <div className="tablewrap" ref={around} tabIndex={-1}>
        <Table
          label="Users"
          className="dense users"
          columns={columns}
          busy={!data}
          isEmpty={rows.length === 0}
          empty={
            <NoRows
              text="No users found"
              waiting={!data && !error}
              failed={error !== null}
              onRetry={() => void refetch()}
            />
          }
        >
          {rows.map((user) => (
            <Row key={user.id}>
              <td className="c-id cut soft" title={user.id}>
                {user.id}
              </td>
              <td className="t">{user.name}</td>
              <td className="soft c-email">{user.email}</td>
              <td>{user.isAdmin ? <b>Admin</b> : <span className="soft">User</span>}</td>
              <td className="c-act">
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
                  className="btn-remove"
                  aria-label={`Delete ${user.name}`}
                  aria-description={user.id === me?.id ? ownAccount : undefined}
                  title={user.id === me?.id ? ownAccount : undefined}
                  disabled={user.id === me?.id || (removing.isPending && !identity.dialog)}
                  onClick={() => remove(user.id)}
                >
                  <DeleteIcon size="s" />
                  Delete
                </Button>
              </td>
            </Row>
          ))}
        </Table>
      </div>
      <Pager page={page} totalPages={totalPages} onPage={address.turn} previous="Prev" />
    </>
  )
}

function matching(
  users: readonly UserRow[],
  { search, status }: { search: string; status: string },
): UserRow[] {
  const words = fold(search.trim())
  const role = status.toLowerCase()
  return users.filter(
    (user) =>
      (role !== 'admins' || user.isAdmin) &&
      (role !== 'non-admins' || !user.isAdmin) &&
      (fold(user.name).includes(words) || fold(user.email).includes(words)),
  )
}

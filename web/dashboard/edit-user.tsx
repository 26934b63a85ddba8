// Update user: name, email and role of one account.
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { site } from '../../content/site.ts'
import { emailLength, nameLength } from '../../contract/limits.ts'
import { Problem } from '../../contract/problem.ts'
import { cleanEmail } from '../../contract/text.ts'
import { type UserRow, updateUser, userForm } from '../../contract/users.ts'
import { call } from '../call.ts'
import { draftOf, keepDraft } from '../drafts.ts'
import { pageMeta } from '../page-meta.ts'
import { Cancelled, useReauthentication } from '../reauthenticate.tsx'
import { useSession } from '../session.tsx'
import { Button, ButtonLink } from '../ui/button.tsx'
import { Confirm } from '../ui/confirm.tsx'
import { Empty } from '../ui/empty.tsx'
import { Select, TextField } from '../ui/field.tsx'
import { useLogged, useRefresh, userQuery, wordsOf } from './admin-queries.ts'
import { type Faults, faultsOf, focusFirstFault, withoutFault } from './faults.ts'
import { Notice, useNotice } from './notice.tsx'

export function meta() {
  return pageMeta({ title: `Update User | ${site.brand}`, noindex: true })
}

export default function EditUser() {
  const { id = '' } = useParams()
  const { data, error, refetch, isFetchedAfterMount } = useQuery(userQuery(id))
  const unknown = error instanceof Problem && error.status === 404
  useLogged(unknown ? null : error, 'User')
  return (
    <>
      <div className="dhead">
        <h1 className="dtitle">Update User</h1>
      </div>
      {/* Never from memory: the form would keep what was true when it was last open. */}
      {data && isFetchedAfterMount ? (
        <UserForm key={data.id} user={data} />
      ) : error ? (
        <Empty text={unknown ? 'User not found' : wordsOf(error)} role="alert">
          <div className="actions">
            {!unknown && (
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
        <p className="meta" role="status">
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

function UserForm({ user }: { user: UserRow }) {
  const { user: me } = useSession()
  const draftName = `user ${user.id}`
  const [fields, setFields] = useState(() =>
    draftOf(me?.id, draftName, {
      name: user.name,
      email: user.email,
      role: user.isAdmin ? 'admin' : 'user',
    }),
  )
  const [faults, setFaults] = useState<Faults>({})
  const form = useRef<HTMLFormElement>(null)
  const notice = useNotice()
  const refresh = useRefresh()
  const navigate = useNavigate()
  const identity = useReauthentication("Changing an account's email or role")
  const [promoting, setPromoting] = useState(false)

  const edit = (change: Partial<typeof fields>) => {
    const next = { ...fields, ...change }
    setFields(next)
    keepDraft(me?.id, draftName, next)
    for (const field of Object.keys(change))
      setFaults((now) => withoutFault(now, field === 'role' ? 'isAdmin' : field))
  }

  const updating = useMutation({
    mutationFn: () =>
      identity.run(() =>
        call(updateUser, {
          params: { id: user.id },
          body: { name: fields.name, email: fields.email, isAdmin: fields.role === 'admin' },
        }),
      ),
    networkMode: 'always',
    onSuccess: async ({ message }) => {
      keepDraft(me?.id, draftName, undefined)
      void refresh('users')
      await navigate('/dashboard/users', { state: { notice: message } })
    },
    onError: (failure) => {
      if (failure instanceof Cancelled) return
      setFaults(failure instanceof Problem ? (failure.fields ?? {}) : {})
      notice.say('error', wordsOf(failure))
    },
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (updating.isPending) return
    notice.clear()
    const found = faultsOf(userForm, {
      ...fields,
      isAdmin: fields.role === '' ? undefined : fields.role === 'admin',
    })
    setFaults(found)
    if (Object.keys(found).length > 0) return focusFirstFault(form.current)
    // A changed email address is not verified either.
    const isUnverified = !user.isEmailValid || cleanEmail(fields.email) !== user.email
    if (fields.role === 'admin' && !user.isAdmin && isUnverified) return setPromoting(true)
    updating.mutate()
  }

  const busy = updating.isPending && !identity.dialog
  const own = user.id === me?.id
  return (
    <>
      {identity.dialog}
      <form className="form form-narrow" noValidate onSubmit={submit} ref={form}>
        <Notice {...notice} />
        {promoting && (
          <Confirm
            title="Make an admin?"
            confirmLabel="Make Admin"
            danger={false}
            onCancel={() => setPromoting(false)}
            onConfirm={() => {
              setPromoting(false)
              updating.mutate()
            }}
          >
            The email address {fields.email.trim()} is not verified, so whoever has this account may not own
            it. An admin can read every message and change the site.
          </Confirm>
        )}
        <TextField
          label="Name"
          value={fields.name}
          maxLength={nameLength}
          autoComplete="off"
          readOnly={busy}
          error={faults.name}
          onChange={(event) => edit({ name: event.target.value })}
        />
        <TextField
          label="Email"
          type="email"
          value={fields.email}
          maxLength={emailLength}
          autoComplete="off"
          readOnly={busy}
          error={faults.email}
          onChange={(event) => edit({ email: event.target.value })}
        />
        <Select
          label="Role"
          value={fields.role}
          options={roles}
          disabled={own || busy}
          hint={own ? 'You cannot change the role of your own account.' : undefined}
          error={faults.isAdmin}
          onChange={(event) => edit({ role: event.target.value })}
        />
        <div className="actions">
          <Button type="submit" busy={busy} busyLabel="Updating...">
            Update
          </Button>
        </div>
      </form>
    </>
  )
}

// Access tokens in the settings: a row, and a dialog in which they are listed, made after the password was entered again, shown once, revoked.
import { createToken, listTokens, revokeToken, type TokenScope } from '../../../contract/settings.ts'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { useReauthentication } from '../../reauthenticate.tsx'
import { Button } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { Checkbox, FieldError, optionsOf, Select, TextField } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import * as lists from '../lists/admin-list.module.css'
import { read } from '../lists/admin-queries.ts'
import { CreateDialog } from '../lists/dialogs.tsx'
import { capitalised, counted, dayText, minuteText } from '../lists/times.tsx'
import { type CreateProps, useSecretList } from './secret-list.tsx'

export function useAccessTokens() {
  const secrets = useSecretList({
    query: { ...read('tokens', listTokens), select: ({ tokens }) => tokens },
    what: 'The access tokens',
    empty: 'Scripts of yours log in with a token. There is none yet.',
    secret: { text: 'New token. Copy it now, it is not shown again.', label: 'the new token' },
    create: 'New token',
    form: (props) => <NewToken {...props} />,
    row: ({ row: token, onDelete }) => (
      <li key={token.id}>
        <div>
          <b>{token.name}</b>
          <p className={ui.meta}>
            {scopesInWords(token.scopes)}. <Until iso={token.expiresAt} />. Made {dayText(token.createdAt)}.{' '}
            {token.usedAt ? `Used ${minuteText(token.usedAt)}` : 'Not used yet'}
          </p>
        </div>
        <Button size="sm" variant="secondary" onClick={onDelete} aria-label={`Revoke ${token.name}`}>
          Revoke
        </Button>
      </li>
    ),
    question: ({ name }) => ({
      title: 'Revoke Token',
      confirmLabel: 'Revoke',
      children: `Scripts that use ${name} stop working at once. This cannot be undone.`,
    }),
    remove: ({ id }) => call(revokeToken, { params: { id } }),
  })
  const [next] = secrets.rows.map(({ expiresAt }) => expiresAt).sort()
  const many = counted(secrets.rows.length, 'script logs', 'scripts log')
  const text = next
    ? `${many} in with a token. ${Date.parse(next) > Date.now() ? 'The next one ends' : 'One has ended on'} ${dayText(next)}.`
    : 'Scripts of yours log in with a token.'
  return { text, ...secrets }
}

/** Milliseconds. */
const soon = 7 * 24 * 60 * 60_000

function Until({ iso }: { iso: string }) {
  const left = Date.parse(iso) - Date.now()
  if (left > soon) return <>Until {dayText(iso)}</>
  return (
    <span className={lists.soon}>
      {left > 0 ? 'Until' : 'Expired'} {dayText(iso)}
    </span>
  )
}

/** "Read and change projects, read messages". */
function scopesInWords(scopes: readonly TokenScope[]): string {
  const parts = (['projects', 'messages'] as const).flatMap((noun) => {
    const area = noun === 'projects' ? 'portfolio' : 'contacts'
    const verbs = [
      scopes.includes(`${area}:read`) && 'read',
      scopes.includes(`${area}:write`) && 'change',
    ].filter(Boolean)
    return verbs.length > 0 ? `${verbs.join(' and ')} ${noun}` : []
  })
  return capitalised(parts.join(', '))
}

const scopes = optionsOf<TokenScope>({
  'portfolio:read': 'Read projects, drafts too',
  'portfolio:write': 'Add, change, publish and delete projects',
  'contacts:read': 'Read and export messages',
  'contacts:write': 'Reply to messages and delete them',
})

const lives = optionsOf({ 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' })

interface Values {
  name: string
  scopes: TokenScope[]
  days: string
}

const initial: Values = { name: '', scopes: [], days: '30' }

function NewToken({ onMade, onClose }: CreateProps) {
  const identity = useReauthentication('A new access token')
  const form = useForm(createToken.body, {
    initial,
    input: ({ name, scopes, days }) => ({ name, scopes, days: Number(days) }),
    send: (body) => identity.run(() => call(createToken, { body })),
    onSent: ({ secret }) => onMade(secret),
  })
  const { errors } = form
  const chosen = form.values.scopes
  return (
    <CreateDialog title="New Token" form={form} initial={initial} identity={identity} onClose={onClose}>
      <TextField {...form.field('name')} label="Name" hint="What it is for, such as Nightly export." />
      <fieldset aria-describedby={errors.scopes ? 'scopes-error' : undefined}>
        <legend className={field.label}>What it may do</legend>
        {scopes.map(({ value: scope, label }, index) => (
          <Checkbox
            key={scope}
            label={label}
            checked={chosen.includes(scope)}
            aria-invalid={errors.scopes && index === 0 ? true : undefined}
            onChange={({ target }) =>
              form.set({
                scopes: target.checked ? [...chosen, scope] : chosen.filter((other) => other !== scope),
              })
            }
          />
        ))}
        <FieldError id="scopes-error">{errors.scopes}</FieldError>
      </fieldset>
      <Select {...form.field('days')} label="Expires after" options={lives} />
    </CreateDialog>
  )
}

// What developers need of the settings, in a fold that stays as it was left; what fails inside shows on it. Webhooks and access
// tokens are listed in dialogs.
import { type ReactNode, useState } from 'react'
import type { Webhook } from '../../../contract/responses/dashboard.ts'
import {
  createToken,
  createWebhook,
  deleteWebhook,
  listTokens,
  listWebhooks,
  revokeToken,
  type TokenScope,
  testWebhook,
} from '../../../contract/settings.ts'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { inBrowser } from '../../storage.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink, buttonClass, IconButton } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { Checkbox, FieldError, optionsOf, Select, TextField } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import { DeleteIcon } from '../../ui/tool-icons.tsx'
import { useAsk } from '../asking.tsx'
import * as lists from '../lists/admin-list.module.css'
import { read } from '../lists/admin-queries.ts'
import { CreateDialog, useAction } from '../lists/dialogs.tsx'
import { Fold } from '../lists/parts.tsx'
import { capitalised, counted, dayText, minuteText } from '../lists/times.tsx'
import { type CreateProps, type RowProps, SecretDialog, useSecretList } from './secret-list.tsx'
import * as styles from './settings.module.css'

const storageKey = 'settings-developers'

export function Developers() {
  const webhooks = useWebhooks()
  const secrets = [webhooks, useAccessTokens()]
  const [isOpen, setOpen] = useState(() => inBrowser((storage) => storage.getItem(storageKey)) === 'open')
  const [shown, setShown] = useState<string>()
  return (
    <>
      {/* Outside of the fold, as what they open, and before it, so that closing both gives the focus back in turn. */}
      {secrets.map((secrets) => (
        <SecretDialog
          key={secrets.title}
          title={secrets.title}
          size="l"
          secrets={secrets}
          isOpen={shown === secrets.title}
          onClose={() => setShown(undefined)}
        />
      ))}
      <div className={styles.developers}>
        <Fold
          title="For developers"
          state={<>{!isOpen && webhooks.failing} Webhooks, access tokens, API description, activity</>}
          isOpen={isOpen}
          onToggle={(open) => {
            setOpen(open)
            inBrowser((storage) => storage.setItem(storageKey, open ? 'open' : 'closed'))
          }}
        >
          <ul className={lists.rows}>
            {secrets.map(({ title, action, text }) => (
              <Row key={title} title={title} text={text}>
                <Button size="sm" variant="secondary" onClick={() => setShown(title)}>
                  {action}
                </Button>
              </Row>
            ))}
            <Row title="API description" text="Every path and field, for whoever writes the script.">
              <a className={buttonClass({ size: 'sm', variant: 'secondary' })} href="/api/openapi.json">
                Read it
              </a>
            </Row>
            <Row
              title="Activity"
              text="Who signed in, changed, deleted or exported what, in the last 180 days."
            >
              <ButtonLink size="sm" variant="secondary" to="/dashboard/activity">
                Show activity
              </ButtonLink>
            </Row>
          </ul>
        </Fold>
      </div>
    </>
  )
}

function Row({ title, text, children }: { title: string; text: ReactNode; children: ReactNode }) {
  return (
    <li>
      <b>{title}</b>
      <p className={ui.hint}>{text}</p>
      {children}
    </li>
  )
}

/** @returns also what the row of the settings says of them, with what fails */
function useWebhooks() {
  const secrets = useSecretList({
    query: { ...read('webhooks', listWebhooks), select: ({ webhooks }) => webhooks },
    what: 'The webhooks',
    empty: 'Another service can be told of each new message at once.',
    secret: {
      text: 'The secret of the new webhook. Copy it now, it is not shown again.',
      label: 'the secret',
    },
    note: () => <p className={ui.hint}>Every call is signed. Check the signature before you trust it.</p>,
    create: 'New webhook',
    form: (props) => <NewWebhook {...props} />,
    row: (props) => <WebhookRow key={props.row.id} {...props} />,
    question: ({ url }) => ({
      title: 'Delete Webhook',
      confirmLabel: 'Delete',
      children: `New messages are no longer reported to ${url}, nor those that still wait. This cannot be undone.`,
    }),
    remove: ({ id }) => call(deleteWebhook, { params: { id } }),
  })
  const { rows } = secrets
  const bad = rows.filter(({ last }) => last && !last.isDelivered).length
  const failing = bad > 0 && <Badge look="bad">{counted(bad, 'webhook fails', 'webhooks fail')}</Badge>
  const many = counted(rows.length, 'address is', 'addresses are')
  const text = (
    <>
      {many} told of each new message. {failing}
    </>
  )
  return {
    ...{ title: 'Webhooks', action: 'Open webhooks', failing },
    text: rows.length > 0 ? text : 'Another service can be told of each new message.',
    ...secrets,
  }
}

function WebhookRow({ row: webhook, onDone, onDelete }: RowProps<Webhook>) {
  const { id, url } = webhook
  const testing = useAction({ show: (_, text) => onDone(false, String(text)) }, async () => {
    const { message, webhook: after } = await call(testWebhook, { params: { id } })
    onDone(after.last?.isDelivered ?? false, message)
  })
  return (
    <li className={lists.stacked}>
      <div>
        <b>{url}</b>
        <p className={ui.meta}>
          Made by {webhook.createdBy}. New message <Outcome webhook={webhook} />
        </p>
      </div>
      <div className={ui.cluster}>
        <Button
          size="sm"
          variant="secondary"
          busy={testing.busy}
          busyLabel="Sending..."
          onClick={() => testing.run()}
          aria-label={testing.busy ? undefined : `Send a test to ${url}`}
        >
          Send a test
        </Button>
        <IconButton label={`Delete ${url}`} icon={<DeleteIcon />} onClick={onDelete} />
      </div>
    </li>
  )
}

function Outcome({ webhook: { last, failures, disabledAt } }: { webhook: Webhook }) {
  const times = failures === 0 ? '' : failures === 1 ? ' once' : ` ${failures} times`
  const [look, text] = disabledAt
    ? (['bad', `Switched off after five days of failures: ${last?.reason ?? ''}`] as const)
    : !last
      ? (['wait', 'Not called yet'] as const)
      : last.isDelivered
        ? (['ok', `Delivered ${minuteText(last.at)}`] as const)
        : (['bad', `Failed${times}: ${last.reason}`] as const)
  return (
    <Badge look={look} className={lists.outcome}>
      {text}
    </Badge>
  )
}

function NewWebhook({ onMade, onClose }: CreateProps) {
  const { identified } = useAsk()
  const form = useForm(createWebhook.body, {
    initial: { url: '' },
    send: (body) => identified('A new webhook', () => call(createWebhook, { body })),
    onSent: ({ secret }) => onMade(secret),
  })
  return (
    <CreateDialog title="New Webhook" form={form} onClose={onClose}>
      <TextField
        {...form.field('url')}
        label="URL"
        hint="It gets each new message, with the sender's name and email address."
        type="url"
        inputMode="url"
        placeholder="https://"
      />
    </CreateDialog>
  )
}

/** As `useWebhooks`. Scripts log in with them; one is made after the password was entered again. */
function useAccessTokens() {
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
  return { title: 'Access tokens', action: 'Open tokens', text, ...secrets }
}

/** Milliseconds. */
const soon = 7 * 24 * 60 * 60_000

function Until({ iso }: { iso: string }) {
  const left = Date.parse(iso) - Date.now()
  return (
    <span className={left > soon ? undefined : lists.soon}>
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

function NewToken({ onMade, onClose }: CreateProps) {
  const { identified } = useAsk()
  const form = useForm(createToken.body, {
    initial: { name: '', scopes: [] as TokenScope[], days: '30' },
    input: ({ days, ...values }) => ({ ...values, days: Number(days) }),
    send: (body) => identified('A new access token', () => call(createToken, { body })),
    onSent: ({ secret }) => onMade(secret),
  })
  const { errors } = form
  const chosen = form.values.scopes
  return (
    <CreateDialog title="New Token" form={form} onClose={onClose}>
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

// Webhooks in the settings: a row, and a dialog in which they are listed with what became of the last call, made, tested, deleted.
import type { Webhook } from '../../../contract/responses/dashboard.ts'
import { createWebhook, deleteWebhook, listWebhooks, testWebhook } from '../../../contract/settings.ts'
import { call } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { useReauthentication } from '../../reauthenticate.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import { DeleteIcon } from '../../ui/tool-icons.tsx'
import * as lists from '../lists/admin-list.module.css'
import { read } from '../lists/admin-queries.ts'
import { CreateDialog, useAction } from '../lists/dialogs.tsx'
import { counted, minuteText } from '../lists/times.tsx'
import { type CreateProps, type RowProps, useSecretList } from './secret-list.tsx'

export function useWebhooks() {
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
    row: (props) => <Row key={props.row.id} {...props} />,
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
    failing,
    text: rows.length > 0 ? text : 'Another service can be told of each new message.',
    ...secrets,
  }
}

function Row({ row: webhook, onDone, onDelete }: RowProps<Webhook>) {
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

const initial = { url: '' }

function NewWebhook({ onMade, onClose }: CreateProps) {
  const identity = useReauthentication('A new webhook')
  const form = useForm(createWebhook.body, {
    initial,
    send: (body) => identity.run(() => call(createWebhook, { body })),
    onSent: ({ secret }) => onMade(secret),
  })
  return (
    <CreateDialog title="New Webhook" form={form} initial={initial} identity={identity} onClose={onClose}>
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

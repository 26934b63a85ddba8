// Webhooks in the settings: listed with what became of the last call, made, tested, deleted.

import { useMutation } from '@tanstack/react-query'
import type { Webhook } from '../../../contract/responses/dashboard.ts'
import { createWebhook, deleteWebhook, listWebhooks, testWebhook } from '../../../contract/settings.ts'
import { call, messageOf } from '../../call.ts'
import { useForm } from '../../forms/use-form.ts'
import { useReauthentication } from '../../reauthenticate.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import * as field from '../../ui/field.module.css'
import { TextField } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import { DeleteIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import * as lists from '../lists/admin-list.module.css'
import { CreateDialog } from '../lists/create-dialog.tsx'
import { type CreateProps, type RowProps, SecretList } from './secret-list.tsx'

export function Webhooks() {
  return (
    <SecretList
      id="webhooks"
      title="Webhooks"
      read={async (signal) => (await call(listWebhooks, { signal })).webhooks}
      empty="Another service can be told of each new message at once."
      secret={{
        text: 'The secret of the new webhook. Copy it now, it is not shown again.',
        label: 'the secret',
      }}
      note={<p className={field.hint}>Every call is signed. Check the signature before you trust it.</p>}
      create="New webhook"
      Form={NewWebhook}
      Row={Row}
      deletion={{
        title: 'Delete Webhook',
        label: 'Delete',
        busyLabel: 'Deleting...',
        question: ({ url }) =>
          `New messages are no longer reported to ${url}, nor those that still wait. This cannot be undone.`,
        run: (id) => call(deleteWebhook, { params: { id } }),
      }}
    />
  )
}

function Row({ row: webhook, onDone, onDelete }: RowProps<Webhook>) {
  const { id, url } = webhook
  const testing = useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onSuccess: ({ message, webhook: after }) => onDone(after.last?.isDelivered ?? false, message),
    onError: (failure) => onDone(false, messageOf(failure)),
  })
  return (
    <li className={lists.stacked}>
      <div>
        <p className={lists.name}>{url}</p>
        <p className={typography.meta}>
          Made by {webhook.createdBy}. New message <Outcome webhook={webhook} />
        </p>
      </div>
      <div className={layout.cluster}>
        <Button
          size="sm"
          variant="secondary"
          busy={testing.isPending}
          busyLabel="Sending..."
          onClick={() => testing.mutate()}
          aria-label={testing.isPending ? undefined : `Send a test to ${url}`}
        >
          Send a test
        </Button>
        <IconButton label={`Delete ${url}`} icon={<DeleteIcon />} onClick={onDelete} />
      </div>
    </li>
  )
}

function Outcome({ webhook: { last, failures, disabledAt } }: { webhook: Webhook }) {
  if (disabledAt)
    return (
      <Badge
        look="bad"
        className={lists.outcome}
      >{`Switched off after five days of failures: ${last?.reason ?? ''}`}</Badge>
    )
  if (!last)
    return (
      <Badge look="wait" className={lists.outcome}>
        Not called yet
      </Badge>
    )
  if (last.isDelivered)
    return (
      <Badge look="ok" className={lists.outcome}>{`Delivered ${minute.format(new Date(last.at))}`}</Badge>
    )
  const times = failures === 1 ? 'once' : `${failures} times`
  return (
    <Badge
      look="bad"
      className={lists.outcome}
    >{`Failed${failures > 0 ? ` ${times}` : ''}: ${last.reason}`}</Badge>
  )
}

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

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
        autoComplete="off"
      />
    </CreateDialog>
  )
}

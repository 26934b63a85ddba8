// Webhooks in the settings: listed with what became of the last call, made, tested, deleted.
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { deleteWebhook, listWebhooks, testWebhook, type Webhook } from '../../../contract/webhooks.ts'
import { PageAlert, useAlert } from '../../alerts.tsx'
import { call, messageOf } from '../../call.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import * as field from '../../ui/field.module.css'
import { DeleteIcon, PlusIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import * as rows from '../home/mini-rows.module.css'
import { useLogged } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { NewWebhook } from './new-webhook.tsx'
import * as panels from './settings.module.css'
import { ShownOnce } from './shown-once.tsx'

export function Webhooks() {
  const { data, error, refetch } = useQuery({
    queryKey: ['admin', 'webhooks'],
    queryFn: ({ signal }) => call(listWebhooks, { signal }),
  })
  useLogged(error, 'Webhooks')
  const alert = useAlert()
  const [isMaking, setMaking] = useState(false)
  const [secret, setSecret] = useState<string>()
  const done = (isGood: boolean, message: string) => {
    alert.show(isGood ? 'success' : 'error', message)
    void refetch()
  }
  const made = (shown: string) => {
    setMaking(false)
    alert.clear()
    setSecret(shown)
    void refetch()
  }
  return (
    <section className={panels.panel} aria-labelledby="webhooks">
      <h2 id="webhooks">Webhooks</h2>
      {error && !data && <NotLoaded what="The webhooks" onRetry={() => void refetch()} />}
      {data?.webhooks.length === 0 && <p>Another service can be told of each new message at once.</p>}
      {data && data.webhooks.length > 0 && (
        <ul className={rows.rows}>
          {data.webhooks.map((webhook) => (
            <Row key={webhook.id} webhook={webhook} onDone={done} />
          ))}
        </ul>
      )}
      {secret && (
        <ShownOnce
          text="The secret of the new webhook. Copy it now, it is not shown again."
          label="the secret"
          secret={secret}
          onDismiss={() => setSecret(undefined)}
        />
      )}
      <p className={field.hint}>Every call is signed. Check the signature before you trust it.</p>
      <PageAlert alert={alert} />
      <div className={rows.foot}>
        <Button size="sm" variant="secondary" onClick={() => setMaking(true)}>
          <PlusIcon size="s" />
          New webhook
        </Button>
      </div>
      {isMaking && <NewWebhook onMade={made} onClose={() => setMaking(false)} />}
    </section>
  )
}

interface RowProps {
  webhook: Webhook
  onDone: (isGood: boolean, message: string) => void
}

function Row({ webhook, onDone }: RowProps) {
  const { id, url } = webhook
  const [isAsking, setAsking] = useState(false)
  const testing = useMutation({
    mutationFn: () => call(testWebhook, { params: { id } }),
    onSuccess: ({ message, webhook: after }) => onDone(after.last?.isDelivered ?? false, message),
    onError: (failure) => onDone(false, messageOf(failure)),
  })
  const deleting = useMutation({
    mutationFn: () => call(deleteWebhook, { params: { id } }),
    onSettled: () => setAsking(false),
    onSuccess: ({ message }) => onDone(true, message),
    onError: (failure) => onDone(false, messageOf(failure)),
  })
  return (
    <li className={rows.stacked}>
      <div>
        <p className={rows.name}>{url}</p>
        <p className={typography.meta}>
          Made by {webhook.createdBy}. New message <Outcome webhook={webhook} />
        </p>
      </div>
      <div className={rows.foot}>
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
        <IconButton label={`Delete ${url}`} icon={<DeleteIcon />} onClick={() => setAsking(true)} />
      </div>
      {isAsking && (
        <Confirm
          title="Delete Webhook"
          confirmLabel="Delete"
          busyLabel="Deleting..."
          busy={deleting.isPending}
          onConfirm={() => deleting.mutate()}
          onCancel={() => setAsking(false)}
        >
          New messages are no longer reported to {url}, nor those that still wait. This cannot be undone.
        </Confirm>
      )}
    </li>
  )
}

function Outcome({ webhook: { last, failures, disabledAt } }: { webhook: Webhook }) {
  if (disabledAt)
    return (
      <Badge
        look="bad"
        className={rows.outcome}
      >{`Switched off after five days of failures: ${last?.reason ?? ''}`}</Badge>
    )
  if (!last)
    return (
      <Badge look="wait" className={rows.outcome}>
        Not called yet
      </Badge>
    )
  if (last.isDelivered)
    return <Badge look="ok" className={rows.outcome}>{`Delivered ${minute.format(new Date(last.at))}`}</Badge>
  const times = failures === 1 ? 'once' : `${failures} times`
  return (
    <Badge
      look="bad"
      className={rows.outcome}
    >{`Failed${failures > 0 ? ` ${times}` : ''}: ${last.reason}`}</Badge>
  )
}

const minute = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

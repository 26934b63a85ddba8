// Reports new messages to webhooks: at once, and again what failed.
import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from '../context.ts'
import { OnceAMinute } from '../once-a-minute.ts'
import { startPolling } from '../polling.ts'
import {
  type ClaimedDelivery,
  claimDue,
  giveBack,
  markDelivered,
  postpone,
  waitForNetwork,
} from './deliveries.ts'
import { callWebhook } from './request.ts'

/** Milliseconds. */
const pollInterval = 5_000
/** That a stop waits for the calls under way. */
const stopTimeout = 1_000
const atOnce = 4

/** Sends until the returned function is called, which cuts off what is being sent. */
export function runWebhooks(context: AppContext): () => Promise<void> {
  const stop = new AbortController()
  const lines = new OnceAMinute()
  const end = startPolling({
    interval: pollInterval,
    subscribe: (poll) => context.changes.on('webhooks', poll),
    run: () =>
      deliverDue(context, stop.signal).catch((error) => {
        if (lines.isDue()) context.log.error({ event: 'webhooks.failed', err: error }, 'webhooks failed')
      }),
  })
  return async () => {
    stop.abort()
    await Promise.race([end(), delay(stopTimeout, undefined, { ref: false })])
  }
}

/** Until nothing is due. Exported for tests. */
export async function deliverDue(
  context: AppContext,
  signal: AbortSignal = new AbortController().signal,
): Promise<void> {
  while (!signal.aborted) {
    const due = await claimDue(context, atOnce)
    if (due.length === 0) return
    await Promise.all(due.map((row) => deliver(context, row, signal)))
  }
}

async function deliver(context: AppContext, row: ClaimedDelivery, signal: AbortSignal): Promise<void> {
  const { log } = context
  const [webhook, message] = await Promise.all([
    context.db.selectFrom('webhooks').selectAll().where('id', '=', row.webhook_id).executeTakeFirst(),
    context.db.selectFrom('contacts').selectAll().where('id', '=', row.contact_id).executeTakeFirst(),
  ])
  // Deleted since, and the row with it.
  if (!webhook || !message) return
  const { id, name, email, subject, message: text, created_at } = message
  // The same bytes in every attempt.
  const body = JSON.stringify({
    type: 'message.created',
    timestamp: created_at,
    data: { id, name, email, subject, message: text, createdAt: created_at },
  })
  const outcome = await callWebhook(context, { ...webhook, id: row.id, body }, signal)
  const fields = { webhookId: webhook.id, deliveryId: row.id }
  if (outcome.isDelivered) {
    await markDelivered(context, row)
    log.info({ event: 'webhook.delivered', ...fields }, 'a message was reported to a webhook')
  } else if (signal.aborted) await giveBack(context, row)
  else {
    const isGivenUp = outcome.isOwn
      ? await waitForNetwork(context, row, outcome.reason)
      : await postpone(context, row, outcome.reason)
    const { reason } = outcome
    log.warn(
      { event: 'webhook.not-delivered', ...fields, reason, isGivenUp },
      'a webhook did not take a message',
    )
  }
}

// Reports new messages to webhooks: queued with the message, sent at once, retried, given up.
import type { Transaction } from 'kysely'
import { type AppContext, iso } from '../context.ts'
import type { JobRow } from '../db/job-tables.ts'
import type { Tables } from '../db/tables.ts'
import { Interrupted, JobFailure, type JobKind, type JobResult } from '../jobs/kinds.ts'
import { enqueue } from '../jobs/rows.ts'
import { noteFailure, noteOwnTrouble, noteSuccess } from './outcomes.ts'
import { callWebhook } from './request.ts'

type Tx = Transaction<Tables>

/** Milliseconds. */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** After the first attempt, the second, and so on: nine in two days. After the last one it is given up. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 16 * hour]
/** While this server has no network; such attempts do not count, until it is too old. */
const ownPause = 5 * minute
const maxAge = 48 * hour

interface Delivery {
  webhookId: string
}

/** Queues a report of a message for every webhook, in the transaction of the message. Emit 'jobs' after the commit. */
export async function queueDeliveries(context: AppContext, tx: Tx, contactId: string): Promise<void> {
  const webhooks = await tx.selectFrom('webhooks').select('id').where('disabled_at', 'is', null).execute()
  for (const { id } of webhooks) {
    const data: Delivery = { webhookId: id }
    const key = `${keysOf(id)}${contactId}`
    await enqueue(context, tx, { kind: 'webhook', key, contact_id: contactId, data })
  }
}

/** What the keys of all reports to a webhook begin with. */
function keysOf(webhookId: string): string {
  return `webhook:${webhookId}:`
}

/** What waits for a webhook that is switched off or deleted is not sent. */
export async function dropDeliveries(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .deleteFrom('jobs')
    .where('key', 'like', `${keysOf(webhookId)}%`)
    .execute()
}

/** The webhook works again. */
export async function makeDeliveriesDue(context: AppContext, tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ due_at: iso(context) })
    .where('key', 'like', `${keysOf(webhookId)}%`)
    .where('claim', 'is', null)
    .execute()
}

export const webhookJobs = {
  webhook: { queue: 'webhooks', pauses, run: deliver, onFailed: noteFailed },
} as const satisfies Record<string, JobKind>

async function deliver(
  context: AppContext,
  job: JobRow,
  signal: AbortSignal,
): Promise<JobResult | undefined> {
  const { db, log } = context
  const { webhookId }: Delivery = JSON.parse(job.data)
  const [webhook, message] = await Promise.all([
    db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirst(),
    db
      .selectFrom('contacts')
      .selectAll()
      .where('id', '=', job.contact_id ?? '')
      .executeTakeFirst(),
  ])
  // Deleted or switched off since.
  if (!webhook || webhook.disabled_at !== null || !message) return undefined
  const { id, name, email, subject, message: text, created_at } = message
  // The same bytes in every attempt.
  const body = JSON.stringify({
    type: 'message.created',
    timestamp: created_at,
    data: { id, name, email, subject, message: text, createdAt: created_at },
  })
  const outcome = await callWebhook(context, { ...webhook, id: `msg_${job.id}`, body }, signal)
  if (!outcome.isDelivered) {
    const { reason, isOwn } = outcome
    if (!isOwn) throw new JobFailure(reason)
    const isFinal = job.created_at < iso(context, -maxAge)
    throw new JobFailure(reason, { pause: ownPause, isUncounted: true, isFinal })
  }
  log.info(
    { event: 'webhook.delivered', webhookId, deliveryId: job.id },
    'a message was reported to a webhook',
  )
  return { record: (tx) => noteSuccess(context, tx, webhookId) }
}

async function noteFailed(
  context: AppContext,
  tx: Tx,
  job: JobRow,
  failure: JobFailure,
  isGivenUp: boolean,
): Promise<void> {
  if (failure instanceof Interrupted) return
  const { webhookId }: Delivery = JSON.parse(job.data)
  const reason = failure.message
  context.log.warn(
    { event: 'webhook.not-delivered', webhookId, deliveryId: job.id, reason, isGivenUp },
    'a webhook did not take a message',
  )
  if (failure.options.isUncounted) await noteOwnTrouble(context, tx, webhookId, reason)
  else if (await noteFailure(context, tx, webhookId, reason)) await dropDeliveries(tx, webhookId)
}

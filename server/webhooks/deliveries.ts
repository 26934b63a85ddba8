// Reports new messages to webhooks: queued with the message, sent at once, signed as Standard Webhooks says, retried, given up.
import { createHmac } from 'node:crypto'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { findRow } from '../db/search.ts'
import type { JobRow, WebhookRow } from '../db/tables.ts'
import { OutboundError, type OutboundReason, requestOutside } from '../http/outbound.ts'
import { enqueue, Interrupted, JobFailure, type JobKinds } from '../jobs/jobs.ts'
import { layOut } from '../mail/layout.ts'
import { type EmailKind, emailOwner } from '../mail/outbox.ts'
import { hour, iso, minute, second } from '../time.ts'

/** After the first attempt, the second, and so on: nine in two days. After the last one it is given up. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 16 * hour]

export const webhookQueue = 'webhooks'

/** Queues a report of a message for every webhook, in the transaction of the message. */
export async function queueDeliveries(context: AppContext, tx: Tx, contactId: string): Promise<void> {
  const webhooks = await tx.selectFrom('webhooks').select('id').where('disabled_at', 'is', null).execute()
  for (const { id } of webhooks) {
    const key = `webhook:${id}:${contactId}`
    await enqueue(context, tx, { kind: 'webhook', key, message_id: contactId })
  }
}

const webhookIdOf = ({ key }: JobRow) => key?.split(':')[1] ?? ''

export const webhookJobs = {
  webhook: {
    queue: webhookQueue,
    pauses,
    async run(context, job, signal) {
      const { db } = context
      const webhookId = webhookIdOf(job)
      const [webhook, message] = await Promise.all([
        findRow(db, 'webhooks', webhookId),
        findRow(db, 'messages', job.message_id),
      ])
      // Deleted or switched off since.
      if (!webhook || webhook.disabled_at !== null || !message) return undefined
      const { id, name, email, subject, message: text, created_at, extra } = message
      // What was entered in the owner's own fields.
      const entered = extra === '[]' ? {} : { extra: JSON.parse(extra) }
      // The same bytes in every attempt.
      const body = JSON.stringify({
        type: 'message.created',
        timestamp: created_at,
        data: { id, name, email, subject, message: text, ...entered, createdAt: created_at },
      })
      const error = await callWebhook(context, { ...webhook, id: `msg_${job.id}`, body }, signal)
      if (error !== null) throw new JobFailure(error)
      return { record: (tx) => noteOutcome(context, tx, webhookId, null) }
    },
    async onFailed(context, tx, job, failure, isGivenUp) {
      if (failure instanceof Interrupted) return
      const webhookId = webhookIdOf(job)
      const reason = failure.message
      context.log.warn(
        { event: 'webhook.not-delivered', webhookId, deliveryId: job.id, reason, isGivenUp },
        'a webhook did not take a message',
      )
      await noteOutcome(context, tx, webhookId, reason)
    },
  },
} satisfies JobKinds

/** Milliseconds of failures alone after which one is switched off. */
const disabledAfter = 5 * 24 * hour
/** As many as one message has: two bad moments with days between are no reason. */
const failuresToDisable = 9

/**
 * Switches it off once nothing but failures came for five days; the owner is emailed.
 * @param error why it was not delivered; null where it was
 */
export async function noteOutcome(
  context: AppContext,
  tx: Tx,
  id: string,
  error: string | null,
): Promise<void> {
  const now = iso(context)
  const webhook = await tx
    .updateTable('webhooks')
    .set((column) => ({
      last_at: now,
      last_error: error,
      failures: error === null ? 0 : column('failures', '+', 1),
      failing_since: error === null ? null : column.fn.coalesce('failing_since', column.val(now)),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  if (!webhook?.failing_since || webhook.failing_since > iso(context, -disabledAfter)) return
  if (webhook.failures < failuresToDisable || webhook.disabled_at !== null) return
  await tx.updateTable('webhooks').set({ disabled_at: now }).where('id', '=', id).execute()
  await record(context, tx, { kind: 'webhook.disabled', by: { role: 'operator' }, detail: webhook.url })
  await emailOwner(context, tx, { kind: 'webhook-disabled' })
  context.log.warn({ event: 'webhook.disabled', webhookId: id, reason: error }, 'a webhook was switched off')
}

/** Milliseconds for all of it, the name's resolution included. */
const timeout = 5_000

/** What went wrong, in a few words; anything else is no connection. */
const reasons: Partial<Record<OutboundReason, string>> = {
  'no-host': 'the host does not exist',
  'no-network': 'this server has no network',
  'private-address': 'not a public address',
  certificate: 'its certificate is not valid',
  'incomplete-certificate': 'its certificate is not complete',
  timeout: `no response within ${timeout / 1000} s`,
  unreadable: 'its response could not be read',
}

/**
 * Sends it once. Redirects are not followed; of the response only the status counts.
 * @param call with an id that is the same however often it is sent
 * @returns why it was not delivered; null where it was
 */
export async function callWebhook(
  context: AppContext,
  { url, secret, id, body }: Pick<WebhookRow, 'url' | 'secret' | 'id'> & { body: string },
  stop?: AbortSignal,
): Promise<string | null> {
  const timestamp = String(Math.floor(context.now().getTime() / 1000))
  const key = Buffer.from(secret, 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const limit = AbortSignal.timeout(timeout)
  try {
    const { status } = await requestOutside(context.network, new URL(url), {
      signal: stop ? AbortSignal.any([limit, stop]) : limit,
      body,
      headers: {
        'user-agent': 'Portfolio-Webhook/1',
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      },
    })
    return status >= 200 && status < 300 ? null : `status ${status}`
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return reasons[error.reason] ?? 'no connection'
  }
}

/** To the owner. */
export const webhookEmails = {
  'webhook-created': {
    async render({ db }, { account_id }, { brand, publicUrl }) {
      const webhooks = await db.selectFrom('webhooks').select('url').orderBy('created_at', 'desc').execute()
      if (webhooks.length === 0) return null
      return layOut(`${brand} reports its messages to a new webhook`, [
        'An admin has created a webhook: every new message goes there, with the name and email address of its sender.',
        `User ID of the admin: ${account_id}`,
        `All webhooks, the newest first: ${webhooks.map(({ url }) => url).join(', ')}`,
        'If none of you did this, delete it now:',
        { link: `${publicUrl}/dashboard/settings` },
      ])
    },
  },
  'webhook-disabled': {
    /** About those that are off at that moment; nothing is sent once none is. */
    async render({ db }, _, { brand, publicUrl }) {
      const off = await db
        .selectFrom('webhooks')
        .select(['url', 'last_error'])
        .where('disabled_at', 'is not', null)
        .orderBy('disabled_at', 'desc')
        .execute()
      if (off.length === 0) return null
      return layOut(`A webhook of ${brand} was switched off`, [
        'Every call of it has failed for five days. New messages are no longer reported to it; you find them in the dashboard.',
        ...off.map(({ url, last_error }) => `${url}: ${last_error}`),
        'A test that is delivered switches it on again:',
        { link: `${publicUrl}/dashboard/settings` },
      ])
    },
  },
} satisfies Record<string, EmailKind>

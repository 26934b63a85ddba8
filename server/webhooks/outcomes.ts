// What became of the calls of a webhook, and when it is switched off.
import type { Transaction } from 'kysely'
import { ownerEmails } from '../accounts/owner-emails.ts'
import { record } from '../audit/record.ts'
import { type AppContext, iso } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { queueEmail } from '../mail/outbox.ts'

type Tx = Transaction<Tables>

/** Milliseconds of failures alone after which one is switched off. */
const disabledAfter = 5 * 24 * 60 * 60_000
/** Calls that must have failed by then: as many as one report has, so that two bad moments with days between are not enough. */
const failuresToDisable = 9

export async function noteSuccess(context: AppContext, tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ last_at: iso(context), last_error: null, failures: 0, failing_since: null })
    .where('id', '=', id)
    .execute()
}

/**
 * Switches it off once nothing but failures came for five days; the owner is emailed.
 * @returns whether it is off now
 */
export async function noteFailure(context: AppContext, tx: Tx, id: string, reason: string): Promise<boolean> {
  const now = iso(context)
  const row = await tx
    .updateTable('webhooks')
    .set((column) => ({
      last_at: now,
      last_error: reason,
      failures: column('failures', '+', 1),
      failing_since: column.fn.coalesce('failing_since', column.val(now)),
    }))
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
  const isEnough =
    row?.failing_since &&
    row.failing_since <= iso(context, -disabledAfter) &&
    row.failures >= failuresToDisable
  if (!isEnough || row.disabled_at !== null) return false
  await tx.updateTable('webhooks').set({ disabled_at: now }).where('id', '=', id).execute()
  await record(context, tx, { kind: 'webhook.disabled', by: { role: 'operator' }, detail: row.url })
  for (const recipient of await ownerEmails({ ...context, db: tx }))
    await queueEmail(context, tx, { kind: 'webhook-disabled', recipient })
  context.log.warn({ event: 'webhook.disabled', webhookId: id, reason }, 'a webhook was switched off')
  return true
}

/** Shown, but not counted: it says nothing about the webhook. */
export async function noteOwnTrouble(
  context: AppContext,
  tx: Tx,
  id: string,
  reason: string,
): Promise<false> {
  await tx
    .updateTable('webhooks')
    .set({ last_at: iso(context), last_error: reason })
    .where('id', '=', id)
    .execute()
  return false
}

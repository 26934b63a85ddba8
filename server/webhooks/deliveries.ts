// What is still to be reported to webhooks: queued with the message, taken with a lease, retried, given up.
import type { ExpressionBuilder, Selectable, Transaction } from 'kysely'
import { type AppContext, clockTolerance, iso, newId } from '../context.ts'
import type { WebhookDeliveryRow } from '../db/api-tables.ts'
import type { Tables } from '../db/tables.ts'
import { noteFailure, noteOwnTrouble, noteSuccess } from './outcomes.ts'

type Tx = Transaction<Tables>

/** Milliseconds. */
const second = 1_000
const minute = 60 * second
const hour = 60 * minute
/** Longer than an attempt may take; after a crash another process makes it then. */
const lease = minute
/** After the first attempt, the second, and so on: nine in two days. After the last one it is given up. */
const pauses = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 16 * hour]
/** While this server has no network; such attempts do not count, until it is too old. */
const ownPause = 5 * minute
const maxAge = 48 * hour

/** Queues a report of a message for every webhook, in the transaction of the message. Emit 'webhooks' after the commit. */
export async function queueDeliveries(context: AppContext, tx: Tx, contactId: string): Promise<void> {
  const webhooks = await tx.selectFrom('webhooks').select('id').where('disabled_at', 'is', null).execute()
  const now = iso(context)
  for (const { id } of webhooks)
    await tx
      .insertInto('webhook_deliveries')
      .values({
        id: `msg_${newId()}`,
        webhook_id: id,
        contact_id: contactId,
        attempts: 0,
        due_at: now,
        lease_until: null,
        created_at: now,
      })
      .execute()
}

export type ClaimedDelivery = Selectable<WebhookDeliveryRow>

/** Takes the leases of what is due, the oldest first. Of several instances one gets each. */
export async function claimDue(context: AppContext, max: number): Promise<ClaimedDelivery[]> {
  const free = context.db
    .selectFrom('webhook_deliveries')
    .select(['id', 'due_at'])
    .where((row) => isFree(context, row))
    .orderBy('due_at')
    .limit(max)
  const latest = iso(context, Math.max(...pauses) + clockTolerance)
  const due = await free
    // The second half was written by a clock that has been set back since.
    .where((row) => row.or([row('due_at', '<=', iso(context)), row('due_at', '>', latest)]))
    .execute()
  const claimed: ClaimedDelivery[] = []
  for (const { id, due_at } of due) {
    const row = await context.db
      .updateTable('webhook_deliveries')
      .set({ lease_until: iso(context, lease) })
      .where('id', '=', id)
      // Not one that another process has tried since it was read.
      .where('due_at', '=', due_at)
      .where((query) => isFree(context, query))
      .returningAll()
      .executeTakeFirst()
    if (row) claimed.push(row)
  }
  return claimed
}

function isFree(context: AppContext, row: ExpressionBuilder<Tables, 'webhook_deliveries'>) {
  return row.or([
    row('lease_until', 'is', null),
    row('lease_until', '<=', iso(context)),
    row('lease_until', '>', iso(context, lease + clockTolerance)),
  ])
}

/** A stop has cut it off: the next process sends it at once. */
export async function giveBack(context: AppContext, row: ClaimedDelivery): Promise<void> {
  await claimedRow(context.db, row).set({ lease_until: null }).execute()
}

/** The webhook's row first, as everywhere: two transactions that take the locks in another order would wait for each other. */
export async function markDelivered(context: AppContext, row: ClaimedDelivery): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await noteSuccess(context, tx, row.webhook_id)
    await tx.deleteFrom('webhook_deliveries').where('id', '=', row.id).execute()
  })
}

/** This server's own trouble: it does not count against the webhook. */
export async function waitForNetwork(
  context: AppContext,
  row: ClaimedDelivery,
  reason: string,
): Promise<boolean> {
  const isTooOld = row.created_at < iso(context, -maxAge)
  await context.db.transaction().execute(async (tx) => {
    await noteOwnTrouble(context, tx, row.webhook_id, reason)
    if (isTooOld) await tx.deleteFrom('webhook_deliveries').where('id', '=', row.id).execute()
    else
      await claimedRow(tx, row)
        .set({ lease_until: null, due_at: iso(context, ownPause) })
        .execute()
  })
  return isTooOld
}

/** @returns whether it is given up. */
export async function postpone(context: AppContext, row: ClaimedDelivery, reason: string): Promise<boolean> {
  const pause = pauses[row.attempts]
  await context.db.transaction().execute(async (tx) => {
    await noteFailure(context, tx, row.webhook_id, reason)
    if (pause === undefined) await tx.deleteFrom('webhook_deliveries').where('id', '=', row.id).execute()
    else
      await claimedRow(tx, row)
        .set({ attempts: row.attempts + 1, due_at: iso(context, pause), lease_until: null })
        .execute()
  })
  return pause === undefined
}

/** A process that lost the lease must not change the attempt of another. */
function claimedRow(db: AppContext['db'] | Tx, { id, lease_until }: ClaimedDelivery) {
  return db.updateTable('webhook_deliveries').where('id', '=', id).where('lease_until', '=', lease_until)
}

// The SQL of the outbox: which email is due, the lease of the process that sends it, and the outcome.
import { type ExpressionBuilder, type Selectable, sql } from 'kysely'
import { type AppContext, clockTolerance, iso } from '../context.ts'
import type { OutboxRow, Tables } from '../db/tables.ts'
import { causeOfRow, countSent, limitedRows, type MailCause, urgencyOfRow } from './hourly-limit.ts'
import { longestPause } from './server-health.ts'

/** Milliseconds. Longer than an attempt may take; after a crash another process sends the email then. */
export const lease = 42_000
const firstPause = 5_000

/**
 * The next emails to try, at most `limit`, the most urgent cause first, and those of `last` after all others.
 * @param select.inTrouble one email that shows whether the server is back: a new one, else the one that waits longest
 */
export async function nextEmails(
  context: AppContext,
  select: { limit: number; except: string[]; last: string[]; inTrouble: boolean },
): Promise<Pick<OutboxRow, 'id' | 'attempts'>[]> {
  const limited = await limitedRows(context)
  const now = iso(context)
  let query = context.db
    .selectFrom('outbox')
    .select(['id', 'attempts'])
    .where('rejected_at', 'is', null)
    .where((row) => isFree(context, row))
    .limit(select.limit)
  if (limited) query = query.where((row) => row.not(limited))
  if (select.except.length > 0) query = query.where('id', 'not in', select.except)
  if (select.last.length > 0)
    query = query.orderBy(sql`case when id in (${sql.join(select.last)}) then 1 else 0 end`)
  if (select.inTrouble)
    return query.orderBy(sql`case when attempts = 0 then 0 else 1 end`).orderBy('due_at').execute()
  return query
    .where((row) =>
      row.or([row('due_at', '<=', now), row('due_at', '>', iso(context, longestPause + clockTolerance))]),
    )
    .orderBy(urgencyOfRow(context.emailKinds))
    .orderBy('due_at')
    .execute()
}

/** No process is sending it. The clocks of instances differ, and a statement may run some time after `now` was read. */
function isFree(context: AppContext, row: ExpressionBuilder<Tables, 'outbox'>) {
  return row.or([
    row('lease_until', 'is', null),
    row('lease_until', '<=', iso(context)),
    row('lease_until', '>', iso(context, lease + clockTolerance)),
  ])
}

export type ClaimedEmail = Selectable<OutboxRow> & { cause: MailCause }

/** Takes the lease. Of two processes that want an email only one gets the row. */
export async function claim(context: AppContext, id: string): Promise<ClaimedEmail | undefined> {
  return context.db
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), lease_until: iso(context, lease) }))
    .where('id', '=', id)
    .where('rejected_at', 'is', null)
    .where((row) => isFree(context, row))
    .returningAll()
    .returning(causeOfRow(context.emailKinds).as('cause'))
    .executeTakeFirst()
}

/** Releases the lease of an unsent email, so that the next process sends it at once. */
export async function giveBack(context: AppContext, row: OutboxRow): Promise<void> {
  await context.db
    .updateTable('outbox')
    .set({ lease_until: null })
    .where('id', '=', row.id)
    .where('lease_until', '=', row.lease_until)
    .execute()
}

/** Deletes an email that has nothing left to say. */
export async function drop(context: AppContext, row: OutboxRow): Promise<void> {
  await context.db.deleteFrom('outbox').where('id', '=', row.id).execute()
}

export async function markSent(context: AppContext, row: ClaimedEmail): Promise<void> {
  const now = iso(context)
  await context.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('outbox').where('id', '=', row.id).execute()
    await tx.updateTable('mail_state').set({ sent_at: now }).execute()
    await countSent(context, tx, row.cause)
    await context.emailKinds[row.kind].onSent?.(tx, row, now, context.transport.kind)
  })
}

/** @param mayWait the longest pause in milliseconds until the next attempt */
export async function postpone(
  context: AppContext,
  row: OutboxRow,
  error: string,
  mayWait = longestPause,
): Promise<void> {
  const pause = Math.min(firstPause * 2 ** (row.attempts - 1), mayWait)
  await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('outbox')
      .set({ due_at: iso(context, pause), lease_until: null, error })
      .where('id', '=', row.id)
      // A process that lost the lease must not change the attempt of another.
      .where('lease_until', '=', row.lease_until)
      .execute()
    await context.emailKinds[row.kind].onPostponed?.(tx, row, error)
  })
}

/** The mail server rejected the email for good. Its row stays only where its feature shows that. */
export async function giveUp(context: AppContext, row: OutboxRow, error: string): Promise<void> {
  const now = iso(context)
  const kind = context.emailKinds[row.kind]
  await context.db.transaction().execute(async (tx) => {
    if (kind.staysWhenRejected)
      await tx
        .updateTable('outbox')
        .set({ rejected_at: now, error, lease_until: null })
        .where('id', '=', row.id)
        .execute()
    else await tx.deleteFrom('outbox').where('id', '=', row.id).execute()
    await kind.onRejected?.(tx, row, error, now)
  })
}

/** Everything that waits after a failure is due at once; what is being sent is left alone. */
export async function makeAllDue(context: AppContext): Promise<void> {
  await context.db
    .updateTable('outbox')
    .set({ due_at: iso(context) })
    .where('rejected_at', 'is', null)
    .where('due_at', '>', iso(context))
    .where((row) => isFree(context, row))
    .execute()
}

export interface MailState {
  waiting: number
  /** When an email that failed is due again: ISO time. */
  retry: string | null
  lastSent: string | null
  /** Whether one is stored that the mail server rejected. */
  hasRejected: boolean
}

/** What the queue is doing, for the dashboard. */
export async function readMailState({ db }: Pick<AppContext, 'db'>): Promise<MailState> {
  const { lastRejected, ...state } = await db
    .selectFrom('outbox')
    .select((row) => [
      row.fn.countAll<number>().as('waiting'),
      sql<string | null>`min(case when error is not null then due_at end)`.as('retry'),
      row.selectFrom('mail_state').select('sent_at').as('lastSent'),
      // Not `exists`, for which SQLite would read all that wait.
      row
        .selectFrom('outbox')
        .select((other) => other.fn.max('rejected_at').as('at'))
        .as('lastRejected'),
    ])
    .where('rejected_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { ...state, hasRejected: lastRejected !== null }
}

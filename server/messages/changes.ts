// What admins do to messages: read, archived, marked as replied, deleted; one or many at once, and after some months where
// an admin has chosen so.
import { setImmediate } from 'node:timers/promises'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { contactChange, Mailbox } from '../../contract/messages.ts'
import { isId } from '../../contract/paging.ts'
import { retentionMonths } from '../../contract/settings.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connect.ts'
import { countRows } from '../db/search.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import type { MessageRow, Tables } from '../db/tables.ts'
import type { Actor, SignedInActor } from '../http/client.ts'
import { iso } from '../time.ts'
import { mark, queueNotification } from './incoming.ts'

/**
 * Changes messages in one transaction; what is not named stays as it is. A message with a sent reply stays replied.
 * @returns how many of the messages there are
 */
export async function changeMessages(
  context: AppContext,
  { ids, folder: mailbox, read, replied }: z.output<typeof contactChange>,
): Promise<number> {
  const possible = ids.filter(isId)
  if (possible.length === 0) return 0
  return context.inTransaction(async (tx) => {
    // In one order, so that two transactions never wait for each other, and before anything is written.
    const rows = await tx
      .updateTable('messages')
      .set((row) => ({ email: row.ref('email') }))
      .where('id', 'in', possible.toSorted())
      .returning(['id', 'mailbox', 'held_at', 'email', 'text_key'])
      .execute()
    if (rows.length === 0) return 0
    if (mailbox) await followMoves(context, tx, rows, mailbox)
    const now = iso(context)
    await tx
      .updateTable('messages')
      .set((row) => ({
        ...(mailbox && { mailbox }),
        ...(read !== undefined && {
          unread_since: read ? null : row.fn.coalesce('unread_since', row.val(now)),
        }),
        ...(replied !== undefined && {
          replied_at: replied ? row.fn.coalesce('replied_at', row.val(now)) : sentReplyAt(row),
        }),
      }))
      .where('id', 'in', possible)
      .execute()
    return rows.length
  })
}

/** When the first reply was sent; null where none was. */
function sentReplyAt({ selectFrom }: ExpressionBuilder<Tables, 'messages'>) {
  return selectFrom('replies')
    .select((reply) => reply.fn.min('sent_at').as('sent'))
    .whereRef('message_id', '=', 'messages.id')
}

/**
 * What was held back is mailed, once, as soon as it is no spam. What an admin moves to spam holds back later messages
 * of its sender and with its text, until it is moved back.
 */
export async function followMoves(
  context: AppContext,
  tx: Tx,
  rows: Pick<MessageRow, 'id' | 'mailbox' | 'held_at' | 'email' | 'text_key'>[],
  mailbox: Mailbox,
): Promise<void> {
  const moved = rows.filter((row) => (row.mailbox === 'spam') !== (mailbox === 'spam'))
  if (moved.length === 0) return
  if (mailbox !== 'spam') {
    for (const { id, held_at } of moved) if (held_at !== null) await queueNotification(context, tx, id)
    const ids = moved.map(({ id }) => id)
    await tx
      .updateTable('messages')
      .set({ held_at: null, spam_reason: null })
      .where('id', 'in', ids)
      .execute()
  }
  await mark(context, tx, moved, mailbox === 'spam')
}

/** Rows in one transaction: more keep all others waiting on SQLite, and exceed the time limit of a statement on PostgreSQL. */
const batch = 200
/** Milliseconds after which a request begins no further transaction. */
const requestLimit = 1_000

/**
 * Deletes messages with their replies and queued emails, in transactions that each record what they delete: where it
 * ends in the middle, the rest is still there.
 * @param which what the audit trail calls them, after their number
 * @param ms milliseconds after which it leaves the rest; without, none is left
 * @returns how many it deleted
 */
async function deleteMessages(
  context: AppContext,
  by: Actor,
  which: string,
  condition: (row: ExpressionBuilder<Tables, 'messages'>) => Expression<SqlBool>,
  ms = Number.POSITIVE_INFINITY,
): Promise<number> {
  const end = context.now().getTime() + ms
  for (let all = 0; ; await setImmediate()) {
    const [found, deleted] = await context.db.transaction().execute(async (tx) => {
      const some = await tx.selectFrom('messages').select('id').where(condition).limit(batch).execute()
      if (some.length === 0) return [0, 0]
      const ids = some.map(({ id }) => id)
      // Another request may have deleted or moved some of them since.
      const deletion = tx.deleteFrom('messages').where('id', 'in', ids).where(condition)
      const deleted = Number((await deletion.executeTakeFirst()).numDeletedRows)
      const detail = [counted(deleted), which].filter(Boolean).join(' ')
      if (deleted > 0) await record(context, tx, { kind: 'contacts.deleted', by, detail })
      return [some.length, deleted]
    })
    all += deleted
    if (found < batch || context.now().getTime() > end) return all
  }
}

export function deleteByIds(context: AppContext, by: Actor, ids: string[]): Promise<number> {
  // PostgreSQL accepts neither a NUL in a text nor an empty list.
  const possible = ids.filter(isId)
  if (possible.length === 0) return Promise.resolve(0)
  return deleteMessages(context, by, '', (row) => row('id', 'in', possible))
}

/** Held messages that are stored, of each reason: what a program sends day and night must not fill the disk. */
const maxHeld = 2_000

/** For the cleanup job. Of each reason for itself, as bots must not push out what was held for another; never what an admin has moved. */
export async function dropOldestSpam(context: AppContext): Promise<void> {
  const beyond = sql<string>`(
    select id from (
      select id, row_number() over (partition by spam_reason order by held_at desc, id desc) as number
      from messages where mailbox = 'spam' and held_at is not null
    ) as held where number > ${maxHeld})`
  await deleteMessages(context, { role: 'operator' }, 'beyond the newest in spam', (row) =>
    row('id', 'in', beyond),
  )
}

/** @returns how many it deleted in the time of a request, and how many are left */
export async function deleteSpam(context: AppContext, by: Actor): Promise<{ deleted: number; left: number }> {
  const deleted = await deleteMessages(
    context,
    by,
    'in spam',
    (row) => row('mailbox', '=', 'spam'),
    requestLimit,
  )
  return { deleted, left: await countRows(context.db.selectFrom('messages').where('mailbox', '=', 'spam')) }
}

export function counted(messages: number): string {
  return `${messages} ${messages === 1 ? 'message' : 'messages'}`
}

const setting = 'message-months'

/** Months, or 0 for never. */
export async function readRetention({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const months = Number((await readSetting(db, setting)) ?? 0)
  // A value that this version does not know deletes nothing.
  return retentionMonths.find((known) => known === months) ?? 0
}

export async function setRetention(context: AppContext, by: SignedInActor, months: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await writeSetting(tx, setting, String(months))
    const detail = months === 0 ? 'never' : `after ${months} months`
    await record(context, tx, { kind: 'retention.changed', by, detail })
  })
}

/** How many messages a period would delete at once; 0 months for never. */
export async function countOldMessages({ db, now }: AppContext, months: number): Promise<number> {
  if (months === 0) return 0
  return countRows(db.selectFrom('messages').where('created_at', '<', monthsAgo(now(), months)))
}

/** For the cleanup job: deletes messages that are old enough, and what was remembered of spam before that. */
export async function deleteOldMessages(context: AppContext): Promise<void> {
  const months = await readRetention(context)
  if (months === 0) return
  const before = monthsAgo(context.now(), months)
  const which = `older than ${months} months`
  await deleteMessages(context, { role: 'operator' }, which, (row) => row('created_at', '<', before))
  await context.db.deleteFrom('spam_marks').where('created_at', '<', before).execute()
}

/** The same day so many months before, or the last one of that month. */
function monthsAgo(now: Date, months: number): string {
  const date = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO('UTC').subtract({ months })
  return new Date(date.epochMilliseconds).toISOString()
}

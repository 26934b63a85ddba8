// Letters queued with the row that causes them; sent, retried with back-off, and given up only on a firm refusal.
import type { Transaction } from 'kysely'
import type { Database } from '../db/connect.ts'
import type { OutboxRow, Tables } from '../db/tables.ts'
import { MailRefused, type Transport } from '../mail/transport.ts'
import { type AppContext, iso, newId } from './context.ts'
import { writeLetter } from './letters.ts'

/** Milliseconds. Nobody else takes a letter while one process is at it; after a crash it is due again. */
const lease = 90_000
const firstRetry = 5_000
const longestRetry = 60 * 60_000
const pollInterval = 5_000
const batch = 4

export type NewLetter = Pick<OutboxRow, 'kind' | 'recipient'> &
  Partial<Pick<OutboxRow, 'user_id' | 'contact_id' | 'reply_id'>>

/** Queues a letter in the transaction of its cause: both are there or neither. Announce 'outbox' after the commit. */
export async function queueLetter(
  context: Pick<AppContext, 'now'>,
  db: Database | Transaction<Tables>,
  letter: NewLetter,
): Promise<string> {
  const id = newId()
  // A newer letter with a secret takes the place of the older one, sent or not.
  if (letter.user_id && (letter.kind === 'reset' || letter.kind === 'verify'))
    await db
      .deleteFrom('outbox')
      .where('kind', '=', letter.kind)
      .where('user_id', '=', letter.user_id)
      .execute()
  await db
    .insertInto('outbox')
    .values({
      user_id: null,
      contact_id: null,
      reply_id: null,
      ...letter,
      id,
      attempts: 0,
      due_at: iso(context),
      refused_at: null,
      error: null,
      created_at: iso(context),
    })
    .execute()
  return id
}

export type Delivery =
  | { outcome: 'sent'; where: string }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'later'; reason: string }
  /** Another process or another call has it, or it is gone. */
  | { outcome: 'taken' }

/** Letters on the wire, those that a request asked for too: a stop of the server waits for them. */
const underway = new WeakMap<Transport, Set<Promise<unknown>>>()

/** Sends one letter now if it is due. Never throws for a failing mail server. */
export function deliver(context: AppContext, id: string): Promise<Delivery> {
  const letters = underway.get(context.transport) ?? new Set()
  underway.set(context.transport, letters)
  const sending = claimAndSend(context, id).finally(() => letters.delete(sending))
  letters.add(sending)
  return sending
}

async function claimAndSend(context: AppContext, id: string): Promise<Delivery> {
  const row = await claim(context, id)
  if (!row) return { outcome: 'taken' }
  try {
    const letter = await writeLetter(context, row)
    const where = letter ? await context.transport.send(letter) : ''
    await markSent(context, row)
    context.log.info(
      { letter: row.id, kind: row.kind, where: letter ? where : 'nothing to say' },
      'mail sent',
    )
    return { outcome: 'sent', where }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const refused = error instanceof MailRefused
    await markFailed(context, row, reason, refused)
    context.log.warn(
      { letter: row.id, kind: row.kind, attempts: row.attempts, reason, refused },
      'mail not sent',
    )
    return { outcome: refused ? 'refused' : 'later', reason }
  }
}

async function claim(context: AppContext, id: string): Promise<OutboxRow | undefined> {
  return context.db
    .updateTable('outbox')
    .set((row) => ({ attempts: row('attempts', '+', 1), due_at: iso(context, lease) }))
    .where('id', '=', id)
    .where('refused_at', 'is', null)
    .where('due_at', '<=', iso(context))
    .returningAll()
    .executeTakeFirst()
}

async function markSent(context: AppContext, row: OutboxRow): Promise<void> {
  const now = iso(context)
  await context.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('outbox').where('id', '=', row.id).execute()
    if (!row.reply_id) return
    // A message counts as replied only now that the mail server has the reply (decision 97).
    await tx
      .updateTable('replies')
      .set({ sent_at: now, error: null })
      .where('id', '=', row.reply_id)
      .execute()
    await tx
      .updateTable('contacts')
      .set({ replied_at: now })
      .where('id', '=', row.contact_id)
      .where('replied_at', 'is', null)
      .execute()
  })
}

async function markFailed(context: AppContext, row: OutboxRow, reason: string, refused: boolean) {
  const error = reason.slice(0, 500)
  const wait = Math.min(firstRetry * 2 ** (row.attempts - 1), longestRetry)
  await context.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('outbox')
      .set(refused ? { refused_at: iso(context), error } : { due_at: iso(context, wait), error })
      .where('id', '=', row.id)
      .execute()
    if (row.reply_id)
      await tx
        .updateTable('replies')
        .set(refused ? { refused_at: iso(context), error } : { error })
        .where('id', '=', row.reply_id)
        .execute()
  })
}

/** Sends what is due, a few at a time, until nothing is. */
export async function deliverDue(context: AppContext): Promise<void> {
  for (;;) {
    const due = await context.db
      .selectFrom('outbox')
      .select('id')
      .where('refused_at', 'is', null)
      .where('due_at', '<=', iso(context))
      .orderBy('due_at')
      .limit(batch)
      .execute()
    if (due.length === 0) return
    await Promise.all(due.map(({ id }) => deliver(context, id)))
  }
}

/** The last trouble with mail, for the banner in the dashboard; null while all goes well. */
export async function mailTrouble(context: AppContext): Promise<string | null> {
  const row = await context.db
    .selectFrom('outbox')
    .select('error')
    .where('error', 'is not', null)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.error ?? null
}

/** Runs the outbox until the returned function is called; that waits for the letters being sent. */
export function runOutbox(context: AppContext): () => Promise<void> {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false
  const wake = () => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = deliverDue(context)
      .catch((error) => context.log.error({ err: error }, 'outbox'))
      .finally(() => {
        running = null
        if (again) {
          again = false
          wake()
        }
      })
  }
  const timer = setInterval(wake, pollInterval)
  const silence = context.changes.on('outbox', wake)
  wake()
  return async () => {
    stopped = true
    clearInterval(timer)
    silence()
    await running
    await Promise.allSettled(underway.get(context.transport) ?? [])
  }
}

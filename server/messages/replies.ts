// Replies to messages: stored and queued in one transaction, then sent at once. A message counts as replied once the mail
// server has accepted a reply.
import type * as z from 'zod/mini'
import type { reply } from '../../contract/messages.ts'
import { Problem } from '../../contract/problem.ts'
import type { ReplyState, SentReply } from '../../contract/responses/messages.ts'
import type { AppContext } from '../context.ts'
import { findRow } from '../db/search.ts'
import type { ReplyRow } from '../db/tables.ts'
import { newId } from '../ids.ts'
import { runJob } from '../jobs/runner.ts'
import { queueEmail, replyKey } from '../mail/outbox.ts'
import { parseReply } from '../pages/markdown.ts'
import { iso, within } from '../time.ts'
import { followMoves } from './changes.ts'

/** Milliseconds that an admin waits for the mail server before the reply is sent in the background. */
const replyTimeout = 10_000

/**
 * `file`: where it is while no mail server is set up, as far as this process knows; `reason`: what the mail server or the
 * connection to it says, null without a response in time.
 */
export type ReplyOutcome = { sent: true; file: string | null } | { sent: false; reason: string | null }

/**
 * Stores the reply with its email, then sends it. A repeated key is the same reply: it is not sent twice, but one
 * that was rejected is sent again with the new text.
 * @returns whether the mail server accepted it in time; if not, it is retried in the background.
 * @throws Problem 'mail-rejected' with the server's reply when it rejected the email for good; 'unknown' without the
 * message; 'duplicate' for the key of a reply that was saved with another text.
 */
export async function replyTo(
  context: AppContext,
  contactId: string,
  { replySubject, replyBody, key }: z.output<typeof reply>,
  author: { id: string; name: string },
): Promise<ReplyOutcome> {
  const text = { subject: replySubject, body: replyBody }
  const { replyId, emailId } = await store(context, contactId, text, author, `${contactId}:${key || newId()}`)
  // The reply is stored: a database that is away or full by now only delays its email.
  const failed = (err: unknown) =>
    void context.log.error({ event: 'mail.failed', err, emailId }, 'a reply was not sent')
  const accepted = await within(replyTimeout, emailId ? runJob(context, emailId).catch(failed) : undefined)
  const row = await findRow(context.db, 'replies', replyId)
  if (!row) throw unknownMessage()
  if (row.rejected_at)
    throw new Problem('mail-rejected', `The mail server rejected the reply: ${row.error ?? ''}`)
  if (row.sent_at) return { sent: true, file: row.error && (accepted ?? 'the outbox folder') }
  const { stop, running } = context.jobs
  // Of an earlier attempt while this one is still under way.
  const reason = running.has(emailId ?? '') ? null : row.error
  return { sent: false, reason: stop.signal.aborted ? 'The server is stopping.' : reason }
}

/** Oldest first, by message: the replies of a whole page in one query. */
export async function repliesTo({ db }: AppContext, contactIds: string[]): Promise<Map<string, ReplyRow[]>> {
  if (contactIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('replies')
    .selectAll()
    .where('message_id', 'in', contactIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ message_id }) => message_id)
}

export function shownReply(row: ReplyRow): SentReply {
  return {
    id: row.id,
    subject: row.subject,
    body: row.body,
    formatted: parseReply(row.body),
    author: row.author,
    authorId: row.author_id,
    createdAt: row.created_at,
    sentAt: row.sent_at,
    state: stateOf(row),
    error: row.error,
  }
}

function stateOf({ sent_at, rejected_at }: Pick<ReplyRow, 'sent_at' | 'rejected_at'>): ReplyState {
  return sent_at ? 'sent' : rejected_at ? 'rejected' : 'sending'
}

/** @returns the reply, and its email unless that has been sent. */
async function store(
  context: AppContext,
  contactId: string,
  text: { subject: string; body: string },
  author: { id: string; name: string },
  key: string,
): Promise<{ replyId: string; emailId: string | undefined }> {
  return context.db.transaction().execute(async (tx) => {
    // A write before the reads: it waits for a transaction that deletes the message or stores the same key. Whoever replies
    // from the list has read it.
    const contact = await tx
      .updateTable('messages')
      .set({ unread_since: null })
      .where('id', '=', contactId)
      .returning(['id', 'email', 'mailbox', 'held_at', 'text_key'])
      .executeTakeFirst()
    if (!contact) throw unknownMessage()
    // A reply says that it is no spam.
    if (contact.mailbox === 'spam') {
      await followMoves(context, tx, [contact], 'inbox')
      await tx.updateTable('messages').set({ mailbox: 'inbox' }).where('id', '=', contactId).execute()
    }
    const known = await tx
      .selectFrom('replies')
      .selectAll()
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    if (known && stateOf(known) !== 'rejected') {
      if (known.subject !== text.subject || known.body !== text.body) throw alreadySaved()
      const email = await tx
        .selectFrom('jobs')
        .select('id')
        .where('key', '=', replyKey(known.id))
        .executeTakeFirst()
      return { replyId: known.id, emailId: email?.id }
    }
    const fresh = {
      ...text,
      author: author.name,
      author_id: author.id,
      sent_at: null,
      rejected_at: null,
      error: null,
      created_at: iso(context),
    }
    const { id: replyId } = await tx
      .insertInto('replies')
      .values({ ...fresh, id: newId(), message_id: contactId, idempotency_key: key })
      .onConflict((conflict) => conflict.column('idempotency_key').doUpdateSet(fresh))
      .returning('id')
      .executeTakeFirstOrThrow()
    const email = {
      kind: 'reply',
      recipient: contact.email,
      message_id: contactId,
      reply_id: replyId,
    } as const
    return { replyId, emailId: await queueEmail(context, tx, email) }
  })
}

/** An admin who did not see the outcome and typed on must know that the first version is being sent. */
function alreadySaved(): Problem {
  return new Problem(
    'duplicate',
    'An earlier version of this reply was already saved and is being sent. Send again to send this version too.',
  )
}

export function unknownMessage(): Problem {
  return new Problem('unknown', 'This message no longer exists.')
}

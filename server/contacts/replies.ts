// Replies to messages: stored and queued at once, mailed at once; "replied" only when the mail server has taken one.
import { setTimeout as rest } from 'node:timers/promises'
import type * as z from 'zod/mini'
import type { ReplyState, reply, SentReply } from '../../contract/contacts.ts'
import { Problem } from '../../contract/problem.ts'
import { type AppContext, iso, newId } from '../context.ts'
import type { ReplyRow } from '../db/tables.ts'
import { deliver } from '../mail/delivery.ts'
import { queueEmail } from '../mail/outbox.ts'

/** Milliseconds between looks at an email that another hand is sending. */
const lookEvery = 100

export type ReplyOutcome = { sent: true; where: string } | { sent: false }

/**
 * Stores the reply with its email, then sends it. The same key again is the same reply [R25]: it is not
 * sent twice, but one that was refused is tried again with the words of this time.
 * @returns whether the mail server took it in time; if not, it is retried behind.
 * @throws Problem 'mail-rejected' with the server's words when it refused for good; 'unknown' without the message;
 * 'duplicate' for the key of a reply that was saved with other words.
 */
export async function replyTo(
  context: AppContext,
  contactId: string,
  { replySubject, replyBody, key }: z.output<typeof reply>,
  author: string,
): Promise<ReplyOutcome> {
  const words = { subject: replySubject, body: replyBody }
  const { replyId, emailId } = await store(
    context,
    contactId,
    words,
    author,
    `${contactId}:${key || newId()}`,
  )
  const { replyTimeout } = context.outgoing.pace
  const deadline = performance.now() + replyTimeout
  const sending = emailId
    ? deliver(context, emailId, 'replies')
    : Promise.resolve({ outcome: 'taken' as const })
  // Answering early leaves the email to go on alone; a database that goes away meanwhile is for the log.
  sending.catch((error) => context.log.error({ err: error, email: emailId }, 'reply'))
  const delivery = await Promise.race([sending, rest(replyTimeout, undefined, { ref: false })])
  if (delivery?.outcome === 'taken') return watch(context, replyId, deadline)
  if (delivery?.outcome === 'rejected') throw refused(delivery.reason)
  return delivery?.outcome === 'sent' ? { sent: true, where: delivery.where } : { sent: false }
}

/** Oldest first, by message: the replies of a whole page in one query. */
export async function repliesTo({ db }: AppContext, contactIds: string[]): Promise<Map<string, SentReply[]>> {
  if (contactIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('replies')
    .selectAll()
    .where('contact_id', 'in', contactIds)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const replies = new Map<string, SentReply[]>()
  for (const row of rows) {
    const list = replies.get(row.contact_id) ?? []
    replies.set(row.contact_id, list)
    list.push({
      id: row.id,
      subject: row.subject,
      body: row.body,
      author: row.author,
      createdAt: row.created_at,
      sentAt: row.sent_at,
      state: stateOf(row),
      error: row.error,
    })
  }
  return replies
}

function stateOf({ sent_at, rejected_at }: Pick<ReplyRow, 'sent_at' | 'rejected_at'>): ReplyState {
  return sent_at ? 'sent' : rejected_at ? 'rejected' : 'sending'
}

/** @returns the reply, and its email unless that has been sent. */
async function store(
  context: AppContext,
  contactId: string,
  words: { subject: string; body: string },
  author: string,
  key: string,
): Promise<{ replyId: string; emailId: string | undefined }> {
  return context.db.transaction().execute(async (tx) => {
    // A write before the reads: it waits for whoever deletes the message or stores the same key just now.
    const contact = await tx
      .updateTable('contacts')
      .set((row) => ({ email: row.ref('email') }))
      .where('id', '=', contactId)
      .returning('email')
      .executeTakeFirst()
    if (!contact) throw unknownContact()
    const known = await tx
      .selectFrom('replies')
      .selectAll()
      .where('idempotency_key', '=', key)
      .executeTakeFirst()
    if (known && stateOf(known) !== 'rejected') {
      if (known.subject !== words.subject || known.body !== words.body) throw alreadySaved()
      const email = await tx
        .selectFrom('outbox')
        .select('id')
        .where('reply_id', '=', known.id)
        .executeTakeFirst()
      return { replyId: known.id, emailId: email?.id }
    }
    const replyId = known?.id ?? newId()
    const fresh = {
      ...words,
      author,
      sent_at: null,
      rejected_at: null,
      error: null,
      created_at: iso(context),
    }
    if (known) {
      await tx.updateTable('replies').set(fresh).where('id', '=', replyId).execute()
      await tx.deleteFrom('outbox').where('reply_id', '=', replyId).execute()
    } else
      await tx
        .insertInto('replies')
        .values({ ...fresh, id: replyId, contact_id: contactId, idempotency_key: key })
        .execute()
    const email = {
      kind: 'reply' as const,
      recipient: contact.email,
      contact_id: contactId,
      reply_id: replyId,
    }
    return { replyId, emailId: await queueEmail(context, tx, email) }
  })
}

/** Looks until the hand that has the email, here or in another process, has done with it. */
async function watch(context: AppContext, replyId: string, deadline: number): Promise<ReplyOutcome> {
  for (;;) {
    const row = await context.db
      .selectFrom('replies')
      .selectAll()
      .where('id', '=', replyId)
      .executeTakeFirst()
    if (!row) throw unknownContact()
    if (row.rejected_at) throw refused(row.error ?? '')
    if (row.sent_at) return { sent: true, where: '' }
    if (row.error || performance.now() + lookEvery > deadline) return { sent: false }
    await rest(lookEvery)
  }
}

/** Whoever did not learn the outcome and went on typing must know that the first words are on their way. */
function alreadySaved(): Problem {
  return new Problem(
    'duplicate',
    'An earlier version of this reply was already saved and is being sent. Send again to send this version too.',
  )
}

function refused(reason: string): Problem {
  return new Problem('mail-rejected', `The mail server refused the reply: ${reason}`)
}

export function unknownContact(): Problem {
  return new Problem('unknown', 'This message no longer exists.')
}

// Messages from visitors: stored once, and reported to the owner.

import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { extraValue, type message } from '../../contract/messages.ts'
import { fieldError } from '../../contract/problem.ts'
import { fold } from '../../contract/text.ts'
import { emailOwner } from '../accounts/owner-emails.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { count, limits } from '../http/rate-limit.ts'
import { digest, newId } from '../ids.ts'
import { iso } from '../time.ts'
import { queueDeliveries } from '../webhooks/deliveries.ts'
import { type Arrival, hasReply, reasonToHold, textKey } from './spam.ts'

/** Milliseconds within which an equal message counts as a duplicate. */
const duplicateWindow = 10 * 60_000

/**
 * Stores a message and queues its notification, both or neither; one that is held back as spam is not reported. The
 * visitor gets no email. A duplicate is dropped silently.
 * @throws Problem 'invalid' for what a field of the owner does not take; 'too-many' over the limit of all visitors together.
 */
export async function receive(
  context: AppContext,
  sent: z.output<typeof message>,
  client: Pick<Arrival, 'isBrowser' | 'network'>,
): Promise<void> {
  const { name, email, message } = sent
  const extra = await extraOf(context, sent)
  const subject = sent.subject || null
  const fingerprint = digest(JSON.stringify([name, email, subject, message, ...extra]))
  await context.inTransaction(async (tx) => {
    // Of two equal messages at the same moment the second waits at this row until the first is committed.
    await tx
      .insertInto('attempts')
      .values({ key: `message:${fingerprint}`, count: 1, resets_at: iso(context, duplicateWindow) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ resets_at: iso(context, duplicateWindow) }),
      )
      .execute()
    const duplicate = await tx
      .selectFrom('messages')
      .select('id')
      .where('fingerprint', '=', fingerprint)
      .where('created_at', '>', iso(context, -duplicateWindow))
      .executeTakeFirst()
    if (duplicate) return
    const id = newId()
    const text_key = textKey(message)
    const isKnown = await hasReply(tx, email)
    const spam_reason = await reasonToHold(context, tx, {
      email,
      textKey: text_key,
      isKnown,
      hasHiddenField: Boolean(sent.topic?.trim()),
      elapsed: sent.elapsed,
      ...client,
    })
    const isSpam = spam_reason !== null
    const counted = { ...context, db: tx }
    if (isKnown && !isSpam) await count(counted, limits.contactsOfKnown, email)
    else await count(counted, isSpam ? limits.spamOfAll : limits.contactsOfAll, 'all')
    await tx
      .insertInto('messages')
      .values({
        id,
        name,
        email,
        subject,
        message,
        extra: JSON.stringify(extra),
        fingerprint,
        search_text: fold(
          [name, email, subject ?? '', message, ...extra.map(({ value }) => value)].join('\n'),
        ),
        replied_at: null,
        unread_since: iso(context),
        mailbox: isSpam ? 'spam' : 'inbox',
        held_at: isSpam ? iso(context) : null,
        spam_reason,
        text_key,
        created_at: iso(context),
      })
      .execute()
    if (!isSpam) await queueNotification(context, tx, id)
  })
}

/**
 * What was entered in the owner's fields. A page from before they were changed has others: those are taken as they are.
 * @throws Problem 'invalid'
 */
async function extraOf(context: AppContext, { extra, version }: z.output<typeof message>) {
  const site = await context.site.current()
  const entered = extra.filter(({ value }) => value !== '')
  if (version !== site.version) return entered
  const checked = site.contact().fields.map((field, at) => {
    const { data, error } = extraValue(field).safeParse(extra[at]?.value ?? '')
    if (error) throw fieldError(`extra${at}`, error.issues[0]?.message ?? '')
    return { label: field.label, value: data }
  })
  return checked.filter(({ value }) => value !== '')
}

/** Queues what tells of a message: an email to each of the owner's addresses, and the webhooks. */
export async function queueNotification(
  context: AppContext,
  tx: Transaction<Tables>,
  contactId: string,
): Promise<void> {
  await emailOwner(context, tx, { kind: 'contact-notification', message_id: contactId })
  await queueDeliveries(context, tx, contactId)
}

// The emails about contact messages: the notice to the owner, and the owner's reply to the visitor.
import { site } from '../../content/site.ts'
import { ownerEmails } from '../accounts/owner-emails.ts'
import type { AppContext } from '../context.ts'
import type { OutboxRow } from '../db/tables.ts'
import type { EmailKind } from '../mail/email-kinds.ts'
import { contactNotice, replyEmail } from './email-templates.ts'

export const contactEmails = {
  'contact-notice': {
    cause: 'notices',
    async render(context, row) {
      const message = await contactOf(context, row)
      if (!message) return null
      const sender = { brand: site.brand, publicUrl: context.config.publicUrl }
      return { ...contactNotice(sender, message), replyTo: message.email }
    },
    staysWhenRejected: true,
    async onSent(tx, row) {
      // The owner can be reached after all: the dashboard need not say otherwise any longer.
      await tx
        .deleteFrom('outbox')
        .where('kind', '=', row.kind)
        .where('recipient', '=', row.recipient)
        .where('rejected_at', 'is not', null)
        .execute()
    },
  },
  reply: {
    cause: 'replies',
    async render(context, row) {
      const message = await contactOf(context, row)
      const reply = await context.db
        .selectFrom('replies')
        .selectAll()
        .where('id', '=', row.reply_id ?? '')
        .executeTakeFirst()
      if (!message || !reply) return null
      const original = { name: message.name, createdAt: message.created_at, message: message.message }
      const [replyTo] = await ownerEmails(context)
      return { ...replyEmail(reply, original), replyTo, personal: true }
    },
    staysWhenRejected: true,
    async onSent(tx, row, now) {
      // A message counts as replied only now that the mail server has the reply [R97].
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
    },
    async onPostponed(tx, row, error) {
      await tx.updateTable('replies').set({ error }).where('id', '=', row.reply_id).execute()
    },
    async onRejected(tx, row, error, now) {
      await tx
        .updateTable('replies')
        .set({ rejected_at: now, error })
        .where('id', '=', row.reply_id)
        .execute()
    },
  },
} satisfies Record<string, EmailKind>

/** The owner's own email address is rejected: nobody would ever hear of a new message. Null while it is not. */
export async function rejectedNotice(context: AppContext): Promise<string | null> {
  const owners = await ownerEmails(context)
  if (owners.length === 0) return null
  const row = await context.db
    .selectFrom('outbox')
    .select(['recipient', 'error'])
    .where('kind', '=', 'contact-notice')
    .where('rejected_at', 'is not', null)
    .where('recipient', 'in', owners)
    .orderBy('rejected_at', 'desc')
    .executeTakeFirst()
  return row ? `${row.recipient} is not told of new messages: ${row.error}` : null
}

async function contactOf(context: AppContext, row: OutboxRow) {
  return context.db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', row.contact_id ?? '')
    .executeTakeFirst()
}

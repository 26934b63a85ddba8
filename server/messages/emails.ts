// The emails about contact messages, and what they say: the notification to the owner, the owner's reply to the visitor.
import { cleanLine } from '../../contract/text.ts'
import { type Language, localeOf } from '../../contract/words/languages.ts'
import { ownerEmails } from '../accounts/owner-emails.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readJson, writeSetting } from '../db/settings.ts'
import { layOut } from '../mail/layout.ts'
import type { EmailKind, QueuedEmail } from '../mail/outbox.ts'
import { readSignature } from '../mail/signature.ts'
import { parseReply } from '../pages/markdown.ts'
import { extraLines } from './messages.ts'
import { spamReport } from './spam-report.ts'

export const messageEmails = {
  'spam-report': spamReport,
  'contact-notification': {
    async render(context, row, { brand, publicUrl }) {
      const message = await messageOf(context, row)
      if (!message) return null
      const { name, email, subject } = message
      const head = [
        `Name: ${cleanLine(name)}`,
        `Email: ${cleanLine(email)}`,
        `Subject: ${cleanLine(subject ?? 'N/A')}`,
        ...extraLines(message.extra).map(cleanLine),
      ].join('\n')
      const content = layOut(`New message from "${cleanLine(name).replaceAll('"', "'")}"`, [
        `A visitor of ${brand} sent this through the contact form. Nobody has checked the name or the email address.`,
        { quote: head },
        // Apart, so that a message in Arabic or Hebrew has its own direction.
        { quote: message.message },
        'End of the message. Reply to this email to write to the visitor directly, or reply from the dashboard so that the site knows:',
        { link: `${publicUrl}/dashboard/view-contacts` },
      ])
      return { ...content, replyTo: email }
    },
    async onSent(tx, { recipient }) {
      // The owner can be reached after all: the dashboard no longer reports an earlier rejection.
      const rejected = await readRejection(tx)
      if (rejected?.recipient === recipient) await writeSetting(tx, rejection, 'null', 'states')
    },
    async onRejected(tx, { recipient }, error) {
      await writeSetting(tx, rejection, JSON.stringify({ recipient, error } satisfies Rejection), 'states')
    },
  },
  reply: {
    async render(context, row, { language, t }) {
      const message = await messageOf(context, row)
      const reply = await context.db
        .selectFrom('replies')
        .selectAll()
        .where('id', '=', row.reply_id ?? '')
        .executeTakeFirst()
      if (!message || !reply) return null
      const signature = await readSignature(context)
      const written = { date: dayIn(language, message.created_at), name: cleanLine(message.name) }
      const parts = [
        // As the text of About: bold, lists and links; the plain part has it as it was typed.
        { text: reply.body, nodes: parseReply(reply.body) },
        ...(signature ? [{ text: signature }] : []),
        t('On {date}, {name} wrote:', written),
        { quote: message.message },
      ]
      const content = layOut(reply.subject, parts, language)
      const [replyTo] = await ownerEmails(context)
      return { ...content, replyTo, personal: true }
    },
    async onSent(tx, row, now, to) {
      await tx
        .updateTable('replies')
        .set({ sent_at: now, error: to === 'directory' ? onlyStored : null })
        .where('id', '=', row.reply_id)
        .execute()
      // A message counts as replied once the mail server has accepted the reply.
      await tx
        .updateTable('messages')
        .set({ replied_at: now })
        .where('id', '=', row.message_id)
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

/** At a reply that counts as sent although nobody has received it. */
const onlyStored = 'No mail server was set up: this reply was written to the outbox folder and not sent.'

function dayIn(language: Language, iso: string): string {
  return new Date(iso).toLocaleDateString(localeOf(language), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
}

interface Rejection {
  recipient: string
  error: string
}

/** The name of the state with the owner's address that the mail server rejected last. */
const rejection = 'mail-rejected'

const readRejection = (db: Database) => readJson<Rejection>(db, rejection, 'states')

/** For the dashboard: the mail server rejects the owner's own address, so nobody is notified of messages. Otherwise null. */
export async function rejectedNotification(context: AppContext): Promise<string | null> {
  const rejected = await readRejection(context.db)
  if (!rejected || !(await ownerEmails(context)).includes(rejected.recipient)) return null
  return `${rejected.recipient} is not notified of new messages: ${rejected.error}`
}

async function messageOf(context: AppContext, row: QueuedEmail) {
  return context.db
    .selectFrom('messages')
    .selectAll()
    .where('id', '=', row.message_id ?? '')
    .executeTakeFirst()
}

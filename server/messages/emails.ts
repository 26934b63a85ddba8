// The emails about contact messages, and what they say: the notification to the owner, the owner's reply to the visitor, and
// once a week how many messages were held back.
import { cleanLine } from '../../contract/text.ts'
import { type Language, localeOf } from '../../contract/words/languages.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { countRows, findRow } from '../db/search.ts'
import { readJson, readSetting, writeSetting } from '../db/settings.ts'
import type { SignedInActor } from '../http/client.ts'
import { layOut } from '../mail/layout.ts'
import { type EmailKind, emailOwner, messageId, ownerEmails } from '../mail/outbox.ts'
import { parseReply } from '../pages/markdown.ts'
import { day, iso } from '../time.ts'
import { counted } from './changes.ts'
import { extraLines } from './incoming.ts'

export const messageEmails = {
  'spam-report': {
    async render({ db }, { created_at }, { publicUrl }) {
      const held = await heldUntil(db, created_at)
      if (held === 0) return null
      const were = held === 1 ? 'was' : 'were'
      return layOut(`${counted(held)} ${were} held back as spam`, [
        `In the past week ${counted(held)} ${were} held back and not emailed to you, because of how they were sent. Whatever is no spam you can move to the inbox:`,
        { link: `${publicUrl}/dashboard/view-contacts?folder=spam` },
      ])
    },
  },
  'contact-notification': {
    async render({ db }, { message_id }, { brand, publicUrl }) {
      const message = await findRow(db, 'messages', message_id)
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
    async onAttempt(tx, { recipient }, attempt) {
      if (attempt.state === 'sent') await noteReached(tx, recipient)
      if (attempt.state === 'rejected') await writeRejection(tx, { recipient, error: attempt.error })
    },
  },
  reply: {
    async render(context, row, { language, t }) {
      const message = await findRow(context.db, 'messages', row.message_id)
      const reply = await findRow(context.db, 'replies', row.reply_id)
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
      return { ...content, replyTo, inReplyTo: messageId(context, message.id), personal: true }
    },
    async onAttempt(tx, row, attempt, now) {
      const isSent = attempt.state === 'sent'
      const error = isSent ? (attempt.to === 'directory' ? onlyStored : null) : attempt.error
      const rejected_at = attempt.state === 'rejected' ? now : null
      await tx
        .updateTable('replies')
        .set({ sent_at: isSent ? now : null, rejected_at, error })
        .where('id', '=', row.reply_id)
        .execute()
      if (!isSent) return
      // A message counts as replied once the mail server has accepted the reply.
      await tx
        .updateTable('messages')
        .set({ replied_at: now })
        .where('id', '=', row.message_id)
        .where('replied_at', 'is', null)
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
const writeRejection = (db: Database, rejected: Rejection | null) =>
  writeSetting(db, rejection, JSON.stringify(rejected), 'states')

/** The owner can be reached after all: the dashboard no longer reports an earlier rejection. */
export async function noteReached(db: Database, recipient: string): Promise<void> {
  if ((await readRejection(db))?.recipient === recipient) await writeRejection(db, null)
}

/** For the dashboard: the mail server rejects the owner's own address, so nobody is notified of messages. Otherwise null. */
export async function rejectedNotification(context: AppContext): Promise<string | null> {
  const rejected = await readRejection(context.db)
  if (!rejected || !(await ownerEmails(context)).includes(rejected.recipient)) return null
  return `${rejected.recipient} is not notified of new messages: ${rejected.error}`
}

/** The times up to which messages were looked at by the last report, and by the one before it. */
const settings = { last: 'spam-report', before: 'spam-report-before' } as const
const week = 7 * day

/** For the cleanup job: queues the report when a week is over; none where nothing was held back. */
export async function queueSpamReport(context: AppContext): Promise<void> {
  await context.inTransaction(async (tx) => {
    const now = iso(context)
    const before = await readSetting(tx, settings.last)
    if (before !== null && before > iso(context, -week)) return
    await writeSetting(tx, settings.before, before ?? now)
    await writeSetting(tx, settings.last, now)
    if ((await heldUntil(tx, now)) === 0) return
    await emailOwner(context, tx, { kind: 'spam-report' })
  })
}

/** Messages in spam that were held back since the report before, however long ago that was. */
async function heldUntil(db: Database, time: string): Promise<number> {
  const before = (await readSetting(db, settings.before)) ?? ''
  const spam = db.selectFrom('messages').where('mailbox', '=', 'spam')
  return countRows(spam.where('held_at', '>', before).where('held_at', '<=', time))
}

/** The owner's, which ends every reply to a visitor: several lines, empty until an admin has written one. */
export async function readSignature({ db }: Pick<AppContext, 'db'>): Promise<string> {
  return (await readSetting(db, 'signature')) ?? ''
}

export async function setSignature(context: AppContext, by: SignedInActor, text: string): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await writeSetting(tx, 'signature', text)
    await record(context, tx, { kind: 'signature.changed', by })
  })
}

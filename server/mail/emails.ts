// Writes a queued letter at the moment it is sent, from the rows it is about; its secrets are made here.
import type { Transaction } from 'kysely'
import { site } from '../../content/site.ts'
import { madeUpEmail } from '../accounts/made-up-email.ts'
import { issue } from '../accounts/one-time-tokens.ts'
import type { AppContext } from '../context.ts'
import type { OutboxRow, Tables } from '../db/tables.ts'
import {
  accountDeleted,
  adminAdded,
  adminDeleted,
  adminDemoted,
  adminEmailChanged,
  adminSignIn,
  contactNotice,
  demoted,
  emailChanged,
  passwordChanged,
  replyLetter,
  resetLetter,
  verifyLetter,
  type Words,
} from './templates.ts'
import type { EmailMessage } from './transport.ts'

/** Null when there is nothing left to say: the rows are gone, or the address is verified by now. */
export async function writeLetter(context: AppContext, row: OutboxRow): Promise<EmailMessage | null> {
  const written = await words(context, row)
  if (!written) return null
  return {
    messageId: messageId(context, row.id),
    to: row.recipient,
    ...written,
  }
}

/** Stable for a letter, so that a second try is recognised as the same one (RFC 5322, 3.6.4). */
export function messageId(context: Pick<AppContext, 'config'>, id: string): string {
  return `${id}@${new URL(context.config.publicUrl).hostname}`
}

async function words(context: AppContext, row: OutboxRow): Promise<(Words & Partial<EmailMessage>) | null> {
  const brand = { brand: site.brand, publicUrl: context.config.publicUrl }
  switch (row.kind) {
    case 'contact-notice': {
      const message = await contactOf(context, row)
      return message ? { ...contactNotice(brand, message), replyTo: message.email } : null
    }
    case 'reply': {
      const message = await contactOf(context, row)
      const reply = await context.db
        .selectFrom('replies')
        .selectAll()
        .where('id', '=', row.reply_id ?? '')
        .executeTakeFirst()
      if (!message || !reply) return null
      const original = { name: message.name, createdAt: message.created_at, message: message.message }
      return { ...replyLetter(reply, original), replyTo: await ownerAddress(context), personal: true }
    }
    case 'verify': {
      const person = await personOf(context, row)
      if (!person || person.email !== row.recipient || person.email_verified_at) return null
      const token = { userId: person.id, email: person.email, letterId: row.id }
      return context.db.transaction().execute(async (tx) => {
        if (!(await isQueued(tx, row))) return null
        const secrets = {
          token: await issue(context, tx, { ...token, purpose: 'verify-link' }),
          code: await issue(context, tx, { ...token, purpose: 'verify-code' }),
        }
        return verifyLetter(brand, person.email, secrets)
      })
    }
    case 'reset': {
      const person = await accountWith(context, row.recipient)
      if (!person) return null
      const token = { purpose: 'reset' as const, userId: person.id, email: person.email, letterId: row.id }
      return context.db
        .transaction()
        .execute(async (tx) =>
          (await isQueued(tx, row)) ? resetLetter(brand, await issue(context, tx, token)) : null,
        )
    }
    case 'password-changed': {
      const person = await personOf(context, row)
      return person ? passwordChanged(brand) : null
    }
    // These three reach the email address whatever becomes of the account.
    case 'email-changed':
      return { ...emailChanged(brand), replyTo: await ownerAddress(context) }
    case 'demoted':
      return { ...demoted(brand), replyTo: await ownerAddress(context) }
    case 'account-deleted':
      return { ...accountDeleted(brand), replyTo: await ownerAddress(context) }
    case 'admin-added':
      return adminAdded(brand, row.account_id ?? '')
    case 'admin-demoted':
      return adminDemoted(brand, row.account_id ?? '')
    case 'admin-deleted':
      return adminDeleted(brand, row.account_id ?? '')
    case 'admin-email-changed':
      return adminEmailChanged(brand, row.account_id ?? '')
    case 'admin-sign-in':
      return adminSignIn(brand, {
        accountId: row.account_id ?? '',
        ipAddress: row.ip_address ?? '',
        at: row.created_at,
      })
  }
}

/** A newer letter may have taken this one's place; its secret must stay the only live one. */
async function isQueued(tx: Transaction<Tables>, row: OutboxRow): Promise<boolean> {
  const still = await tx.selectFrom('outbox').select('id').where('id', '=', row.id).executeTakeFirst()
  return still !== undefined
}

async function contactOf(context: AppContext, row: OutboxRow) {
  return context.db
    .selectFrom('contacts')
    .selectAll()
    .where('id', '=', row.contact_id ?? '')
    .executeTakeFirst()
}

async function personOf(context: AppContext, row: OutboxRow) {
  return context.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', row.user_id ?? '')
    .executeTakeFirst()
}

async function accountWith(context: AppContext, email: string) {
  return context.db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

/** Who is told of messages and gets the answers: OWNER_EMAIL, else every admin [R61]. */
export async function ownerAddresses(context: Pick<AppContext, 'config' | 'db'>): Promise<string[]> {
  if (context.config.ownerEmail) return [context.config.ownerEmail]
  const admins = await context.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('email', '!=', madeUpEmail)
    .orderBy('created_at')
    .execute()
  return admins.map((admin) => admin.email)
}

async function ownerAddress(context: AppContext): Promise<string | undefined> {
  const [first] = await ownerAddresses(context)
  return first
}

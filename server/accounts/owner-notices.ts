// Emails to the owner about what would matter most if it were an attack: who becomes or stops being an admin, their
// email addresses, their sign-ins.
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type AppContext, iso } from '../context.ts'
import type { OwnerNoticeKind, Tables, UserRow } from '../db/tables.ts'
import { queueEmail } from '../mail/outbox.ts'
import { madeUpEmail } from './made-up-email.ts'

type Tx = Transaction<Tables>

const day = 24 * 60 * 60_000
/** Milliseconds without a sign-in after which an IP address counts as new again. */
const knownFor = 90 * day
/** Milliseconds for which someone who was an admin is still told: whoever takes over a site removes the others first. */
const formerFor = 7 * day

export interface OwnerNotice {
  kind: OwnerNoticeKind
  /** The admin it is about. */
  accountId: string
  ipAddress?: string
  /**
   * The email address of the account itself before the change, which needs no notice or is told in another email. Never
   * OWNER_EMAIL: an account may have been given that one only to hide the change.
   */
  except?: string
}

/** To OWNER_EMAIL, always; without it to everybody who is or lately was an admin. Emit 'outbox' after the commit. */
export async function tellOwner(context: AppContext, tx: Tx, notice: OwnerNotice): Promise<void> {
  const { kind, accountId, ipAddress = null, except } = notice
  const { ownerEmail } = context.config
  const recipients = ownerEmail
    ? [ownerEmail]
    : (await adminEmails(context, tx)).filter((email) => email !== except)
  for (const recipient of recipients)
    await queueEmail(context, tx, { kind, recipient, account_id: accountId, ip_address: ipAddress })
}

/** Of everybody who is or lately was an admin. */
async function adminEmails(context: AppContext, tx: Tx): Promise<string[]> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('password_hash', 'is not', null)
    .where('email', '!=', madeUpEmail)
    .orderBy('created_at')
    .execute()
  const former = await tx
    .selectFrom('former_admins')
    .select('email')
    .where('ended_at', '>', iso(context, -formerFor))
    .orderBy('ended_at')
    .execute()
  return [...new Set([...admins, ...former].map(({ email }) => email))]
}

/** From now on this email address is no admin's any more. An admin who never chose a password has nothing to guard. */
export async function rememberFormerAdmin(
  context: AppContext,
  tx: Tx,
  { email, password_hash }: Pick<UserRow, 'email' | 'password_hash'>,
): Promise<void> {
  if (password_hash === null) return
  await tx
    .insertInto('former_admins')
    .values({ email, ended_at: iso(context) })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ ended_at: iso(context) }))
    .execute()
}

/** Whether the address was an admin's within the last days. */
export async function wasAdminLately(context: AppContext, tx: Tx, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('former_admins')
    .select('email')
    .where('email', '=', email)
    .where('ended_at', '>', iso(context, -formerFor))
    .executeTakeFirst()
  return row !== undefined
}

export async function dropFormerAdmins(context: Pick<AppContext, 'now' | 'db'>): Promise<void> {
  await context.db.deleteFrom('former_admins').where('ended_at', '<=', iso(context, -formerFor)).execute()
}

/**
 * Remembers from where an admin signed in, and tells the owner of an IP address that is new for this account, the first
 * one included: a stranger with the password may be there before the admin is.
 * @param client its IP address or IPv6 /64. One that all visitors may have is never remembered: behind a trusted proxy,
 * which should have named another, each such sign-in is told, and without one nothing is, because all would be.
 */
export async function noticeSignIn(
  context: AppContext,
  tx: Tx,
  accountId: string,
  { key, isShared }: { key: string; isShared: boolean },
): Promise<void> {
  if (isShared && context.config.trustProxy === 0) return
  if (!isShared && (await isKnownAddress(context, tx, accountId, key))) return
  await tellOwner(context, tx, { kind: 'admin-sign-in', accountId, ipAddress: key })
}

/** Whether this account has signed in from there lately; from now on it has. */
async function isKnownAddress(context: AppContext, tx: Tx, user_id: string, key: string): Promise<boolean> {
  const ip_hash = createHash('sha256').update(`${user_id}\n${key}`).digest('base64url')
  const known = await tx
    .selectFrom('sign_in_ips')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('ip_hash', '=', ip_hash)
    .where('seen_at', '>', oldest(context))
    .executeTakeFirst()
  await tx
    .insertInto('sign_in_ips')
    .values({ user_id, ip_hash, seen_at: iso(context) })
    .onConflict((conflict) => conflict.columns(['user_id', 'ip_hash']).doUpdateSet({ seen_at: iso(context) }))
    .execute()
  return known !== undefined
}

export async function dropOldAddresses(context: Pick<AppContext, 'now' | 'db'>): Promise<void> {
  await context.db.deleteFrom('sign_in_ips').where('seen_at', '<', oldest(context)).execute()
}

function oldest(context: Pick<AppContext, 'now'>): string {
  return iso(context, -knownFor)
}

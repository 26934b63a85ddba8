// Emails to the owner about what an attacker would do: change who is an admin, an admin's email address, or sign in as
// one.
import { createHash } from 'node:crypto'
import type { Transaction } from 'kysely'
import { type AppContext, iso } from '../context.ts'
import type { OwnerNotificationKind, Tables } from '../db/tables.ts'
import { queueEmail } from '../mail/outbox.ts'

type Tx = Transaction<Tables>

const day = 24 * 60 * 60_000
/** Milliseconds without a sign-in after which an IP address counts as new again. */
const knownFor = 90 * day

export interface OwnerNotification {
  kind: OwnerNotificationKind
  /** The admin it is about. */
  accountId: string
  ipAddress?: string
  /**
   * The email address of the account itself before the change, which needs no notification or gets another email. Never
   * OWNER_EMAIL: an account may have been given that one only to hide the change.
   */
  except?: string
}

/** To OWNER_EMAIL; without it to every admin. Emit 'jobs' after the commit. */
export async function notifyOwner(
  context: AppContext,
  tx: Tx,
  notification: OwnerNotification,
): Promise<void> {
  const { kind, accountId, ipAddress = null, except } = notification
  const { ownerEmail } = context.config
  const recipients = ownerEmail
    ? [ownerEmail]
    : (await securityRecipients(tx)).filter((email) => email !== except)
  for (const recipient of recipients)
    await queueEmail(context, tx, { kind, recipient, account_id: accountId, ip_address: ipAddress })
}

/** Every admin who can sign in. Others than `ownerEmails`, who get the visitors' messages. */
async function securityRecipients(tx: Tx): Promise<string[]> {
  const admins = await tx
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('password_hash', 'is not', null)
    .orderBy('created_at')
    .execute()
  return admins.map(({ email }) => email)
}

/**
 * Stores the IP address of an admin's sign-in, and notifies the owner of one that is new for this account, the first one
 * included: an attacker with the password may sign in before the admin does.
 * @param client its IP address or IPv6 /64. A shared one is never stored: behind a trusted proxy, which should have named
 * another, each such sign-in is reported; without a proxy none is, because all would be.
 */
export async function notifyOfSignIn(
  context: AppContext,
  tx: Tx,
  accountId: string,
  { key, isShared }: { key: string; isShared: boolean },
): Promise<void> {
  if (isShared && context.config.trustProxy === 0) return
  if (!isShared && (await isKnownIp(context, tx, accountId, key))) return
  await notifyOwner(context, tx, { kind: 'admin-sign-in', accountId, ipAddress: key })
}

/** Whether this account has signed in from there recently. Stores that it has now. */
async function isKnownIp(context: AppContext, tx: Tx, user_id: string, key: string): Promise<boolean> {
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

export async function dropOldSignInIps(context: Pick<AppContext, 'now' | 'db'>): Promise<void> {
  await context.db.deleteFrom('sign_in_ips').where('seen_at', '<', oldest(context)).execute()
}

function oldest(context: Pick<AppContext, 'now'>): string {
  return iso(context, -knownFor)
}

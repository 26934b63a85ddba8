// Who owns the site: who is notified of messages and gets the visitors' replies, and who hears of what an attacker would do,
// such as change who is an admin, an admin's email address, or sign in as one.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { OwnerNotificationKind, Tables } from '../db/tables.ts'
import { queueEmail } from '../mail/outbox.ts'

type Tx = Transaction<Tables>

/** OWNER_EMAIL, else every admin, the first one first. */
export async function ownerEmails({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<string[]> {
  return config.ownerEmail ? [config.ownerEmail] : (await admins(db)).map(({ email }) => email)
}

export interface OwnerNotification {
  kind: OwnerNotificationKind
  /** The admin it is about. */
  accountId: string
  ipAddress?: string | null
  /**
   * The email address of the account itself before the change, which needs no notification or gets another email. Never
   * OWNER_EMAIL: an account may have been given that one only to hide the change.
   */
  except?: string
}

/** To OWNER_EMAIL; without it to every admin who can sign in. Emit 'jobs' after the commit. */
export async function notifyOwner(
  context: AppContext,
  tx: Tx,
  { kind, accountId, ipAddress = null, except }: OwnerNotification,
): Promise<void> {
  const { ownerEmail } = context.config
  const withPassword = (await admins(tx)).filter((admin) => admin.password_hash && admin.email !== except)
  for (const recipient of ownerEmail ? [ownerEmail] : withPassword.map(({ email }) => email))
    await queueEmail(context, tx, { kind, recipient, account_id: accountId, ip_address: ipAddress })
}

function admins(db: Pick<Tx, 'selectFrom'>) {
  return db
    .selectFrom('users')
    .select(['email', 'password_hash'])
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .execute()
}

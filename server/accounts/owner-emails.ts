// Who owns the site: who is notified of messages and gets the visitors' replies, and who hears of what an attacker would do,
// such as change who is an admin, an admin's email address, or sign in as one.
import type { Transaction } from 'kysely'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { type NewEmail, queueEmail } from '../mail/outbox.ts'

/** OWNER_EMAIL, else every admin, the first one first. */
export async function ownerEmails({ config, db }: Pick<AppContext, 'config' | 'db'>): Promise<string[]> {
  if (config.ownerEmail) return [config.ownerEmail]
  const admins = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .execute()
  return admins.map(({ email }) => email)
}

/**
 * Queues an email to each of these.
 * @param except the email address of an account before its change, which needs no notification or gets another email. Never
 * OWNER_EMAIL: an account may have been given that one only to hide the change.
 */
export async function emailOwner(
  context: AppContext,
  tx: Transaction<Tables>,
  email: Omit<NewEmail, 'recipient'>,
  except?: string,
): Promise<void> {
  for (const recipient of await ownerEmails({ ...context, db: tx }))
    if (recipient !== except || recipient === context.config.ownerEmail)
      await queueEmail(context, tx, { ...email, recipient })
}

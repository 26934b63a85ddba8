// The owner's email addresses: they are notified of messages and get the visitors' replies.
import type { AppContext } from '../context.ts'

/** OWNER_EMAIL, else every admin, the first one first. */
export async function ownerEmails(context: Pick<AppContext, 'config' | 'db'>): Promise<string[]> {
  if (context.config.ownerEmail) return [context.config.ownerEmail]
  const admins = await context.db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('created_at')
    .execute()
  return admins.map((admin) => admin.email)
}

// Who is told of messages and gets the answers.
import type { AppContext } from '../context.ts'
import { madeUpEmail } from './made-up-email.ts'

/** OWNER_EMAIL, else every admin, the first one first [R61]. */
export async function ownerEmails(context: Pick<AppContext, 'config' | 'db'>): Promise<string[]> {
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

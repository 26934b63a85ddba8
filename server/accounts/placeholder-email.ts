// The placeholder that older versions stored for an owner without an email address.
import type { AppContext } from '../context.ts'

/** No email can be delivered there (RFC 6761, 6.3). */
export const placeholderEmail = 'owner@my.localhost'

/** Called at every start. */
export async function warnOfUnreachableOwner(context: Pick<AppContext, 'db' | 'log'>): Promise<void> {
  const owner = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', placeholderEmail)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!owner) return
  context.log.warn(
    { event: 'owner.unreachable', userId: owner.id },
    `No email reaches the admin ${placeholderEmail}; give the account another email address in the dashboard under Users`,
  )
}

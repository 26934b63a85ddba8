// The email address that versions before made up for an owner who gave none.
import type { AppContext } from '../context.ts'

/** No email can be delivered there (RFC 6761, 6.3). */
export const madeUpEmail = 'owner@my.localhost'

/** At every start, while an owner still signs in with it. */
export async function warnOfUnreachableOwner(context: Pick<AppContext, 'db' | 'log'>): Promise<void> {
  const owner = await context.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', madeUpEmail)
    .where('role', '=', 'admin')
    .executeTakeFirst()
  if (!owner) return
  context.log.warn(
    { event: 'owner.unreachable', userId: owner.id },
    `No email reaches the admin ${madeUpEmail}; give the account another email address in the dashboard under Users`,
  )
}

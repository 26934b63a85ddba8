// The registration switch: whether strangers may create accounts.
import type { AppContext } from '../context.ts'
import type { SignedInUser } from '../http/env.ts'

const registration = 'registration'

/** On until an admin switches it off [S9, R69]. Read at each use: other instances may switch it. */
export async function isRegistrationOpen(context: Pick<AppContext, 'db'>): Promise<boolean> {
  const row = await context.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', registration)
    .executeTakeFirst()
  return row?.value !== 'off'
}

export async function openRegistration(
  context: AppContext,
  admin: SignedInUser,
  open: boolean,
): Promise<void> {
  const value = open ? 'on' : 'off'
  await context.db
    .insertInto('settings')
    .values({ name: registration, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  context.log.info({ who: admin.id, what: `switched registration ${value}` }, 'audit')
}

// The owner's signature, which ends every reply to a visitor.
import type { AppContext } from '../context.ts'

const name = 'signature'

/** Several lines; empty until an admin has written one. */
export async function readSignature({ db }: Pick<AppContext, 'db'>): Promise<string> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? ''
}

export async function saveSignature(context: AppContext, userId: string, value: string): Promise<void> {
  await context.db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
  context.log.info({ event: 'signature.changed', userId }, 'the signature was changed')
}

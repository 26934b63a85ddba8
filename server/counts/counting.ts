// Whether visits are counted: on until an admin switches it off.
import type { AppContext } from '../context.ts'
import { changePublicContent } from '../public-content.ts'

const name = 'visit-counts'

/** Read at each use: other instances may switch it. */
export async function isCountingOn({ db }: Pick<AppContext, 'db'>): Promise<boolean> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value !== 'off'
}

/** Pages say whether their scripts may report visits, so cached ones are outdated with it. */
export async function switchCounting(context: AppContext, userId: string, isOn: boolean): Promise<void> {
  const value = isOn ? 'on' : 'off'
  await changePublicContent(context, async (tx) => {
    await tx
      .insertInto('settings')
      .values({ name, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
  })
  context.visits.isOn = isOn
  if (!isOn) context.visits.take()
  context.log.info({ event: 'counts.switched', userId, enabled: isOn }, `counting was switched ${value}`)
}

// Deletes messages after some months, where an admin has chosen so [R265].
import { retentionMonths } from '../../contract/retention.ts'
import { record } from '../audit/record.ts'
import { type AppContext, iso } from '../context.ts'
import type { Actor } from '../http/actor.ts'

const setting = 'message-months'
const folders = ['inbox', 'archived', 'spam'] as const
/** Messages in one statement, and in one run of the job: an hour later it goes on. */
const batch = 200
const maxInRun = 50_000
/** Rows that one statement reads to count messages. */
const counted = 2_000

/** Months, or 0 for never. */
export async function readRetention({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  const months = Number(row?.value ?? 0)
  // A value that this version does not know deletes nothing.
  return retentionMonths.find((known) => known === months) ?? 0
}

export async function setRetention(
  context: AppContext,
  by: Actor & { role: 'admin' | 'user' },
  months: number,
): Promise<void> {
  const value = String(months)
  await context.db.transaction().execute(async (tx) => {
    await tx
      .insertInto('settings')
      .values({ name: setting, value })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
      .execute()
    const detail = months === 0 ? 'never' : `after ${months} months`
    await record(context, tx, { kind: 'retention.changed', by, detail })
  })
  context.log.info({ event: 'retention.changed', userId: by.id, months }, 'retention of messages was changed')
}

/** How many messages a period would delete at once; 0 months for never. No statement reads more than some [R181]. */
export async function countOldMessages(context: AppContext, months: number): Promise<number> {
  if (months === 0) return 0
  const before = monthsAgo(context.now(), months)
  let messages = 0
  for (const folder of folders) {
    for (let last = { created_at: '', id: '' }, read = counted; read === counted; ) {
      const rows = await context.db
        .selectFrom('contacts')
        .select(['created_at', 'id'])
        .where('folder', '=', folder)
        .where('created_at', '<', before)
        .where(({ eb, refTuple, tuple }) =>
          eb(refTuple('created_at', 'id'), '>', tuple(last.created_at, last.id)),
        )
        .orderBy('created_at')
        .orderBy('id')
        .limit(counted)
        .execute()
      read = rows.length
      messages += read
      last = rows.at(-1) ?? last
      await new Promise(setImmediate)
    }
  }
  return messages
}

/** For the cleanup job: deletes messages that are old enough, and what was remembered only of such. */
export async function deleteOldMessages(context: AppContext): Promise<void> {
  const months = await readRetention(context)
  if (months === 0) return
  const before = monthsAgo(context.now(), months)
  let deleted = 0
  for (const folder of folders) {
    for (let last = batch; last === batch && deleted < maxInRun; deleted += last) {
      last = await deleteSome(context, folder, before)
      await new Promise(setImmediate)
    }
  }
  await forgetBefore(context, before)
  if (deleted === 0) return
  const detail = `${deleted} ${deleted === 1 ? 'message' : 'messages'} older than ${months} months`
  await record(context, context.db, { kind: 'contacts.deleted', by: { role: 'operator' }, detail })
  context.log.info({ event: 'contacts.expired', deleted, months }, 'old messages were deleted')
}

async function deleteSome(context: AppContext, folder: (typeof folders)[number], before: string) {
  const rows = await context.db
    .selectFrom('contacts')
    .select('id')
    .where('folder', '=', folder)
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(batch)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map(({ id }) => id)
  await context.db.deleteFrom('contacts').where('id', 'in', ids).execute()
  return rows.length
}

/** Whatever was last seen before that time was seen in deleted messages alone. */
async function forgetBefore({ db }: AppContext, before: string): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom('spam_signs')
      .select('key')
      .where('seen_at', '<', before)
      .limit(batch)
      .execute()
    if (rows.length === 0) return
    const keys = rows.map(({ key }) => key)
    await db.deleteFrom('spam_signs').where('key', 'in', keys).execute()
    await new Promise(setImmediate)
  }
}

/** The same day so many months before, or the last one of that month. */
function monthsAgo(now: Date, months: number): string {
  const date = new Date(now)
  const day = date.getUTCDate()
  date.setUTCDate(1)
  date.setUTCMonth(date.getUTCMonth() - months)
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()
  date.setUTCDate(Math.min(day, last))
  return iso({ now: () => date })
}

// Deletes messages after some months, where an admin has chosen so.
import { retentionMonths } from '../../contract/settings.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { countRows } from '../db/search.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import type { SignedInActor } from '../http/client.ts'
import { deleteMessages } from './changes.ts'

const setting = 'message-months'

/** Months, or 0 for never. */
export async function readRetention({ db }: Pick<AppContext, 'db'>): Promise<number> {
  const months = Number((await readSetting(db, setting)) ?? 0)
  // A value that this version does not know deletes nothing.
  return retentionMonths.find((known) => known === months) ?? 0
}

export async function setRetention(context: AppContext, by: SignedInActor, months: number): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await writeSetting(tx, setting, String(months))
    const detail = months === 0 ? 'never' : `after ${months} months`
    await record(context, tx, { kind: 'retention.changed', by, detail })
  })
}

/** How many messages a period would delete at once; 0 months for never. */
export async function countOldMessages({ db, now }: AppContext, months: number): Promise<number> {
  if (months === 0) return 0
  return countRows(db.selectFrom('messages').where('created_at', '<', monthsAgo(now(), months)))
}

/** For the cleanup job: deletes messages that are old enough, and what was remembered of spam before that. */
export async function deleteOldMessages(context: AppContext): Promise<void> {
  const months = await readRetention(context)
  if (months === 0) return
  const before = monthsAgo(context.now(), months)
  const which = `older than ${months} months`
  await deleteMessages(context, { role: 'operator' }, which, (row) => row('created_at', '<', before))
  await context.db.deleteFrom('spam_marks').where('created_at', '<', before).execute()
}

/** The same day so many months before, or the last one of that month. */
function monthsAgo(now: Date, months: number): string {
  const date = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO('UTC').subtract({ months })
  return new Date(date.epochMilliseconds).toISOString()
}

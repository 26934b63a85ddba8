// Why queued emails are not being sent, in one sentence for the dashboard.
import type { AppContext } from '../context.ts'
import { waitingForHour } from './hourly-limit.ts'

/** Null while nothing fails: an email that failed and has been sent since has no row any more. */
export async function mailTrouble(context: AppContext): Promise<string | null> {
  const { db } = context
  const { waiting } = await db
    .selectFrom('outbox')
    .select((row) => row.fn.countAll<number>().as('waiting'))
    .where('rejected_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (waiting > 0) {
    const failed = await db
      .selectFrom('outbox')
      .select('error')
      .where('rejected_at', 'is', null)
      .where('error', 'is not', null)
      .orderBy('due_at', 'desc')
      .executeTakeFirst()
    if (failed) return `${failed.error} (${emails(waiting)} and will be sent again.)`
    const limited = await waitingForHour(context)
    if (limited)
      return `too many emails in an hour; ${emails(limited.waiting)} until ${limited.until.slice(11, 16)} UTC.`
  }
  return null
}

function emails(count: number): string {
  return count === 1 ? '1 email waits' : `${count} emails wait`
}

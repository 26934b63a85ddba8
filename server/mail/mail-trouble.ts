// Why queued emails are not being sent, in one sentence for the dashboard.
import type { AppContext } from '../context.ts'
import { waitingForHour } from './hourly-limit.ts'
import type { MailState } from './outbox-rows.ts'

export interface MailTrouble {
  /** Why, and what becomes of the emails, in one sentence. */
  text: string
  /** Why. */
  reason: string
}

/** Null while nothing fails: an email that failed and has been sent since has no row any more. */
export async function mailTrouble(
  context: AppContext,
  { waiting }: Pick<MailState, 'waiting'>,
): Promise<MailTrouble | null> {
  const { db } = context
  if (waiting > 0) {
    const failed = await db
      .selectFrom('outbox')
      .select('error')
      .where('rejected_at', 'is', null)
      .where('error', 'is not', null)
      .orderBy('due_at', 'desc')
      .executeTakeFirst()
    if (failed)
      return {
        text: `${failed.error} (${emails(waiting)} and will be sent again.)`,
        reason: failed.error ?? '',
      }
    const limited = await waitingForHour(context)
    if (limited) {
      const text = `too many emails in an hour; ${emails(limited.waiting)} until ${limited.until.slice(11, 16)} UTC.`
      return { text, reason: `T${text.slice(1)}` }
    }
  }
  return null
}

function emails(count: number): string {
  return count === 1 ? '1 email waits' : `${count} emails wait`
}

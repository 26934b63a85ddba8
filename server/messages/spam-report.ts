// Once a week an email to the owner says how many messages were held back.
import { emailOwner } from '../accounts/owner-emails.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { countRows } from '../db/search.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { layOut } from '../mail/layout.ts'
import type { EmailKind } from '../mail/outbox.ts'
import { day, iso } from '../time.ts'
import { counted } from './changes.ts'

/** The times up to which messages were looked at by the last report, and by the one before it. */
const settings = { last: 'spam-report', before: 'spam-report-before' } as const
const week = 7 * day

/** For the cleanup job: queues the report when a week is over; none where nothing was held back. */
export async function queueSpamReport(context: AppContext): Promise<void> {
  await context.inTransaction(async (tx) => {
    const now = iso(context)
    const before = await readSetting(tx, settings.last)
    if (before !== null && before > iso(context, -week)) return
    await writeSetting(tx, settings.before, before ?? now)
    await writeSetting(tx, settings.last, now)
    if ((await heldUntil(tx, now)) === 0) return
    await emailOwner(context, tx, { kind: 'spam-report' })
  })
}

export const spamReport: EmailKind = {
  async render({ db }, { created_at }, { publicUrl }) {
    const held = await heldUntil(db, created_at)
    if (held === 0) return null
    const were = held === 1 ? 'was' : 'were'
    return layOut(`${counted(held)} ${were} held back as spam`, [
      `In the past week ${counted(held)} ${were} held back and not emailed to you, because of how they were sent. Whatever is no spam you can move to the inbox:`,
      { link: `${publicUrl}/dashboard/view-contacts?folder=spam` },
    ])
  },
}

/** Messages in spam that were held back since the report before, however long ago that was. */
async function heldUntil(db: Database, time: string): Promise<number> {
  const before = (await readSetting(db, settings.before)) ?? ''
  const spam = db.selectFrom('messages').where('mailbox', '=', 'spam')
  return countRows(spam.where('held_at', '>', before).where('held_at', '<=', time))
}

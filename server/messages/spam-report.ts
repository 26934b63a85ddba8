// Once a week an email to the owner says how many messages were held back.
import { ownerEmails } from '../accounts/owner-emails.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import type { EmailKind } from '../mail/email-kinds.ts'
import { layOut } from '../mail/layout.ts'
import { queueEmail } from '../mail/outbox.ts'
import { iso } from '../time.ts'
import { counted } from './changes.ts'

/** The times up to which messages were looked at by the last report, and by the one before it. */
const settings = { last: 'spam-report', before: 'spam-report-before' } as const
const week = 7 * 24 * 60 * 60_000

/** For the cleanup job: queues the report when a week is over; none where nothing was held back. */
export async function queueSpamReport(context: AppContext): Promise<void> {
  const owners = await ownerEmails(context)
  await context.db.transaction().execute(async (tx) => {
    const now = iso(context)
    const before = await readSetting(tx, settings.last)
    if (before !== null && before > iso(context, -week)) return
    await writeSetting(tx, settings.before, before ?? now)
    await writeSetting(tx, settings.last, now)
    if ((await heldUntil(tx, now)) === 0) return
    for (const recipient of owners) await queueEmail(context, tx, { kind: 'spam-report', recipient })
  })
  context.changes.emit('jobs')
}

export const spamReport: EmailKind = {
  async render({ db, config }, { created_at }) {
    const held = await heldUntil(db, created_at)
    if (held === 0) return null
    const were = held === 1 ? 'was' : 'were'
    return layOut(`${counted(held)} ${were} held back as spam`, [
      `In the past week ${counted(held)} ${were} held back and not emailed to you, because of how they were sent. Whatever is no spam you can move to the inbox:`,
      { link: `${config.publicUrl}/dashboard/view-contacts?folder=spam` },
    ])
  },
}

/** Messages in spam that were held back since the report before, however long ago that was. */
async function heldUntil(db: Database, time: string): Promise<number> {
  const { held } = await db
    .selectFrom('contacts')
    .select((row) => row.fn.countAll<number>().as('held'))
    .where('folder', '=', 'spam')
    .where('held_at', '>', (await readSetting(db, settings.before)) ?? '')
    .where('held_at', '<=', time)
    .executeTakeFirstOrThrow()
  return held
}

// The numbers on the dashboard's home page.
import type { DashboardData } from '../../contract/session.ts'
import { backupTrouble } from '../backup/schedule.ts'
import { rejectedNotification } from '../contacts/emails.ts'
import type { AppContext } from '../context.ts'
import { mailTrouble } from '../mail/mail-trouble.ts'

/** For admins only; drafts count [R10]. */
export async function totals(context: AppContext): Promise<Omit<DashboardData, 'name' | 'avatarUrl'>> {
  const { db } = context
  const [items, contacts, unreplied, failing, backupFailing] = await Promise.all([
    db
      .selectFrom('items')
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('contacts')
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('contacts')
      .select((row) => row.fn.countAll<number>().as('rows'))
      .where('replied_at', 'is', null)
      .executeTakeFirstOrThrow(),
    mailTrouble(context).then((trouble) => trouble ?? rejectedNotification(context)),
    backupTrouble(context),
  ])
  return {
    totalportfolio: items.rows,
    totalcontact: contacts.rows,
    unreplied: unreplied.rows,
    mail: { configured: context.transport.kind === 'smtp', failing },
    ...(backupFailing ? { backupFailing } : {}),
  }
}

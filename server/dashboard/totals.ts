// The numbers on the dashboard's home page.
import type { DashboardData } from '../../contract/session.ts'
import { backupTrouble } from '../backup/schedule.ts'
import { rejectedNotification } from '../contacts/emails.ts'
import { contactsList } from '../contacts/inbox.ts'
import type { AppContext } from '../context.ts'
import { openList } from '../db/paged-list.ts'
import { mailTrouble } from '../mail/mail-trouble.ts'
import { itemsList } from '../portfolio/gallery.ts'

/** For admins only; drafts count [R10]. */
export async function totals(context: AppContext): Promise<Omit<DashboardData, 'name' | 'avatarUrl'>> {
  const [items, contacts, unreplied, failing, backupFailing] = await Promise.all([
    openList(context, itemsList(context, {})),
    openList(context, contactsList(context, {})),
    openList(context, contactsList(context, { status: 'unreplied' })),
    mailTrouble(context).then((trouble) => trouble ?? rejectedNotification(context)),
    backupTrouble(context),
  ])
  return {
    totalportfolio: items.total,
    totalcontact: contacts.total,
    unreplied: unreplied.total,
    mail: { configured: context.transport.kind === 'smtp', failing },
    ...(backupFailing ? { backupFailing } : {}),
  }
}

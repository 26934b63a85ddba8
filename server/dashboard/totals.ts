// The numbers on the dashboard's home page.
import type { DashboardData } from '../../contract/session.ts'
import { backupTrouble } from '../backup/schedule.ts'
import { contactsList } from '../contacts/message-lists.ts'
import { unrepliedList } from '../contacts/unreplied.ts'
import type { AppContext } from '../context.ts'
import { readTotals } from '../db/list-counts.ts'
import { readMailState } from '../mail/outbox.ts'
import { deadLinks } from '../preview/dead-links.ts'
import { itemsList } from '../projects/gallery.ts'
import { mailFailure } from './home.ts'

/** For admins only; drafts count [R10]. */
export async function totals(context: AppContext): Promise<Omit<DashboardData, 'name' | 'avatarUrl'>> {
  const lists = [itemsList(context, {}), contactsList(context, {}), unrepliedList(context)]
  const counts = lists.map((list) => list.counts)
  const [[items = 0, contacts = 0, unreplied = 0], failing, backupFailing, dead] = await Promise.all([
    readTotals(context.db, counts),
    readMailState(context).then((state) => mailFailure(context, state)),
    backupTrouble(context),
    deadLinks(context),
  ])
  return {
    totalportfolio: items,
    totalcontact: contacts,
    unreplied,
    mail: { configured: context.transport.kind === 'smtp', failing: failing?.text ?? null },
    ...(backupFailing ? { backupFailing } : {}),
    ...(dead.total > 0 ? { deadLinks: dead } : {}),
  }
}

// The numbers on the dashboard's home page.
import type { DashboardData } from '../../contract/responses/accounts.ts'
import { backupTrouble } from '../backup/schedule.ts'
import type { AppContext } from '../context.ts'
import { countRows } from '../db/search.ts'
import { readMailState } from '../mail/outbox.ts'
import { contactsIn, countUnreplied } from '../messages/messages.ts'
import { deadLinks } from '../preview/dead-links.ts'
import { itemsIn } from '../projects/gallery.ts'
import { mailFailure } from './home.ts'

/** For admins only; drafts count. */
export async function totals(context: AppContext): Promise<Omit<DashboardData, 'name' | 'avatarUrl'>> {
  const [items, contacts, unreplied, failing, backupFailing, dead] = await Promise.all([
    countRows(itemsIn(context.db)),
    countRows(contactsIn(context, {})),
    countUnreplied(context),
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

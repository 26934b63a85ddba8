// The messages that wait for a reply, and new spam, for the dashboard's home.
import type { ContactMessage } from '../../contract/contacts.ts'
import type { AppContext } from '../context.ts'
import type { List } from '../db/list-rows.ts'
import { contactsList } from './message-lists.ts'
import { readContactPage } from './messages.ts'

const filters = { folder: 'inbox', status: 'unreplied' } as const

export function unrepliedList(context: AppContext): List {
  return contactsList(context, filters)
}

/**
 * The newest first, at most `limit`, and how many there are.
 * @param known how many, where it has been read
 */
export async function unrepliedMessages(
  context: AppContext,
  limit: number,
  known?: number,
): Promise<{ total: number; newest: ContactMessage[] }> {
  const query = { ...filters, search: '', sort: 'newest', page: 1, limit } as const
  const { contacts, total } = await readContactPage(context, query, known)
  return { total, newest: contacts }
}

/** How many messages in spam nobody has looked at. */
export async function newSpam({ db }: AppContext): Promise<number> {
  const { spam } = await db
    .selectFrom('contacts')
    .select((row) => row.fn.countAll<number>().as('spam'))
    .where('folder', '=', 'spam')
    .where('unread_since', 'is not', null)
    .executeTakeFirstOrThrow()
  return spam
}

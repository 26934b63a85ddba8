// The messages that wait for a reply, and new spam, for the dashboard's home.
import type { ContactMessage } from '../../contract/responses/messages.ts'
import type { AppContext } from '../context.ts'
import { countRows } from '../db/search.ts'
import { contactsIn } from './message-lists.ts'
import { readContactPage } from './messages.ts'

const filters = { folder: 'inbox', status: 'unreplied' } as const

export function countUnreplied(context: AppContext): Promise<number> {
  return countRows(contactsIn(context, filters))
}

/** The newest first, at most `limit`, and how many there are. */
export async function unrepliedMessages(
  context: AppContext,
  limit: number,
): Promise<{ total: number; newest: ContactMessage[] }> {
  const query = { ...filters, search: '', sort: 'newest', page: 1, limit } as const
  const { contacts, total } = await readContactPage(context, query)
  return { total, newest: contacts }
}

/** How many messages in spam nobody has looked at. */
export function newSpam(context: AppContext): Promise<number> {
  return countRows(contactsIn(context, { folder: 'spam' }).where('unread_since', 'is not', null))
}

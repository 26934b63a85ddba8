// The messages that wait for a reply, for the dashboard's home.
import type { ContactMessage } from '../../contract/contacts.ts'
import type { AppContext } from '../context.ts'
import { readContactPage } from './messages.ts'

/** The newest first, at most `limit`, and how many there are. */
export async function unrepliedMessages(
  context: AppContext,
  limit: number,
): Promise<{ total: number; newest: ContactMessage[] }> {
  const filters = { search: '', folder: 'inbox', status: 'unreplied', sort: 'newest' } as const
  const { contacts, total } = await readContactPage(context, { ...filters, page: 1, limit })
  return { total, newest: contacts }
}

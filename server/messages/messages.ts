// Contact messages as admins read them: a page of a list, one message with the others of its sender, the newest unreplied.
import type * as z from 'zod/mini'
import { maxThread } from '../../contract/limits.ts'
import type { listContacts } from '../../contract/messages.ts'
import { totalPages } from '../../contract/paging.ts'
import type { ContactMessage, ContactPage, ContactThread } from '../../contract/responses/messages.ts'
import type { AppContext } from '../context.ts'
import type { ContactRow } from '../db/contact-tables.ts'
import { search } from '../db/search.ts'
import { contactsIn, countFolders } from './message-lists.ts'
import { repliesTo, unknownContact } from './replies.ts'
import { reasonOf } from './spam.ts'

/** One page with its replies; past the end the last page and its number. */
export async function readContacts(
  context: AppContext,
  query: z.output<typeof listContacts.query>,
): Promise<ContactPage> {
  return { ...(await readContactPage(context, query)), folders: await countFolders(context) }
}

/** As `readContacts`, without how many messages the folders have. */
export async function readContactPage(
  context: AppContext,
  { page: wanted, limit, ...filters }: z.output<typeof listContacts.query>,
): Promise<Omit<ContactPage, 'folders'>> {
  const { db } = context
  const { total, rows } = await search(db, 'contacts', contactsIn(context, filters), filters.search)
  const pages = totalPages(total, limit)
  const page = Math.min(wanted, pages)
  const direction = filters.sort === 'oldest' ? 'asc' : 'desc'
  // The ids alone are read from the index, however far down the page is. Ties are broken by id, so paging never repeats a row.
  const ids = rows
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
  const found = await db
    .selectFrom('contacts')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .execute()
  return { contacts: await asMessages(context, found), totalPages: pages, page, total }
}

/** @throws Problem 'unknown' */
export async function readOne(context: AppContext, id: string): Promise<ContactMessage> {
  const [message] = await asMessages(context, [await rowOf(context, id)])
  if (!message) throw unknownContact()
  return message
}

/**
 * A message with the others from its email address: the newest `maxThread` of them, and the message itself, if it is
 * older. Nobody has verified that address. Spam is shown alone.
 * @throws Problem 'unknown'
 */
export async function readThread(context: AppContext, id: string): Promise<ContactThread> {
  const row = await rowOf(context, id)
  const newest =
    row.folder === 'spam'
      ? []
      : await contactsIn(context, {})
          .selectAll()
          .where('email', '=', row.email)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(maxThread + 1)
          .execute()
  const shown = newest.slice(0, maxThread)
  if (!shown.some((one) => one.id === id)) shown.push(row)
  const thread = await asMessages(context, shown.toReversed())
  const contact = thread.find((one) => one.id === id)
  if (!contact) throw unknownContact()
  return { contact, thread, hasEarlier: newest.length > maxThread }
}

async function rowOf({ db }: AppContext, id: string): Promise<ContactRow> {
  const row = await db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw unknownContact()
  return row
}

async function asMessages(context: AppContext, rows: ContactRow[]): Promise<ContactMessage[]> {
  const replies = await repliesTo(
    context,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = replies.get(row.id) ?? []
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      subject: row.subject,
      message: row.message,
      replied: row.replied_at !== null,
      sending: own.some(({ state }) => state === 'sending'),
      createdAt: row.created_at,
      folder: row.folder,
      unread: row.unread_since !== null,
      spamReason: reasonOf(row.spam_reason),
      replies: own,
    }
  })
}

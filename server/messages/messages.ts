// Contact messages as admins read them: a page of a list, one message with the others of its sender, the newest unreplied,
// and all as a CSV file.
import { type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { maxThread } from '../../contract/limits.ts'
import type { contactFilters, listContacts } from '../../contract/messages.ts'
import { totalPages } from '../../contract/paging.ts'
import type { ContactMessage, ContactPage, ContactThread } from '../../contract/responses/messages.ts'
import { fold } from '../../contract/text.ts'
import type { AppContext } from '../context.ts'
import { countRows, directionOf, findRow, inBatches, search } from '../db/search.ts'
import type { MessageRow, Tables } from '../db/tables.ts'
import { csvRow } from '../http/csv.ts'
import { enteredIn, extraLines, reasonOf } from './incoming.ts'
import { repliesTo, shownReply, unknownMessage } from './replies.ts'

type Contacts = SelectQueryBuilder<Tables, 'messages', object>
type Filters = Partial<Omit<z.output<typeof contactFilters>, 'search' | 'sort'>>
type Reading = Pick<AppContext, 'db'>

/** Not a parameter: SQLite must know that the partial index of all but spam has these rows. */
const notSpam = sql<boolean>`mailbox <> ${sql.lit('spam')}`

export function messagesIn({ db }: Reading, { status, folder: mailbox }: Filters): Contacts {
  const query = mailbox
    ? db.selectFrom('messages').where('mailbox', '=', mailbox)
    : db.selectFrom('messages').where(notSpam)
  return status ? query.where('replied_at', status === 'replied' ? 'is not' : 'is', null) : query
}

/** What the tabs of the inbox show. */
export async function countMailboxes(context: Reading): Promise<ContactPage['folders']> {
  const [unread, spam, archived] = await Promise.all([
    countRows(messagesIn(context, { folder: 'inbox' }).where('unread_since', 'is not', null)),
    countRows(messagesIn(context, { folder: 'spam' })),
    countRows(messagesIn(context, { folder: 'archived' })),
  ])
  return { unread, spam, archived }
}

/** One page with its replies; past the end the last page and its number. */
export async function readMessagePage(
  context: AppContext,
  { page: wanted, limit, ...filters }: z.output<typeof listContacts.query>,
): Promise<Omit<ContactPage, 'folders'>> {
  const { db } = context
  const { total, rows } = await search(db, 'messages', messagesIn(context, filters), filters.search)
  const pages = totalPages(total, limit)
  const page = Math.min(wanted, pages)
  const direction = directionOf(filters.sort)
  // The ids alone are read from the index, however far down the page is. Ties are broken by id, so paging never repeats a row.
  const ids = rows
    .select('id')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset((page - 1) * limit)
  const found = await db
    .selectFrom('messages')
    .selectAll()
    .where('id', 'in', ids)
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .execute()
  return { contacts: await asMessages(context, found), totalPages: pages, page, total }
}

/** @throws Problem 'unknown' */
export async function readOne(context: AppContext, id: string): Promise<ContactMessage> {
  return (await asMessages(context, [await rowOf(context, id)]))[0] as ContactMessage
}

/**
 * A message with the others from its email address: the newest `maxThread` of them, and the message itself, if it is
 * older. Nobody has verified that address. Spam is shown alone.
 * @throws Problem 'unknown'
 */
export async function readThread(context: AppContext, id: string): Promise<ContactThread> {
  const row = await rowOf(context, id)
  const newest =
    row.mailbox === 'spam'
      ? []
      : await messagesIn(context, {})
          .selectAll()
          .where('email', '=', row.email)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(maxThread + 1)
          .execute()
  const shown = newest.slice(0, maxThread)
  if (!shown.some((one) => one.id === id)) shown.push(row)
  const thread = await asMessages(context, shown.toReversed())
  const contact = thread.find((one) => one.id === id) as ContactMessage
  return { contact, thread, hasEarlier: newest.length > maxThread }
}

async function rowOf({ db }: AppContext, id: string): Promise<MessageRow> {
  const row = await findRow(db, 'messages', id)
  if (!row) throw unknownMessage()
  return row
}

async function asMessages(context: AppContext, rows: MessageRow[]): Promise<ContactMessage[]> {
  const ids = rows.map(({ id }) => id)
  const replies = await repliesTo(context, ids)
  return rows.map((row) => {
    const own = (replies.get(row.id) ?? []).map(shownReply)
    const extra = enteredIn(row.extra)
    return {
      id: row.id,
      name: row.name,
      email: row.email,
      subject: row.subject,
      message: row.message,
      ...(extra.length > 0 && { extra }),
      replied: row.replied_at !== null,
      sending: own.some(({ state }) => state === 'sending'),
      createdAt: row.created_at,
      folder: row.mailbox,
      unread: row.unread_since !== null,
      spamReason: reasonOf(row.spam_reason),
      replies: own,
    }
  })
}

/** The rows of contacts.csv with a header, newest first by default. */
export async function* exportRows(
  context: AppContext,
  filters: z.output<typeof contactFilters>,
): AsyncGenerator<string> {
  const used = await messagesIn(context, filters).select('id').where('extra', '<>', '[]').limit(1).execute()
  const more = used.length > 0 ? ['Field 1', 'Field 2'] : []
  yield csvRow(['Name', 'Email', 'Subject', 'Message', 'Status', 'Date', ...more])
  const text = fold(filters.search)
  const messages = messagesIn(context, filters).selectAll()
  // Searched here: the database would read the whole table for a batch of what is rare.
  for await (const rows of inBatches(messages, ['created_at', 'id'], directionOf(filters.sort)))
    yield rows
      .filter(({ search_text }) => search_text.includes(text))
      .map(({ name, email, subject, message, replied_at, created_at, extra }) => {
        const entered = extraLines(extra)
        const status = replied_at ? 'Replied' : 'Unreplied'
        const cells = [name, email, subject ?? '', message, status, created_at]
        return csvRow([...cells, ...more.map((_, at) => entered[at] ?? '')])
      })
      .join('')
}

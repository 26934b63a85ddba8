// Contact messages as a CSV file.
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { contactFilters } from '../../contract/messages.ts'
import { fold } from '../../contract/text.ts'
import type { AppContext } from '../context.ts'
import type { ContactRow } from '../db/contact-tables.ts'
import { csvRow } from '../http/csv.ts'
import { contactsIn } from './message-lists.ts'

/** Rows that are read at a time, so that memory does not grow with their number. */
const batch = 500

/**
 * The rows of contacts.csv with a header, newest first by default. Keyset pagination: each batch starts after the
 * last row of the previous one, so messages that arrive or are deleted during the export skip and repeat no row.
 */
export async function* exportRows(
  context: AppContext,
  filters: z.output<typeof contactFilters>,
): AsyncGenerator<string> {
  yield csvRow(['Name', 'Email', 'Subject', 'Message', 'Status', 'Date'])
  const direction = filters.sort === 'oldest' ? 'asc' : 'desc'
  const after = direction === 'asc' ? sql`>` : sql`<`
  const text = fold(filters.search)
  let last: ContactRow | undefined
  do {
    let query = contactsIn(context, filters).selectAll()
    if (last) query = query.where(sql<boolean>`(created_at, id) ${after} (${last.created_at}, ${last.id})`)
    const rows = await query.orderBy('created_at', direction).orderBy('id', direction).limit(batch).execute()
    // Searched here: the database would read the whole table for a batch of what is rare.
    yield rows
      .filter(({ search_text }) => search_text.includes(text))
      .map(({ name, email, subject, message, replied_at, created_at }) =>
        csvRow([name, email, subject ?? '', message, replied_at ? 'Replied' : 'Unreplied', created_at]),
      )
      .join('')
    last = rows.length === batch ? rows.at(-1) : undefined
  } while (last)
}

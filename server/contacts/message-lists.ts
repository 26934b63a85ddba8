// The lists of contact messages: by folder and status, each with its index and its counts (server/db/list-counts.ts).
import { type SelectQueryBuilder, sql } from 'kysely'
import { type ContactFolder, contactFolders } from '../../contract/contacts.ts'
import type { AppContext } from '../context.ts'
import { readTotals } from '../db/list-counts.ts'
import type { List } from '../db/list-rows.ts'
import type { Tables } from '../db/tables.ts'

type Status = 'replied' | 'unreplied'

export interface ListFilters {
  status?: Status | undefined
  folder?: ContactFolder | undefined
}

type Contacts = SelectQueryBuilder<Tables, 'contacts', object>
type Reading = Pick<AppContext, 'db'>

/** The messages of a folder, or all but spam; all of them or those of a status. */
export function contactsList(context: Reading, { status, folder }: ListFilters): List {
  return {
    key: `contacts ${folder ?? ''} ${status ?? ''}`,
    counts: countsOf({ status, folder }),
    table: 'contacts',
    source: () => contactsIn(context, { status, folder }).select(['created_at', 'id', 'search_text']),
  }
}

/** Not a parameter: SQLite must know that the partial indexes of all but spam have these rows. */
const notSpam = sql<boolean>`folder <> ${sql.lit('spam')}`

export function contactsIn({ db }: Reading, { status, folder }: ListFilters): Contacts {
  const query = folder
    ? db.selectFrom('contacts').where('folder', '=', folder)
    : db.selectFrom('contacts').where(notSpam)
  return status ? query.where('replied_at', status === 'replied' ? 'is not' : 'is', null) : query
}

/** How many messages a list has, and what the tabs of the inbox show. */
export async function totalWithFolders(
  { db }: Reading,
  list: List,
): Promise<{ total: number; folders: { unread: number; spam: number; archived: number } }> {
  const [total = 0, unread = 0, spam = 0, archived = 0] = await readTotals(db, [
    list.counts,
    countsOf({ folder: 'inbox' }).filter((name) => name.endsWith(' unread')),
    countsOf({ folder: 'spam' }),
    countsOf({ folder: 'archived' }),
  ])
  return { total, folders: { unread, spam, archived } }
}

/** The names in `list_counts` (server/db/migrations/0020-inbox.ts). */
function countsOf({ status, folder }: ListFilters): string[] {
  const folders = folder ? [folder] : contactFolders.filter((name) => name !== 'spam')
  const statuses: Status[] = status ? [status] : ['replied', 'unreplied']
  return folders.flatMap((name) =>
    statuses.flatMap((state) => [`contacts ${name} ${state}`, `contacts ${name} ${state} unread`]),
  )
}

// The lists of contact messages: a folder, or all but spam, and all of them or those of a status.
import { type SelectQueryBuilder, sql } from 'kysely'
import type { ContactFolder } from '../../contract/messages.ts'
import type { AppContext } from '../context.ts'
import { countRows } from '../db/search.ts'
import type { Tables } from '../db/tables.ts'

export interface ListFilters {
  status?: 'replied' | 'unreplied' | undefined
  folder?: ContactFolder | undefined
}

type Contacts = SelectQueryBuilder<Tables, 'contacts', object>
type Reading = Pick<AppContext, 'db'>

/** Not a parameter: SQLite must know that the partial index of all but spam has these rows. */
const notSpam = sql<boolean>`folder <> ${sql.lit('spam')}`

export function contactsIn({ db }: Reading, { status, folder }: ListFilters): Contacts {
  const query = folder
    ? db.selectFrom('contacts').where('folder', '=', folder)
    : db.selectFrom('contacts').where(notSpam)
  return status ? query.where('replied_at', status === 'replied' ? 'is not' : 'is', null) : query
}

/** What the tabs of the inbox show. */
export async function countFolders(
  context: Reading,
): Promise<{ unread: number; spam: number; archived: number }> {
  const [unread, spam, archived] = await Promise.all([
    countRows(contactsIn(context, { folder: 'inbox' }).where('unread_since', 'is not', null)),
    countRows(contactsIn(context, { folder: 'spam' })),
    countRows(contactsIn(context, { folder: 'archived' })),
  ])
  return { unread, spam, archived }
}

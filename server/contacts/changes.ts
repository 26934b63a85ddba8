// What admins do to messages: read, archived, marked as replied, deleted; one or many at once.
import type * as z from 'zod/mini'
import type { contactChange } from '../../contract/contacts.ts'
import { isId } from '../../contract/ids.ts'
import { record } from '../audit/record.ts'
import { type AppContext, iso } from '../context.ts'
import type { Actor } from '../http/actor.ts'

/**
 * Changes messages in one transaction; what is not named stays as it is. A message with a sent reply stays replied [R257].
 * @returns how many of the messages there are
 */
export async function changeContacts(
  context: AppContext,
  { ids, folder, read, replied }: z.output<typeof contactChange>,
): Promise<number> {
  const possible = ids.filter(isId)
  if (possible.length === 0) return 0
  return context.db.transaction().execute(async (tx) => {
    // In one order, so that two transactions never wait for each other, and before anything is written.
    const rows = await tx
      .updateTable('contacts')
      .set((row) => ({ email: row.ref('email') }))
      .where('id', 'in', possible.toSorted())
      .returning('id')
      .execute()
    const known = rows.map(({ id }) => id)
    if (known.length === 0) return 0
    const some = tx.updateTable('contacts').where('id', 'in', known)
    if (folder) await some.set({ folder }).where('folder', '<>', folder).execute()
    if (read) await some.set({ unread_since: null }).where('unread_since', 'is not', null).execute()
    if (read === false)
      await some
        .set({ unread_since: iso(context) })
        .where('unread_since', 'is', null)
        .execute()
    if (replied)
      await some
        .set({ replied_at: iso(context) })
        .where('replied_at', 'is', null)
        .execute()
    if (replied === false)
      await some
        .set({ replied_at: null })
        .where('replied_at', 'is not', null)
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('replies')
                .select('replies.id')
                .whereRef('contact_id', '=', 'contacts.id')
                .where('sent_at', 'is not', null),
            ),
          ),
        )
        .execute()
    return known.length
  })
}

/** Deletes messages with their replies and queued emails [R99]. @returns how many there were to delete. */
export async function deleteContacts(context: AppContext, ids: string[], by: Actor): Promise<number> {
  // PostgreSQL accepts neither a NUL in a text nor an empty list.
  const possible = ids.filter(isId)
  if (possible.length === 0) return 0
  return context.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('contacts').where('id', 'in', possible).executeTakeFirst()
    const deleted = Number(numDeletedRows)
    const detail = `${deleted} ${deleted === 1 ? 'message' : 'messages'}`
    if (deleted > 0) await record(context, tx, { kind: 'contacts.deleted', by, detail })
    return deleted
  })
}

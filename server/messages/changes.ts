// What admins do to messages: read, archived, marked as replied, deleted; one or many at once.

import type { Expression, ExpressionBuilder, SqlBool, Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { ContactFolder, contactChange } from '../../contract/messages.ts'
import { isId } from '../../contract/paging.ts'
import { ownerEmails } from '../accounts/owner-emails.ts'
import { record } from '../audit/record.ts'
import { type AppContext, clockTolerance, iso } from '../context.ts'
import type { ContactRow } from '../db/contact-tables.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor } from '../http/client.ts'
import { queueNotification } from './inbox.ts'
import { mark } from './spam.ts'

/**
 * Changes messages in one transaction; what is not named stays as it is. A message with a sent reply stays replied.
 * @returns how many of the messages there are
 */
export async function changeContacts(
  context: AppContext,
  { ids, folder, read, replied }: z.output<typeof contactChange>,
): Promise<number> {
  const possible = ids.filter(isId)
  if (possible.length === 0) return 0
  const owners = folder ? await ownerEmails(context) : []
  const changed = await context.db.transaction().execute(async (tx) => {
    // In one order, so that two transactions never wait for each other, and before anything is written.
    const rows = await tx
      .updateTable('contacts')
      .set((row) => ({ email: row.ref('email') }))
      .where('id', 'in', possible.toSorted())
      .returning(['id', 'folder', 'held_at', 'email', 'text_key'])
      .execute()
    const known = rows.map(({ id }) => id)
    if (known.length === 0) return 0
    if (folder) await followMoves(context, tx, rows, folder, owners)
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
  context.changes.emit('jobs')
  return changed
}

/**
 * What was held back is mailed, once, as soon as it is no spam. What an admin moves to spam holds back later messages
 * of its sender and with its text, until it is moved back.
 */
async function followMoves(
  context: AppContext,
  tx: Transaction<Tables>,
  rows: Pick<ContactRow, 'id' | 'folder' | 'held_at' | 'email' | 'text_key'>[],
  folder: ContactFolder,
  owners: readonly string[],
): Promise<void> {
  const moved = rows.filter((row) => (row.folder === 'spam') !== (folder === 'spam'))
  if (moved.length === 0) return
  const held = folder === 'spam' ? [] : moved.filter(({ held_at }) => held_at !== null)
  for (const { id } of held) await queueNotification(context, tx, id, owners)
  if (held.length > 0)
    await tx
      .updateTable('contacts')
      .set({ held_at: null, spam_reason: null })
      .where(
        'id',
        'in',
        held.map(({ id }) => id),
      )
      .execute()
  await mark(context, tx, moved, folder === 'spam')
}

/** Deletes messages with their replies and queued emails. @returns how many there were to delete. */
export async function deleteContacts(context: AppContext, ids: string[], by: Actor): Promise<number> {
  // PostgreSQL accepts neither a NUL in a text nor an empty list.
  const possible = ids.filter(isId)
  if (possible.length === 0) return 0
  return context.db.transaction().execute(async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('contacts').where('id', 'in', possible).executeTakeFirst()
    const deleted = Number(numDeletedRows)
    if (deleted > 0) await record(context, tx, { kind: 'contacts.deleted', by, detail: counted(deleted) })
    return deleted
  })
}

/**
 * Deletes all messages in spam, some at a time. What arrives while it runs may stay.
 * @returns how many there were
 */
export async function deleteSpam(context: AppContext, by: Actor): Promise<number> {
  const until = iso(context, clockTolerance)
  return deleteInBatches(context, by, 'in spam', (row) =>
    row.and([row('folder', '=', 'spam'), row('created_at', '<=', until)]),
  )
}

/** Messages that are deleted in one transaction, which records it. */
const batch = 1_000

/**
 * Deletes messages with their replies and queued emails.
 * @param which what the audit trail calls them
 * @returns how many there were
 */
export async function deleteInBatches(
  context: AppContext,
  by: Actor,
  which: string,
  condition: (row: ExpressionBuilder<Tables, 'contacts'>) => Expression<SqlBool>,
): Promise<number> {
  let deleted = 0
  for (let last = batch; last === batch; deleted += last) {
    last = await context.db.transaction().execute(async (tx) => {
      const some = tx.selectFrom('contacts').select('id').where(condition).limit(batch)
      // The condition again: some may be moved to the inbox at this moment.
      const { numDeletedRows } = await tx
        .deleteFrom('contacts')
        .where('id', 'in', some)
        .where(condition)
        .executeTakeFirst()
      const rows = Number(numDeletedRows)
      if (rows > 0)
        await record(context, tx, { kind: 'contacts.deleted', by, detail: `${counted(rows)} ${which}` })
      return rows
    })
    // Other requests have their turn.
    await new Promise(setImmediate)
  }
  return deleted
}

export function counted(messages: number): string {
  return `${messages} ${messages === 1 ? 'message' : 'messages'}`
}

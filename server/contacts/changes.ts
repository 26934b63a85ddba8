// What admins do to messages: read, archived, marked as replied, deleted; one or many at once.

import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import type { ContactFolder, contactChange } from '../../contract/contacts.ts'
import { isId } from '../../contract/ids.ts'
import { ownerEmails } from '../accounts/owner-emails.ts'
import { record } from '../audit/record.ts'
import { type AppContext, clockTolerance, iso } from '../context.ts'
import type { ContactRow } from '../db/contact-tables.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor } from '../http/actor.ts'
import { queueNotification } from './inbox.ts'
import { teach } from './spam-memory.ts'
import { hostOfSite, signsOf } from './spam-signs.ts'
import type { MessageText } from './spam-text.ts'

/** Messages that are deleted in one transaction. */
const batch = 200

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
  const owners = folder ? await ownerEmails(context) : []
  const changed = await context.db.transaction().execute(async (tx) => {
    // In one order, so that two transactions never wait for each other, and before anything is written.
    const rows = await tx
      .updateTable('contacts')
      .set((row) => ({ email: row.ref('email') }))
      .where('id', 'in', possible.toSorted())
      .returning(['id', 'folder', 'held_at', 'name', 'email', 'subject', 'message'])
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
  context.changes.emit('outbox')
  context.changes.emit('webhooks')
  return changed
}

/** What was held back is mailed, once, as soon as it is no spam [R259]; and each move in or out of spam teaches [R260]. */
async function followMoves(
  context: AppContext,
  tx: Transaction<Tables>,
  rows: (Pick<ContactRow, 'id' | 'folder' | 'held_at'> & MessageText)[],
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
      .set({ held_at: null })
      .where(
        'id',
        'in',
        held.map(({ id }) => id),
      )
      .execute()
  // Last: messages that arrive with the same signs wait until this is committed.
  const host = hostOfSite(context.config)
  const signs = moved.map((row) => signsOf(row, null, host))
  await teach(context, tx, signs, folder === 'spam' ? 'spam' : 'good')
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

/**
 * Deletes all messages in spam, some at a time, and records it once. What arrives while it runs may stay.
 * @returns how many there were
 */
export async function deleteSpam(context: AppContext, by: Actor): Promise<number> {
  const until = iso(context, clockTolerance)
  let deleted = 0
  for (;;) {
    const rows = await context.db
      .selectFrom('contacts')
      .select('id')
      .where('folder', '=', 'spam')
      .where('created_at', '<=', until)
      .limit(batch)
      .execute()
    if (rows.length === 0) break
    const ids = rows.map(({ id }) => id)
    // Some may have been moved to the inbox in the meantime.
    const { numDeletedRows } = await context.db
      .deleteFrom('contacts')
      .where('id', 'in', ids)
      .where('folder', '=', 'spam')
      .executeTakeFirst()
    deleted += Number(numDeletedRows)
    await new Promise(setImmediate)
  }
  const detail = `${deleted} ${deleted === 1 ? 'message' : 'messages'} in spam`
  if (deleted > 0) await record(context, context.db, { kind: 'contacts.deleted', by, detail })
  return deleted
}

// Messages from visitors: stored once, reported to the owner, listed with their replies, exported, deleted.
import { createHash } from 'node:crypto'
import { type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ContactMessage, contactFilters, listContacts, message } from '../../contract/contacts.ts'
import { isId } from '../../contract/ids.ts'
import { totalPages } from '../../contract/paging.ts'
import { fold } from '../../contract/text.ts'
import { ownerEmails } from '../accounts/owner-emails.ts'
import { record } from '../audit/record.ts'
import { type AppContext, clockTolerance, iso, newId } from '../context.ts'
import { type List, pageOf } from '../db/paged-list.ts'
import { search } from '../db/search.ts'
import type { ContactRow, Tables } from '../db/tables.ts'
import type { Actor } from '../http/actor.ts'
import { csvRow } from '../http/csv.ts'
import { queueEmail } from '../mail/outbox.ts'
import { repliesTo, unknownContact } from './replies.ts'

type Filters = z.output<typeof contactFilters>

/** Milliseconds within which an equal message counts as a duplicate [R63]. */
const duplicateWindow = 10 * 60_000
/** Rows of an export that are read at a time, so that memory does not grow with their number. */
const exportBatch = 500

/**
 * Stores a message and queues its notification, both or neither [R60]. The visitor gets no email [R62]. A bot's message
 * and a duplicate are dropped silently.
 */
export async function receive(context: AppContext, sent: z.output<typeof message>): Promise<void> {
  if (isFromBot(sent)) {
    context.log.info({ event: 'contact.dropped' }, 'a message with the hidden field filled was dropped')
    return
  }
  const { name, email, message } = sent
  const subject = sent.subject || null
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([name, email, subject, message]))
    .digest('base64url')
  const owners = await ownerEmails(context)
  const stored = await context.db.transaction().execute(async (tx) => {
    // Of two equal messages at the same moment the second waits at this row until the first is committed.
    await tx
      .insertInto('attempts')
      .values({ key: `message:${fingerprint}`, count: 1, resets_at: iso(context, duplicateWindow) })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ resets_at: iso(context, duplicateWindow) }),
      )
      .execute()
    const duplicate = await tx
      .selectFrom('contacts')
      .select('id')
      .where('fingerprint', '=', fingerprint)
      .where('created_at', '>', iso(context, -duplicateWindow))
      .where('created_at', '<=', iso(context, clockTolerance))
      .executeTakeFirst()
    if (duplicate) return false
    const id = newId()
    await tx
      .insertInto('contacts')
      .values({
        id,
        name,
        email,
        subject,
        message,
        fingerprint,
        search_text: fold([name, email, subject ?? '', message].join('\n')),
        replied_at: null,
        created_at: iso(context),
      })
      .execute()
    for (const recipient of owners)
      await queueEmail(context, tx, { kind: 'contact-notification', recipient, contact_id: id })
    return true
  })
  if (stored) context.changes.emit('outbox')
}

/** The hidden field is filled [R63]. */
export function isFromBot({ website }: z.output<typeof message>): boolean {
  return Boolean(website?.trim())
}

/** One page with its replies; past the end the last page and its number [R20]. */
export async function readContacts(
  context: AppContext,
  { page: wanted, limit, ...filters }: z.output<typeof listContacts.query>,
): Promise<{ contacts: ContactMessage[]; totalPages: number; page: number; total: number }> {
  const found = await search(context, contactsList(context, filters), filters.search)
  const pages = totalPages(found.total, limit)
  const page = Math.min(wanted, pages)
  const ids = await pageOf(found, { page, limit, sort: filters.sort })
  const direction = filters.sort === 'oldest' ? 'asc' : 'desc'
  const rows = ids
    ? await context.db
        .selectFrom('contacts')
        .selectAll()
        .where(sql<boolean>`id ${ids}`)
        .orderBy('created_at', direction)
        .orderBy('id', direction)
        .execute()
    : []
  const contacts = await asMessages(context, rows)
  return { contacts, totalPages: pages, page, total: found.total }
}

/** @throws Problem 'unknown' */
export async function readContact(context: AppContext, id: string): Promise<ContactMessage> {
  const row = await context.db.selectFrom('contacts').selectAll().where('id', '=', id).executeTakeFirst()
  const [message] = await asMessages(context, row ? [row] : [])
  if (!message) throw unknownContact()
  return message
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
 * The rows of contacts.csv with a header, newest first by default [R101]. Keyset pagination: each batch starts after the
 * last row of the previous one, so messages that arrive or are deleted during the export skip and repeat no row.
 */
export async function* exportRows(context: AppContext, filters: Filters): AsyncGenerator<string> {
  yield csvRow(['Name', 'Email', 'Subject', 'Message', 'Status', 'Date'])
  const direction = filters.sort === 'oldest' ? 'asc' : 'desc'
  const after = direction === 'asc' ? sql`>` : sql`<`
  const text = fold(filters.search)
  let last: ContactRow | undefined
  do {
    let query = withStatus(context, filters).selectAll()
    if (last) query = query.where(sql<boolean>`(created_at, id) ${after} (${last.created_at}, ${last.id})`)
    const rows = await query
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(exportBatch)
      .execute()
    // Searched here: the database would read the whole table for a batch of what is rare.
    yield rows
      .filter(({ search_text }) => search_text.includes(text))
      .map(({ name, email, subject, message, replied_at, created_at }) =>
        csvRow([name, email, subject ?? '', message, replied_at ? 'Replied' : 'Unreplied', created_at]),
      )
      .join('')
    last = rows.length === exportBatch ? rows.at(-1) : undefined
  } while (last)
}

/** All messages, or those of a status. */
export function contactsList(
  context: Pick<AppContext, 'db'>,
  { status }: { status?: Filters['status'] },
): List {
  return {
    key: `contacts ${status ?? ''}`,
    counts: status ? [`contacts ${status}`] : ['contacts replied', 'contacts unreplied'],
    table: 'contacts',
    source: () => withStatus(context, { status }).select(['created_at', 'id', 'search_text']),
  }
}

function withStatus({ db }: Pick<AppContext, 'db'>, { status }: { status?: Filters['status'] }): Contacts {
  const query = db.selectFrom('contacts')
  return status ? query.where('replied_at', status === 'replied' ? 'is not' : 'is', null) : query
}

type Contacts = SelectQueryBuilder<Tables, 'contacts', object>

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
      replies: own,
    }
  })
}

// The audit trail as admins read it: listed, searched, exported, and removed after 180 days [R193, R195].
import { type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AuditEvent, exportActivity, listActivity } from '../../contract/audit.ts'
import { totalPages } from '../../contract/paging.ts'
import { fold } from '../../contract/text.ts'
import { type AppContext, iso } from '../context.ts'
import type { AuditEventRow, Tables } from '../db/tables.ts'
import { csvRow } from '../http/csv.ts'

type Filters = z.output<typeof exportActivity.query>

/** Milliseconds. */
const storedFor = 180 * 24 * 60 * 60_000
/** Rows of an export read at a time. */
const exportBatch = 500

/** One page; past the end the last page and its number [R20]. */
export async function readEvents(
  context: AppContext,
  { page: wanted, limit, ...filters }: z.output<typeof listActivity.query>,
): Promise<{ events: AuditEvent[]; totalPages: number; page: number; total: number }> {
  const query = filtered(context, filters)
  const { total } = await query
    .select((row) => row.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const pages = totalPages(total, limit)
  const page = Math.min(wanted, pages)
  const rows = await ordered(query, filters)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { events: rows.map(show), totalPages: pages, page, total }
}

/** The rows of activity.csv with its head, read in batches, each after the last row of the one before. */
export async function* exportEvents(context: AppContext, filters: Filters): AsyncGenerator<string> {
  yield csvRow([
    'Time',
    'Last time',
    'Count',
    'Event',
    'User',
    'User ID',
    'Target',
    'Target ID',
    'Detail',
    'IP',
  ])
  const beyond = filters.sort === 'oldest' ? sql`>` : sql`<`
  let last: AuditEventRow | undefined
  do {
    let query = filtered(context, filters)
    if (last) query = query.where(sql<boolean>`(created_at, id) ${beyond} (${last.created_at}, ${last.id})`)
    const rows = await ordered(query, filters).limit(exportBatch).execute()
    yield rows.map(asCsv).join('')
    last = rows.length === exportBatch ? rows.at(-1) : undefined
  } while (last)
}

export async function dropOldEvents(context: Pick<AppContext, 'now' | 'db'>): Promise<void> {
  await context.db.deleteFrom('audit_events').where('created_at', '<', iso(context, -storedFor)).execute()
}

type Events = SelectQueryBuilder<Tables, 'audit_events', object>

function filtered({ db }: AppContext, { search, kind, user }: Filters): Events {
  let query: Events = db.selectFrom('audit_events')
  const pattern = `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`
  if (search) query = query.where(sql<boolean>`search_text like ${pattern} escape '\\'`)
  if (kind) query = query.where('kind', '=', kind)
  if (user) query = query.where((row) => row.or([row('user_id', '=', user), row('target_id', '=', user)]))
  return query
}

/** Ties are broken by id, so paging never repeats a row [R22]. */
function ordered(query: Events, { sort }: Filters) {
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  return query.selectAll().orderBy('created_at', direction).orderBy('id', direction)
}

function show(row: AuditEventRow): AuditEvent {
  return {
    id: row.id,
    kind: row.kind,
    createdAt: row.created_at,
    lastAt: row.last_at,
    count: row.count,
    user: row.user_id === null ? null : { id: row.user_id, email: row.user_email ?? '' },
    target: row.target_name === null ? null : { id: row.target_id, name: row.target_name },
    detail: row.detail,
    ip: row.ip,
  }
}

function asCsv(row: AuditEventRow): string {
  const { created_at, last_at, count, kind, user_email, user_id, target_name, target_id, detail, ip } = row
  return csvRow(
    [created_at, last_at, `${count}`, kind, user_email, user_id, target_name, target_id, detail, ip].map(
      (cell) => cell ?? '',
    ),
  )
}

// The audit trail as admins read it: listed, searched, exported, and removed after 180 days.
import { type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { exportActivity, listActivity } from '../../contract/dashboard.ts'
import { totalPages } from '../../contract/paging.ts'
import type { AuditEvent } from '../../contract/responses/dashboard.ts'
import { fold } from '../../contract/text.ts'
import type { AppContext } from '../context.ts'
import type { AuditEventRow, Tables } from '../db/tables.ts'
import { csvRow } from '../http/csv.ts'
import { iso } from '../time.ts'

type Filters = z.output<typeof exportActivity.query>
type Events = SelectQueryBuilder<Tables, 'audit_events', object>

/** Milliseconds. */
const storedFor = 180 * 24 * 60 * 60_000
/** Rows of an export that are read at once. */
const exportedAtOnce = 1_000

/** One page; past the end the last page and its number. */
export async function readEvents(
  { db }: AppContext,
  { page: wanted, limit, ...filters }: z.output<typeof listActivity.query>,
): Promise<{ events: AuditEvent[]; totalPages: number; page: number; total: number }> {
  const query = filtered(db.selectFrom('audit_events'), filters)
  const { rows } = await query.select((row) => row.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
  const total = Number(rows)
  const pages = totalPages(total, limit)
  const page = Math.min(wanted, pages)
  const events = await ordered(query, filters.sort)
    .selectAll()
    .limit(limit)
    .offset((page - 1) * limit)
    .execute()
  return { events: events.map(show), totalPages: pages, page, total }
}

const columns = [
  ...(['Time', 'Last time', 'Count', 'Event', 'User', 'User ID'] as const),
  ...(['Target', 'Target ID', 'Detail', 'IP'] as const),
]

/** The rows of activity.csv with its head. */
export async function* exportEvents({ db }: AppContext, filters: Filters): AsyncGenerator<string> {
  yield csvRow(columns)
  const query = filtered(db.selectFrom('audit_events'), filters)
  const beyond = filters.sort === 'oldest' ? sql`>` : sql`<`
  for (let last: AuditEventRow | undefined; ; ) {
    const rest = last
      ? query.where(sql<boolean>`(created_at, id) ${beyond} (${last.created_at}, ${last.id})`)
      : query
    const rows = await ordered(rest, filters.sort).selectAll().limit(exportedAtOnce).execute()
    if (rows.length > 0) yield rows.map(asCsv).join('')
    last = rows.at(-1)
    if (rows.length < exportedAtOnce) return
  }
}

export async function dropOldEvents(context: Pick<AppContext, 'now' | 'db'>): Promise<void> {
  await context.db.deleteFrom('audit_events').where('created_at', '<', iso(context, -storedFor)).execute()
}

function filtered(events: Events, { search, kind, user }: Filters): Events {
  let query = events
  const pattern = `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`
  if (search) query = query.where(sql<boolean>`search_text like ${pattern} escape '\\'`)
  if (kind) query = query.where('kind', '=', kind)
  if (user) query = query.where((row) => row.or([row('user_id', '=', user), row('target_id', '=', user)]))
  return query
}

/** Ties are broken by id, so paging never repeats a row. */
function ordered(events: Events, sort: Filters['sort']): Events {
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  return events.orderBy('created_at', direction).orderBy('id', direction)
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
    [created_at, last_at, count, kind, user_email, user_id, target_name, target_id, detail, ip].map((cell) =>
      String(cell ?? ''),
    ),
  )
}

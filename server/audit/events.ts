// The audit trail as admins read it: listed, searched, exported, and removed after 180 days [R193, R195].
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type { AuditEvent, exportActivity, listActivity } from '../../contract/audit.ts'
import { totalPages } from '../../contract/paging.ts'
import { fold } from '../../contract/text.ts'
import { type AppContext, iso } from '../context.ts'
import type { AuditEventRow } from '../db/tables.ts'
import { csvRow } from '../http/csv.ts'
import { type Block, blocksOf, countIn, type Events, ordered, sliceOf, within } from './event-blocks.ts'

type Filters = z.output<typeof exportActivity.query>

/** Milliseconds. */
const storedFor = 180 * 24 * 60 * 60_000

/** One page; past the end the last page and its number [R20]. */
export async function readEvents(
  context: AppContext,
  { page: wanted, limit, ...filters }: z.output<typeof listActivity.query>,
): Promise<{ events: AuditEvent[]; totalPages: number; page: number; total: number }> {
  const query = filtered(context, filters)
  const blocks: (Block & { rows: number })[] = []
  for await (const block of blocksOf(context, filters.sort))
    blocks.push({ ...block, rows: await countIn(within(query, block, filters.sort)) })
  const total = blocks.reduce((sum, { rows }) => sum + rows, 0)
  const pages = totalPages(total, limit)
  const page = Math.min(wanted, pages)
  const rows = await sliceOf(query, blocks, filters.sort, { start: (page - 1) * limit, limit })
  return { events: rows.map(show), totalPages: pages, page, total }
}

/** The rows of activity.csv with its head, read in blocks. */
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
  const query = filtered(context, filters)
  for await (const block of blocksOf(context, filters.sort)) {
    const rows = await ordered(within(query, block, filters.sort), filters.sort)
      .selectAll()
      .execute()
    if (rows.length > 0) yield rows.map(asCsv).join('')
  }
}

export async function dropOldEvents(context: Pick<AppContext, 'now' | 'db'>): Promise<void> {
  await context.db.deleteFrom('audit_events').where('created_at', '<', iso(context, -storedFor)).execute()
}

function filtered({ db }: AppContext, { search, kind, user }: Filters): Events {
  let query: Events = db.selectFrom('audit_events')
  const pattern = `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`
  if (search) query = query.where(sql<boolean>`search_text like ${pattern} escape '\\'`)
  if (kind) query = query.where('kind', '=', kind)
  if (user) query = query.where((row) => row.or([row('user_id', '=', user), row('target_id', '=', user)]))
  return query
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

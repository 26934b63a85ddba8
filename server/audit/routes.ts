// The audit trail as admins read it: listed, searched, and exported as a file.
import { Hono } from 'hono'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import { exportActivity, listActivity } from '../../contract/dashboard.ts'
import { totalPages } from '../../contract/paging.ts'
import type { AuditEvent } from '../../contract/responses/dashboard.ts'
import { fold } from '../../contract/text.ts'
import { requireAdmin } from '../accounts/guard.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { countRows, directionOf, inBatches, likePattern } from '../db/search.ts'
import type { AuditEventRow } from '../db/tables.ts'
import { accept } from '../http/accept.ts'
import { csvRow, sendCsv } from '../http/csv.ts'
import type { Env } from '../http/env.ts'
import { requireSameOrigin } from '../http/middleware.ts'
import { recordExport } from './record.ts'

export const audit = new Hono<Env>()
  // Past the end the last page and its number.
  .get(listActivity.path, requireAdmin, accept(listActivity), async (c) => {
    const { page: wanted, limit, ...filters } = c.req.valid('query')
    const query = filtered(c.var.context.db, filters)
    const total = await countRows(query)
    const pages = totalPages(total, limit)
    const page = Math.min(wanted, pages)
    const direction = directionOf(filters.sort)
    // Ties are broken by id, so paging never repeats a row.
    const events = await query
      .selectAll()
      .orderBy('created_at', direction)
      .orderBy('id', direction)
      .limit(limit)
      .offset((page - 1) * limit)
      .execute()
    return c.json({ events: events.map(show), totalPages: pages, page, total })
  })
  .get(exportActivity.path, requireAdmin, requireSameOrigin, accept(exportActivity), async (c) => {
    const { context } = c.var
    const rows = exportEvents(context, c.req.valid('query'))
    return sendCsv(c, 'activity.csv', rows, () => recordExport(context, 'activity.exported', c.var.user))
  })

type Filters = z.output<typeof exportActivity.query>

/** Of activity.csv. */
const columns = {
  Time: 'created_at',
  'Last time': 'last_at',
  Count: 'count',
  Event: 'kind',
  User: 'user_email',
  'User ID': 'user_id',
  Target: 'target_name',
  'Target ID': 'target_id',
  Detail: 'detail',
  IP: 'ip',
} as const satisfies Record<string, keyof AuditEventRow>

/** The rows of activity.csv with its head. */
async function* exportEvents({ db }: AppContext, filters: Filters): AsyncGenerator<string> {
  yield csvRow(Object.keys(columns))
  const events = filtered(db, filters).selectAll()
  for await (const rows of inBatches(events, ['created_at', 'id'], directionOf(filters.sort)))
    yield rows.map(asCsv).join('')
}

function filtered(db: Database, { search, kind, user }: Filters) {
  let query = db.selectFrom('audit_events')
  const pattern = likePattern(fold(search))
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
  return csvRow(Object.values(columns).map((column) => String(row[column] ?? '')))
}

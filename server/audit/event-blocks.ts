// The audit trail read in blocks: a filter or search looks at every event, and on SQLite one statement that did would hold all
// other requests [R321].
import { type SelectQueryBuilder, sql } from 'kysely'
import type { AppContext } from '../context.ts'
import type { AuditEventRow, Tables } from '../db/tables.ts'

export type Events = SelectQueryBuilder<Tables, 'audit_events', object>
type Sort = 'newest' | 'oldest'
type Position = Pick<AuditEventRow, 'created_at' | 'id'>

/** The events after one position and up to another, or to the end. */
export interface Block {
  after: Position | undefined
  upTo: Position | undefined
}

/** Rows that one statement reads. */
const blockRows = 2_000

/** All blocks in their order, each found when it is needed. */
export async function* blocksOf({ db }: Pick<AppContext, 'db'>, sort: Sort): AsyncGenerator<Block> {
  for (let after: Position | undefined; ; ) {
    const rest = within(db.selectFrom('audit_events'), { after, upTo: undefined }, sort)
    const upTo: Position | undefined = await ordered(rest, sort)
      .select(['created_at', 'id'])
      .limit(1)
      .offset(blockRows - 1)
      .executeTakeFirst()
    yield { after, upTo }
    if (!upTo) return
    after = upTo
    await new Promise((resolve) => setImmediate(resolve))
  }
}

export async function countIn(events: Events): Promise<number> {
  const { rows } = await events
    .select((row) => row.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

/** @returns the rows from number `start` on of those blocks, counted from 0, whose numbers of rows are known */
export async function sliceOf(
  events: Events,
  blocks: readonly (Block & { rows: number })[],
  sort: Sort,
  { start, limit }: { start: number; limit: number },
): Promise<AuditEventRow[]> {
  const found: AuditEventRow[] = []
  let skipped = start
  for (const block of blocks) {
    if (found.length >= limit) break
    if (skipped < block.rows) {
      const page = ordered(within(events, block, sort), sort).limit(limit - found.length)
      found.push(...(await page.selectAll().offset(skipped).execute()))
    }
    skipped = Math.max(0, skipped - block.rows)
  }
  return found
}

export function within(events: Events, { after, upTo }: Block, sort: Sort): Events {
  const [beyond, until] = sort === 'oldest' ? [sql`>`, sql`<=`] : [sql`<`, sql`>=`]
  let query = events
  if (after) query = query.where(sql<boolean>`(created_at, id) ${beyond} (${after.created_at}, ${after.id})`)
  if (upTo) query = query.where(sql<boolean>`(created_at, id) ${until} (${upTo.created_at}, ${upTo.id})`)
  return query
}

/** Ties are broken by id, so paging never repeats a row [R22]. */
export function ordered(events: Events, sort: Sort): Events {
  const direction = sort === 'oldest' ? 'asc' : 'desc'
  return events.orderBy('created_at', direction).orderBy('id', direction)
}

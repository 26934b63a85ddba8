// Lists of any length, newest first, read a page at a time: a page far down costs about what the first one does.
//
// What a list is filtered and sorted by is in an index, and triggers count its rows (list-counts.ts). Where a page beyond the
// first block begins, the blocks of the list say (list-blocks.ts).
import { type Expression, type RawBuilder, sql } from 'kysely'
import { type Database, isPostgres } from './connect.ts'
import { blockRows, readBlocks } from './list-blocks.ts'
import { readTotal } from './list-counts.ts'
import { between, idsIn, type List, type Reading, rowsOf } from './list-rows.ts'

/** Which rows: what follows their `id` in a condition. */
export type Ids = RawBuilder<unknown>

/** PostgreSQL runs the query once, whatever it takes it for: joined to the rows it could be run for each of them. */
export function idsOf(db: Database, query: Expression<unknown>): Ids {
  return isPostgres(db) ? sql`= any(array(${query}))` : sql`in (${query})`
}

/** What is in a list, or what a search found in it. */
export interface Found {
  total: number
  /** The rows from number `start` on, counted from 0 and newest first. */
  slice(start: number, limit: number): Promise<Ids>
}

/** @param total where it has been read */
export async function openList(context: Reading, list: List, total?: number): Promise<Found> {
  return {
    total: total ?? (await readTotal(context.db, list.counts)),
    async slice(start, limit) {
      const { marks, counts } =
        start < blockRows ? { marks: [], counts: [] } : await readBlocks(context, list)
      let block = 0
      let offset = start
      while (block < marks.length && offset >= (counts[block] ?? 0)) offset -= counts[block++] ?? 0
      const rows = between(list, rowsOf(context.db, list), marks[block - 1])
      return idsOf(context.db, idsIn(rows, offset, limit))
    },
  }
}

/** @returns the rows of the page with this number, counted from 1, or null past the end */
export async function pageOf(
  found: Found,
  { page, limit, sort }: { page: number; limit: number; sort: 'newest' | 'oldest' },
): Promise<Ids | null> {
  const start = (page - 1) * limit
  const rows = Math.min(limit, found.total - start)
  if (rows <= 0) return null
  return found.slice(sort === 'newest' ? start : found.total - start - rows, rows)
}

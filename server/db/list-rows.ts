// A list of projects or messages as a query: newest first, each row at a position that no other row has.
import { type Expression, type SelectQueryBuilder, sql } from 'kysely'
import type { Database } from './connect.ts'
import type { ListCache } from './list-cache.ts'

/** Where a row stands. */
export interface Position {
  created_at: string
  id: string
}

type ListRow = Position & { search_text: string }

/** The rows of a list under the names that all lists share. */
export type ListRows = SelectQueryBuilder<{ row: ListRow }, 'row', object>

export interface List {
  /** Unique among all lists, with the filters. */
  key: string
  table: 'items' | 'contacts'
  /** The rows of `list_counts` that count it. */
  counts: string[]
  /** In the order of the owner: `created_at` is the computed place, and an index has what it computes. */
  isOwnOrder?: boolean
  /**
   * Selects `created_at` and `id` of each row, unordered.
   * @param withText whether `search_text` is needed, too, which may take another table
   */
  source: (withText: boolean) => Expression<Position>
}

export interface Reading {
  readonly db: Database
  readonly listCache: ListCache
}

/** The rows after one position and up to another. */
export function between(
  { isOwnOrder = false }: List,
  rows: ListRows,
  after: Position | undefined,
  upTo?: Position,
): ListRows {
  let query = rows
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`)
  if (upTo) query = query.where(sql<boolean>`(created_at, id) >= (${upTo.created_at}, ${upTo.id})`)
  // SQLite compares pairs in an index of columns only.
  if (isOwnOrder && after) query = query.where('created_at', '<=', after.created_at)
  if (isOwnOrder && upTo) query = query.where('created_at', '>=', upTo.created_at)
  return query
}

export function rowsOf(db: Database, list: List, withText = false): ListRows {
  return db.selectFrom(sql<ListRow>`(${list.source(withText)})`.as('row')) as unknown as ListRows
}

/** A query for the ids of some of these rows. */
export function idsIn(rows: ListRows, offset: number, limit: number) {
  return newestFirst(rows).select('id').limit(limit).offset(offset)
}

/** Ties are broken by id, so paging never repeats a row [R22]. */
export function newestFirst(rows: ListRows): ListRows {
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc')
}

export function counted(rows: ListRows) {
  return rows.select((row) => row.fn.countAll<number>().as('total'))
}

export async function rowCount(rows: ListRows): Promise<number> {
  return (await counted(rows).executeTakeFirstOrThrow()).total
}

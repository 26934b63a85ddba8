// Lists of any length, newest first, read a page at a time: a page far down costs about what the first one does.
//
// What a list is filtered and sorted by is in an index, and triggers count its rows (list-counts.ts). Marks are the positions
// of every 1,024th row; they are read once for each version of the list (list-cache.ts) and say where a page begins.
import {
  type Compilable,
  CompiledQuery,
  type Expression,
  PostgresAdapter,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import type { Database } from './connect.ts'
import type { ListCache } from './list-cache.ts'
import { readTotal } from './list-counts.ts'

/** Rows from one mark to the next. A search reads as many texts in one statement: some milliseconds on SQLite [R181]. */
const blockRows = 1_024

/** Bytes of a position in memory, counted generously. */
export const markSize = 160

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
  /** `created_at` is computed, and an index has what it computes. */
  isComputed?: boolean
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
      const block = Math.floor(start / blockRows)
      const { marks } = block === 0 ? { marks: [] } : await readMarks(context, list)
      return idsOf(
        context.db,
        idsIn(between(list, rowsOf(context.db, list), marks[block - 1]), start % blockRows, limit),
      )
    },
  }
}

export function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
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

interface Marks {
  total: number
  /** The last position of each full block. */
  marks: Position[]
}

export function readMarks({ db, listCache }: Reading, list: List): Promise<Marks> {
  const read = () => (isPostgres(db) ? marksAtOnce(db, list) : marksByBlock(db, list))
  return listCache.read(db, list.table, list.key, read, ({ marks }) => marks.length * markSize)
}

async function marksAtOnce(db: Database, list: List): Promise<Marks> {
  const { rows } = await sql<Position>`
    select created_at, id from
      (select created_at, id, row_number() over (order by created_at desc, id desc) as number
      from (${list.source(false)}) as row) as numbered
    where number % ${sql.lit(blockRows)} = 0 order by number`.execute(db)
  const rest = await rowCount(between(list, rowsOf(db, list), rows.at(-1)))
  return { marks: rows, total: rows.length * blockRows + rest }
}

async function marksByBlock(db: Database, list: List): Promise<Marks> {
  const marks: Position[] = []
  const nextMark = stepping(db, (after) =>
    newestFirst(between(list, rowsOf(db, list), after))
      .select(['created_at', 'id'])
      .limit(1)
      .offset(blockRows - 1),
  )
  for (;;) {
    const after = marks.at(-1)
    const [next] = await nextMark(after)
    if (!next) {
      const rest = await rowCount(between(list, rowsOf(db, list), after))
      return { marks, total: marks.length * blockRows + rest }
    }
    marks.push(next)
  }
}

/** Before and after every row: times begin with a digit. */
const start: Position = { created_at: 'z', id: 'z' }
const end: Position = { created_at: '', id: '' }
/** Stand for the values of a step in a query that is compiled once: with many steps compiling costs more than they do. */
const marker = { after: { created_at: '\0a', id: '\0b' }, upTo: { created_at: '\0c', id: '\0d' } }

/**
 * Runs a query for one part of a list after the other.
 * @param build makes the query for the rows after one position and up to another
 * @returns runs it for two positions, by default from the start to the end
 */
export function stepping<Row>(
  db: Database,
  build: (after: Position, upTo: Position) => Compilable<Row>,
): (after?: Position, upTo?: Position) => Promise<Row[]> {
  const { sql: text, parameters } = build(marker.after, marker.upTo).compile()
  return async (after = start, upTo = end) => {
    const values = new Map<unknown, string>([
      [marker.after.created_at, after.created_at],
      [marker.after.id, after.id],
      [marker.upTo.created_at, upTo.created_at],
      [marker.upTo.id, upTo.id],
    ])
    const own = parameters.map((parameter) => values.get(parameter) ?? parameter)
    const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(text, own))
    // SQLite runs in this process: between two steps others have their turn.
    await new Promise((resolve) => setImmediate(resolve))
    return rows
  }
}

/** The rows after one position and up to another. */
export function between(
  { isComputed = false }: List,
  rows: ListRows,
  after: Position | undefined,
  upTo?: Position,
): ListRows {
  let query = rows
  if (after) query = query.where(sql<boolean>`(created_at, id) < (${after.created_at}, ${after.id})`)
  if (upTo) query = query.where(sql<boolean>`(created_at, id) >= (${upTo.created_at}, ${upTo.id})`)
  // SQLite compares pairs in an index of columns only.
  if (isComputed && after) query = query.where('created_at', '<=', after.created_at)
  if (isComputed && upTo) query = query.where('created_at', '>=', upTo.created_at)
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
function newestFirst(rows: ListRows): ListRows {
  return rows.orderBy('created_at', 'desc').orderBy('id', 'desc')
}

export function counted(rows: ListRows) {
  return rows.select((row) => row.fn.countAll<number>().as('total'))
}

export async function rowCount(rows: ListRows): Promise<number> {
  return (await counted(rows).executeTakeFirstOrThrow()).total
}

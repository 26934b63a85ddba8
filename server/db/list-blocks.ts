// Blocks of a list of any length: marks are positions in it, some 1,024 rows apart, and each block has the number of rows from one
// mark to the next. They say where a page begins, and where a search has found how much.
//
// After a change a mark is a position as before, so only the blocks in which something changed are counted again
// (list-changes.ts, docs/decisions/0037). Counting is done after the changes were read: what is changed while rows are counted is
// read the next time, and its blocks are counted once more.
import { type Compilable, CompiledQuery, sql } from 'kysely'
import { type Database, isPostgres } from './connect.ts'
import { type ChangedPosition, readChanges, type Seen } from './list-changes.ts'
import {
  between,
  counted,
  type List,
  type ListRows,
  newestFirst,
  type Position,
  type Reading,
  rowCount,
  rowsOf,
} from './list-rows.ts'

/** Rows of a new block. A search reads as many texts in one statement: some milliseconds on SQLite [R181]. */
export const blockRows = 1_024
/** Blocks that PostgreSQL divides in one statement. */
const blocksAtOnce = 16
/** A block that grew beyond this is divided. */
const maxBlockRows = 2 * blockRows

/** Bytes of a position and a number in memory, counted generously. */
const markSize = 168

interface Division {
  /** The last position of each block but the last. */
  marks: Position[]
  /** How many rows each block has, or how many of them a search found. */
  counts: number[]
}

export interface Blocks extends Division {
  seen: Seen
}

/** @returns the blocks of a list with the number of rows in each */
export function readBlocks({ db, listCache }: Reading, list: List): Promise<Blocks> {
  return listCache.read<Blocks>(db, list.table, list.key, (known) => blocksNow(db, list, known), sizeOf)
}

/** Bytes in memory. */
export function sizeOf({ marks }: Blocks): number {
  return (marks.length + 1) * markSize
}

async function blocksNow(db: Database, list: List, known: Blocks | undefined): Promise<Blocks> {
  const { seen, positions } = await readChanges(db, list.table, known?.seen)
  if (!known || !positions) return { seen, ...(await divide(db, list)) }
  const changed = changedBlocks(list, known.marks, positions)
  let { marks } = known
  let counts = await countAgain(db, list, rowsOf(db, list), known, changed)
  // From the last on: the numbers of those before it stay.
  for (const n of changed.toReversed()) {
    if ((counts[n] ?? 0) <= maxBlockRows) continue
    const parts = await divide(db, list, marks[n - 1], marks[n])
    marks = marks.toSpliced(n, 0, ...parts.marks)
    counts = counts.toSpliced(n, 1, ...parts.counts)
  }
  return { seen, marks, counts }
}

/**
 * Counts some rows of a list in each of its blocks.
 * @param known the counts of the same rows; of use as long as the blocks are the same
 */
export async function countInBlocks(
  db: Database,
  list: List,
  rows: ListRows,
  marks: Position[],
  known?: Blocks,
): Promise<Blocks> {
  const former = known?.marks === marks ? known : undefined
  const { seen, positions } = await readChanges(db, list.table, former?.seen)
  const blocks =
    former && positions ? changedBlocks(list, marks, positions) : [...Array(marks.length + 1).keys()]
  return { seen, marks, counts: await countAgain(db, list, rows, former ?? { marks, counts: [] }, blocks) }
}

async function countAgain(
  db: Database,
  list: List,
  rows: ListRows,
  { marks, counts }: Division,
  blocks: number[],
): Promise<number[]> {
  const count = stepping(db, (after, upTo) => counted(between(list, rows, after, upTo)))
  const again = [...counts]
  for (const n of blocks) {
    const [block] = await count(marks[n - 1], marks[n])
    again[n] = block?.total ?? 0
  }
  return again
}

/** @returns the numbers of the blocks that these positions are in, ascending */
function changedBlocks(list: List, marks: Position[], positions: ChangedPosition[]): number[] {
  const numbers = positions.map(({ created_at, place, id }) =>
    blockOf(marks, { created_at: list.isOwnOrder ? place : created_at, id }),
  )
  return [...new Set(numbers)].sort((a, b) => a - b)
}

function blockOf(marks: Position[], { created_at, id }: Position): number {
  let first = 0
  let last = marks.length
  while (first < last) {
    const middle = Math.floor((first + last) / 2)
    const mark = marks[middle] as Position
    const isAfter = created_at < mark.created_at || (created_at === mark.created_at && id < mark.id)
    if (isAfter) first = middle + 1
    else last = middle
  }
  return first
}

/** Divides the rows after one position and up to another. */
async function divide(db: Database, list: List, after?: Position, upTo?: Position): Promise<Division> {
  const marksOf = isPostgres(db) ? marksOnPostgres : marksOnSqlite
  const marks = await marksOf(db, list, after, upTo)
  const rest = await rowCount(between(list, rowsOf(db, list), marks.at(-1) ?? after, upTo))
  return { marks, counts: [...marks.map(() => blockRows), rest] }
}

/** Many blocks in one statement, but not all: with millions of rows it would take longer than a request may wait. */
async function marksOnPostgres(
  db: Database,
  list: List,
  after: Position | undefined,
  upTo: Position | undefined,
): Promise<Position[]> {
  const marks: Position[] = []
  for (;;) {
    const rows = newestFirst(between(list, rowsOf(db, list), marks.at(-1) ?? after, upTo))
      .select(['created_at', 'id'])
      .limit(blocksAtOnce * blockRows)
    const { rows: next } = await sql<Position>`
      select created_at, id from
        (select created_at, id, row_number() over (order by created_at desc, id desc) as number
        from (${rows}) as row) as numbered
      where number % ${sql.lit(blockRows)} = 0 order by number`.execute(db)
    marks.push(...next)
    if (next.length < blocksAtOnce) return marks
  }
}

async function marksOnSqlite(
  db: Database,
  list: List,
  after: Position | undefined,
  upTo: Position | undefined,
): Promise<Position[]> {
  const marks: Position[] = []
  const nextMark = stepping(db, (from, to) =>
    newestFirst(between(list, rowsOf(db, list), from, to))
      .select(['created_at', 'id'])
      .limit(1)
      .offset(blockRows - 1),
  )
  for (;;) {
    const [next] = await nextMark(marks.at(-1) ?? after, upTo)
    if (!next) return marks
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
function stepping<Row>(
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

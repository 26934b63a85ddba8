// Rows: found by their id, and lists searched, counted, and read in batches. Search finds a substring of a folded text that rows
// store next to what is shown. An index of trigrams names the rows that may have it: FTS5 on SQLite
// (migrations/0001-initial.ts), pg_trgm on PostgreSQL.
import { type Selectable, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { fold } from '../../contract/text.ts'
import { type Database, isAway, isPostgres, withTimeLimit } from './connect.ts'
import type { Tables } from './tables.ts'

type Searchable = 'projects' | 'messages'
type Rows<T extends Searchable> = SelectQueryBuilder<Tables, T, object>

/** Rows that a page is sorted from; of more a page is read in the order of the list, where it finds them soon. */
const few = 2_000
/** Trigrams that a search looks up: more would only be intersected at more cost. */
const maxTrigrams = 12
/** Milliseconds for one statement: indexing 100,000 messages takes seconds. */
const indexingLimit = 10 * 60_000

/**
 * How many rows have a text that contains a term, letter for letter, and a query for a page of them. Every text contains an
 * empty term.
 */
export async function search<T extends Searchable>(
  db: Database,
  table: T,
  rows: Rows<T>,
  term: string,
): Promise<{ total: number; rows: Rows<T> }> {
  const text = fold(term)
  if (text === '') return { total: await countRows(rows), rows }
  const column = sql.ref(`${table}.search_text`)
  const like = sql<SqlBool>`${column} like ${likePattern(text)} escape '\\'`
  if (isPostgres(db)) {
    const total = await countRows(rows.where(like))
    // PostgreSQL takes a long text for rare and would read all that there are with a common one, only to sort them.
    return { total, rows: rows.where(total > few ? sql<SqlBool>`strpos(${column}, ${text}) > 0` : like) }
  }
  // `like` finds in half the time what `instr` finds in long texts, and takes some characters for others.
  const has = sql<SqlBool>`(${like} and instr(${column}, ${text}) > 0)`
  const match = matchOf(text)
  if (match === null) return { total: await countRows(rows.where(has)), rows: rows.where(has) }
  const index = sql.table(`${table}_trigrams`)
  const named = sql<SqlBool>`${sql.ref(`${table}.search_row`)} in (
    select rowid from ${index} where ${index} match ${match})`
  const total = await countRows(rows.where(named).where(has))
  return { total, rows: total > few ? rows.where(has) : rows.where(named).where(has) }
}

export async function countRows<T extends keyof Tables>(
  rows: SelectQueryBuilder<Tables, T, object>,
): Promise<number> {
  const { total } = await rows.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow()
  return total
}

/** The row with an id; none for null. */
export async function findRow<T extends 'users' | 'messages' | 'replies' | 'webhooks'>(
  db: Database,
  table: T,
  id: string | null,
): Promise<Selectable<Tables[T]> | undefined> {
  const rows = db
    .selectFrom<keyof Tables>(table)
    .selectAll()
    .where('id', '=', id ?? '')
  return rows.executeTakeFirst() as Promise<Selectable<Tables[T]> | undefined>
}

export function likePattern(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** @returns what FTS5 is to match, or null for a text too short to have a trigram */
function matchOf(text: string): string | null {
  const letters = [...text]
  const trigrams = letters.slice(2).map((letter, n) => `${letters[n]}${letters[n + 1]}${letter}`)
  if (trigrams.length === 0) return null
  const step = Math.ceil(trigrams.length / maxTrigrams)
  const some = new Set(trigrams.filter((_, n) => n % step === 0))
  return [...some].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}

/**
 * Makes the indexes of PostgreSQL. An owner of the database may add the extension pg_trgm since PostgreSQL 13; where it cannot
 * be added, search reads all texts, and each start tries again.
 * @returns null, or why there are none
 */
export async function makeTrigramIndexes(db: Database): Promise<Error | null> {
  try {
    await withTimeLimit(indexingLimit, () =>
      db.transaction().execute(async (tx) => {
        await sql`create extension if not exists pg_trgm`.execute(tx)
        const { rows } = await sql<{ schema: string }>`
          select nspname as schema from pg_extension join pg_namespace on pg_namespace.oid = extnamespace
          where extname = 'pg_trgm'`.execute(tx)
        const operators = sql.id(rows[0]?.schema ?? 'public', 'gin_trgm_ops')
        for (const table of ['projects', 'messages'])
          await sql`create index if not exists ${sql.id(`${table}_trigrams`)} on ${sql.table(table)}
            using gin (search_text ${operators})`.execute(tx)
      }),
    )
    return null
  } catch (error) {
    if (isAway(error)) throw error
    return error as Error
  }
}

/** Pages that one step of a merge writes: some ten milliseconds. */
const mergePages = 500

/**
 * For the cleanup jobs on SQLite: a step of the merge that takes deleted texts out of the indexes, where FTS5 only notes that
 * they are gone, and the figures by which queries are planned. PostgreSQL does both by itself.
 */
export async function tidySqlite(db: Database): Promise<void> {
  for (const name of ['projects_trigrams', 'messages_trigrams'])
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}, rank) values ('merge', ${-mergePages})`.execute(
      db,
    )
  // All tables, not only those that this connection has queried.
  await sql`pragma optimize = 0x10002`.execute(db)
}

/** Rows. All of one batch can be inserted by one statement: both databases take 32,766 values at least. */
const batch = 200

export const directionOf = (sort: string) => (sort === 'oldest' ? 'asc' : 'desc')

/**
 * Reads all rows of a query in batches, so that memory does not grow with their number.
 * Each batch starts after the last row of the one before, so rows that come or go in the meantime skip and repeat no other.
 * @param query without an order
 * @param key the columns that it is ordered by, which together are unique
 */
export async function* inBatches<DB, Table extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, Table, Row>,
  key: readonly (keyof Row & string)[],
  direction: 'asc' | 'desc' = 'asc',
): AsyncGenerator<Row[]> {
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  let ordered = query.limit(batch)
  for (const name of key) ordered = ordered.orderBy(sql.ref(name), direction)
  let last: Row | undefined
  do {
    const after = sql.join(key.map((name) => last?.[name]))
    const columns = sql.join(key.map((name) => sql.ref(name)))
    const rows = await (last
      ? ordered.where(sql<SqlBool>`(${columns}) ${beyond} (${after})`)
      : ordered
    ).execute()
    yield rows
    last = rows.length === batch ? rows.at(-1) : undefined
  } while (last)
}

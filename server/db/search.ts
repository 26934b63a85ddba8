// How lists are searched: rows store a folded text next to what is shown, and a search finds a substring of it.
//
// A search that finds little reads the rows that an index of trigrams names. One that finds much, or whose one or two
// characters make no trigram, reads the texts: on SQLite in blocks, so that no statement holds the event loop for long,
// and in both cases the numbers of rows found are cached until the list changes.
import { type RawBuilder, sql } from 'kysely'
import { fold } from '../../contract/text.ts'
import { type Database, isPostgres } from './connect.ts'
import { type Blocks, countInBlocks, readBlocks, sizeOf } from './list-blocks.ts'
import { between, idsIn, type List, type ListRows, type Reading, rowCount, rowsOf } from './list-rows.ts'
import { type Found, type Ids, idsOf, openList } from './paged-list.ts'

/** Rows that are read and sorted one by one, in one statement [R181]; more are read in the order of the list. */
const few = 2_000
/** Trigrams that a search looks up: more would only be intersected at more cost. */
const maxTrigrams = 12

/**
 * The rows of a list that contain a folded substring, letter for letter [R21]; all of them for an empty one.
 * @param total of the list, where it has been read
 */
export async function search(context: Reading, list: List, term: string, total?: number): Promise<Found> {
  const text = fold(term)
  if (text === '') return openList(context, list, total)
  return isPostgres(context.db) ? searchOnPostgres(context, list, text) : searchOnSqlite(context, list, text)
}

async function searchOnSqlite(context: Reading, list: List, text: string): Promise<Found> {
  const match = matchOf(text)
  if (match && !(await hasMany(context.db, list, match))) {
    const ids = await namedIds(context.db, list, match, text)
    return { total: ids.length, slice: async (start, limit) => valuesOf(ids.slice(start, start + limit)) }
  }
  const all = rowsOf(context.db, list, true)
  // In the long texts of messages `like` finds in half the time what `instr` finds, and takes some characters that are
  // not assigned for others.
  const likely = list.table === 'items' ? all : like(all, text)
  const rows = likely.where(sql<boolean>`instr(search_text, ${text}) > 0`)
  const { counts, marks } = await context.listCache.read<Blocks>(
    context.db,
    list.table,
    `${list.key}\n${text}`,
    async (known) => {
      const { marks } = await readBlocks(context, list)
      return countInBlocks(context.db, list, rows, marks, known)
    },
    sizeOf,
  )
  const blockOf = (n: number) => between(list, rows, marks[n - 1], marks[n])
  return {
    total: counts.reduce((sum, count) => sum + count, 0),
    async slice(start, limit) {
      const ids: string[] = []
      let skipped = start
      for (const [n, count] of counts.entries()) {
        if (skipped < count) {
          const found = await idsIn(blockOf(n), skipped, limit - ids.length).execute()
          ids.push(...found.map(({ id }) => id))
          if (ids.length >= limit) break
        }
        skipped = Math.max(0, skipped - count)
      }
      return valuesOf(ids)
    },
  }
}

async function searchOnPostgres({ db, listCache }: Reading, list: List, text: string): Promise<Found> {
  const rows = rowsOf(db, list, true)
  const { total } = await listCache.read(
    db,
    list.table,
    `${list.key}\n${text}`,
    async () => ({ total: await rowCount(like(rows, text)) }),
    () => 8,
  )
  // PostgreSQL takes a long text for rare and would read all that there are with a common one, only to sort them.
  const found = total > few ? rows.where(sql<boolean>`strpos(search_text, ${text}) > 0`) : like(rows, text)
  return { total, slice: async (start, limit) => idsOf(db, idsIn(found, start, limit)) }
}

function like(rows: ListRows, text: string): ListRows {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`
  return rows.where(sql<boolean>`search_text like ${pattern} escape '\\'`)
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

function valuesOf(ids: string[]): Ids {
  return sql`in (${ids.length > 0 ? sql.join(ids) : sql`null`})`
}

function trigramsOf(list: List): RawBuilder<unknown> {
  return sql.table(`${list.table}_trigrams`)
}

async function hasMany(db: Database, list: List, match: string): Promise<boolean> {
  const { rows } = await sql<{ found: number }>`
    select count(*) as found from
      (select 1 from ${trigramsOf(list)} where ${trigramsOf(list)} match ${match} limit ${few + 1})`.execute(
    db,
  )
  return (rows[0]?.found ?? 0) > few
}

/** The cross joins give SQLite the order: from the few rows that the index names to their place in the list. */
async function namedIds(db: Database, list: List, match: string, text: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select row.id from ${trigramsOf(list)}
    cross join ${sql.table(list.table)} as named on named.search_row = ${trigramsOf(list)}.rowid
    cross join (${list.source(false)}) as row on row.id = named.id
    where ${trigramsOf(list)} match ${match} and instr(named.search_text, ${text}) > 0
    order by row.created_at desc, row.id desc`.execute(db)
  return rows.map(({ id }) => id)
}

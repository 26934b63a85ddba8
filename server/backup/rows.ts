// The rows of a table as lines of JSON, in batches: memory does not grow with the table.
import { setImmediate } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { archivedTables, derivedColumns, maxLine, type Row } from './contents.ts'
import { ArchiveRejected } from './rejected.ts'

/** Rows in one statement, also when they are stored: both databases take 32,766 values at least. */
const batch = 200

/** Tables by a name that is only known while it runs. */
export type AnyTables = Kysely<Record<string, Row>>

/** By the primary key, each batch from where the one before ended: the same in every pass over one snapshot. */
export async function* batchesOf(db: Database, table: string): AsyncGenerator<Row[]> {
  const key = archivedTables[table] ?? []
  const columns = sql.join(key.map((name) => sql.ref(name)))
  let after: Row | undefined
  do {
    // SQLite responds at once: without this nothing else would run in the server until all rows have been read.
    await setImmediate()
    let query = (db as unknown as AnyTables).selectFrom(table).selectAll().limit(batch)
    for (const name of key) query = query.orderBy(name)
    if (after) {
      const values = sql.join(key.map((name) => after?.[name]))
      query = query.where(sql<boolean>`(${columns}) > (${values})`)
    }
    const rows = await query.execute()
    for (const row of rows) for (const name of derivedColumns[table] ?? []) delete row[name]
    if (rows.length > 0) yield rows
    after = rows.length < batch ? undefined : rows.at(-1)
  } while (after)
}

export function linesOf(rows: Row[]): Buffer {
  return Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
}

/** Reads what `linesOf` wrote. @throws ArchiveRejected for anything that is no row. */
export async function* rowsIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Row[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  let rows: Row[] = []
  for await (const chunk of chunks) {
    const lines = (rest + decoded(decoder, chunk)).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > maxLine) throw noRow()
    for (const line of lines) {
      rows.push(parseRow(line))
      if (rows.length < batch) continue
      yield rows
      rows = []
    }
  }
  if (rest !== '') throw noRow()
  if (rows.length > 0) yield rows
}

function decoded(decoder: TextDecoder, chunk: Uint8Array): string {
  try {
    return decoder.decode(chunk, { stream: true })
  } catch {
    throw noRow()
  }
}

function parseRow(line: string): Row {
  try {
    const row: unknown = JSON.parse(line)
    if (typeof row === 'object' && row !== null && Object.values(row).every(isStored)) return row as Row
  } catch {
    // The same as JSON of another shape.
  }
  throw noRow()
}

function isStored(value: unknown): boolean {
  return value === null || typeof value === 'string' || Number.isSafeInteger(value)
}

function noRow(): ArchiveRejected {
  return new ArchiveRejected('a line in it is no row of a table')
}

// Copies the tables of a backup from one database to another, whatever the two are: for backups, restores and moves.
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../db/connect.ts'
import { inBatches } from '../db/search.ts'
import type { Tables } from '../db/tables.ts'

/**
 * Whatever opens something or is about to be sent belongs to the running installation alone, and so does what it remembers and
 * what its checks of projects found.
 */
const leftOutTables = [
  'sessions',
  'one_time_tokens',
  'access_tokens',
  'webhooks',
  'attempts',
  'jobs',
  'states',
  'preview_checks',
] as const

type CopiedTable = Exclude<keyof Tables, (typeof leftOutTables)[number]>

/**
 * Each with its primary key, after those that it refers to. Client links are among them, because clients have them in their
 * hands.
 */
export const copiedTables: Readonly<Record<CopiedTable, readonly string[]>> = {
  users: ['id'],
  audit_events: ['id'],
  projects: ['id'],
  project_categories: ['project_id', 'key'],
  project_images: ['image_id'],
  client_links: ['id'],
  messages: ['id'],
  replies: ['id'],
  spam_marks: ['key'],
  saved_replies: ['id'],
  settings: ['name'],
  counters: ['name'],
  daily_counts: ['day', 'project_id'],
  site_versions: ['version'],
  named_uploads: ['name'],
}

/** All tables of the product, each before those that it refers to. */
export const allTables: readonly string[] = [...leftOutTables, ...Object.keys(copiedTables).toReversed()]

/** Tables by a name that is only known while it runs; both databases have text and whole numbers only. */
type AnyTables = Kysely<Record<string, Record<string, string | number | null>>>

/**
 * @param from a snapshot: each table is read in batches
 * @param to with the same schema and without rows, best a transaction
 * @returns how many rows of each table
 */
export async function copyTables(from: Database, to: Database): Promise<Record<string, number>> {
  const [source, target] = [from, to] as unknown as [AnyTables, AnyTables]
  const counts: Record<string, number> = {}
  for (const [table, key] of Object.entries(copiedTables)) {
    counts[table] = 0
    for await (const rows of inBatches(source.selectFrom(table).selectAll(), key)) {
      // SQLite responds at once: without this nothing else would run in the server until all rows have been read.
      await setImmediate()
      // A number that only SQLite has, and gives to the rows of the copy itself.
      for (const row of rows) delete row.search_row
      if (rows.length > 0) await target.insertInto(table).values(rows).execute()
      counts[table] += rows.length
    }
  }
  return counts
}

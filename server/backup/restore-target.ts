// Whether a database and uploads are empty, so that a restore takes nothing from anybody.
import { setTimeout as rest } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/connect.ts'
import { schemaOf } from '../db/migrate.ts'
import type { Tables } from '../db/tables.ts'
import type { Uploads } from '../images/uploads.ts'
import { allTables, indexTable } from './contents.ts'
import { BackupError } from './rejected.ts'

/** What somebody has put there; the other tables have rows as soon as a server has started. */
const own = { users: 'accounts', items: 'projects', contacts: 'messages' } as const

/**
 * @param place what to call the database
 * @throws BackupError when it holds anything that a restore would replace
 * @throws NewerDatabase
 */
export async function checkEmptyDatabase(db: Database, place: string, isFile: boolean): Promise<string[]> {
  const names = (await db.introspection.getTables()).map(({ name }) => name)
  const there = allTables.filter((table) => names.includes(table))
  // A file is replaced with everything in it.
  if (isFile && names.some((name) => !allTables.includes(name) && !indexTable.test(name)))
    throw new BackupError(`${place} has tables of another program.`)
  if ((await schemaOf(db)) === null) return []
  for (const [table, what] of Object.entries(own) as [keyof typeof own, string][]) {
    const row = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('count'))
      .executeTakeFirst()
    if (row && row.count > 0)
      throw new BackupError(
        `${place} is not empty: it has ${row.count} ${what}. Restore into an empty one: name another DATA_DIR or DATABASE_URL, or move what is there away first.`,
      )
  }
  return there
}

/** @param ours images that a restore which was cut off may have stored @throws BackupError when there are others */
export async function checkEmptyUploads(uploads: Uploads, ours: readonly string[]): Promise<void> {
  const known = new Set(ours)
  let others = 0
  for await (const { folder } of uploads.list()) if (!known.has(folder)) others++
  if (others > 0)
    throw new BackupError(
      `The uploads are not empty: there are ${others} images. Restore into ${uploads.advice.occupied}, or move them away first.`,
    )
}

/**
 * An installation that has no image yet has written its id all the same: its cleanup job would take the restored images
 * for leftovers, and each of its own would be lost to the job of the restored one [R164].
 * @param stored the id in the uploads; null where there is none
 * @throws BackupError when it is not one of those that may be there
 */
export function checkOwnUploads(
  uploads: Uploads,
  stored: string | null,
  own: readonly (string | null)[],
): void {
  if (stored === null || own.includes(stored)) return
  throw new BackupError(
    `${uploads.name} belongs to another installation: its .installation-id is not that of the database. Restore into ${uploads.advice.occupied}, or remove ${uploads.name}/.installation-id if no other installation uses it.`,
  )
}

/** Milliseconds for the connections of a program that has just ended to be closed, and between two looks at them. */
const closing = 2_000
const lookInterval = 100

/**
 * A server on PostgreSQL holds no lock, but it is connected. Only for PostgreSQL.
 * @throws BackupError while somebody else is connected to the database
 */
export async function checkAlone(db: Kysely<Tables>): Promise<void> {
  const deadline = performance.now() + closing
  let others = await otherConnections(db)
  while (others.length > 0 && performance.now() < deadline) {
    await rest(lookInterval)
    others = await otherConnections(db)
  }
  if (others.length === 0) return
  const names = [...new Set(others.filter(Boolean))]
  throw new BackupError(
    `The database of DATABASE_URL is in use: ${others.length} other connections${names.length > 0 ? ` (${names.join(', ')})` : ''}. Stop every server on it and close other programs first.`,
  )
}

/** @returns the name that each program has given itself */
async function otherConnections(db: Kysely<Tables>): Promise<string[]> {
  // A transaction sees what it saw the first time.
  await sql`select pg_stat_clear_snapshot()`.execute(db)
  const { rows } = await sql<{ application: string }>`
    select application_name as application from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db,
  )
  return rows.map(({ application }) => application)
}

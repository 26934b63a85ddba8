// Migrates a database that has rows only after a copy of it was made, so that the operator can go back (docs/decisions/0019).
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { type Database, withTimeLimit } from './connect.ts'
import { migrate, schemaOf, stepNames } from './migrate.ts'

/** Milliseconds: a large database takes its time to be copied. */
const copyLimit = 10 * 60_000

/**
 * Applies the migrations that are missing. Either all of them take effect or none: the database itself undoes what was
 * applied before one that failed or was cut off.
 * @param file the SQLite database, or null for PostgreSQL, which is not copied
 * @returns the copy of the database as it was, named after the first migration applied; null where none was made
 * @throws NewerDatabase or OtherVersion
 */
export async function upgrade(db: Database, file: string | null): Promise<string | null> {
  const copy = file === null ? null : await copyBefore(db, file)
  await migrate(db)
  if (file !== null && copy !== null) await removeOthers(file, copy)
  return copy
}

async function copyBefore(db: Database, file: string): Promise<string | null> {
  const schema = await schemaOf(db)
  const next = schema === null ? undefined : stepNames[stepNames.indexOf(schema) + 1]
  if (next === undefined) return null
  const copy = `${file}.before-${next.slice(0, 4)}`
  // With the process id in its name: `npm run admin` may do the same at this moment.
  const draft = `${copy}.${process.pid}.tmp`
  try {
    await rm(draft, { force: true })
    await withTimeLimit(copyLimit, () => sql`vacuum into ${draft}`.execute(db))
    await sync(draft)
    await rename(draft, copy)
    await sync(dirname(file))
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  return copy
}

/** One is stored, that of the last upgrade: it has what was deleted since. */
async function removeOthers(file: string, copy: string): Promise<void> {
  const folder = dirname(file)
  for (const name of await readdir(folder))
    if (name.startsWith(`${basename(file)}.before-`) && name !== basename(copy))
      await rm(join(folder, name), { force: true })
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

// Puts a restored database in the place of an empty one, in one step on either database.
import { statSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql, type Transaction } from 'kysely'
import type { Config } from '../config.ts'
import { openPostgres, openSqlite, withTimeLimit } from '../db/connect.ts'
import { waitForDatabase } from '../db/migrate.ts'
import { openSnapshot } from '../db/snapshot.ts'
import type { Tables } from '../db/tables.ts'
import { installationIfAny } from '../images/installation.ts'
import { syncFolder } from '../images/storage.ts'
import { BackupError } from './rejected.ts'
import { checkAlone, checkEmptyDatabase } from './restore-target.ts'

type Place = Pick<Config, 'dataDir' | 'databaseUrl'>
/** @param there the tables that are there, all empty but for what every start stores */
type Work = (tx: Transaction<Tables>, there: string[]) => Promise<void>

/** Milliseconds for one statement: an upgrade of many rows takes its time. */
const statementLimit = 10 * 60_000
const postgres = 'The database of DATABASE_URL'

/**
 * Reads only.
 * @returns the installation id of the database; null where it has none
 * @throws BackupError when the database is not empty or in use
 */
export async function checkTarget({ dataDir, databaseUrl }: Place): Promise<string | null> {
  const file = join(dataDir, 'portfolio.db')
  if (databaseUrl === null && sizeOf(file) === 0) {
    if (sizeOf(`${file}-wal`) === 0) return null
    throw new BackupError(
      `DATA_DIR is ${dataDir}, where portfolio.db-wal holds changes of a portfolio.db that is not there. Move it away first.`,
    )
  }
  const { db, close } = await openSnapshot(databaseUrl, file)
  try {
    if (databaseUrl !== null) await checkAlone(db)
    await checkEmptyDatabase(db, databaseUrl === null ? file : postgres, databaseUrl === null)
    return await installationIfAny(db)
  } finally {
    await close()
  }
}

/** Bytes; 0 for a file that is not there. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/** When this resolves, and as soon as the work is committed, the database is the one that the work has made. */
export function replaceDatabase({ dataDir, databaseUrl }: Place, work: Work): Promise<void> {
  return databaseUrl === null ? replaceFile(dataDir, work) : replaceTables(databaseUrl, work)
}

async function replaceFile(dataDir: string, work: Work): Promise<void> {
  const file = join(dataDir, 'portfolio.db')
  const draft = join(dataDir, 'portfolio.db.restoring')
  await removeDatabase(draft)
  try {
    const db = openSqlite(draft)
    try {
      await db.transaction().execute((tx) => work(tx, []))
    } finally {
      await db.destroy()
    }
    await syncFile(draft)
    // Next to another database a write-ahead log would damage it.
    for (const log of [`${file}-wal`, `${file}-shm`]) await rm(log, { force: true })
    await rename(draft, file)
    await syncFolder(dataDir)
  } catch (error) {
    await removeDatabase(draft)
    throw error
  }
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true })
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function replaceTables(databaseUrl: string, work: Work): Promise<void> {
  const db = openPostgres(databaseUrl, () => {})
  try {
    await waitForDatabase(db, () => {})
    await withTimeLimit(statementLimit, () =>
      db.transaction().execute(async (tx) => {
        // Finding the first row in a large archive takes its time, too.
        await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
        for (const table of await checkEmptyDatabase(tx, postgres, false))
          await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
        // Again, now that nobody else can write: a server may have started since.
        await checkAlone(tx)
        await work(tx, await checkEmptyDatabase(tx, postgres, false))
      }),
    )
  } finally {
    await db.destroy()
  }
}

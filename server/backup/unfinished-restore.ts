// The file that tells a restore cut off by a kill or a power cut from a product that is whole [R165].
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { type Config, ConfigError } from '../config.ts'
import { openPostgres, openSqlite } from '../db/connect.ts'
import { waitForDatabase } from '../db/migrate.ts'
import { openSnapshot } from '../db/snapshot.ts'
import type { Tables } from '../db/tables.ts'
import { isMissing, replaceDurably, syncFolder } from '../images/storage.ts'

export interface UnfinishedRestore {
  /** Chosen by the restore; in the same transaction as the rows it is stored as a setting. */
  id: string
  /** The images that it stores: they may be there or not. */
  images: string[]
}

const name = 'restore-unfinished'
const setting = 'restore-id'

export async function begin(dataDir: string, restore: UnfinishedRestore): Promise<void> {
  await replaceDurably(join(dataDir, name), Buffer.from(JSON.stringify(restore)))
}

type DatabasePlace = Pick<Config, 'dataDir' | 'databaseUrl'>

/** Call it with the transaction that stores the rows: the restore is complete as soon as that is committed. */
export async function markComplete(tx: Transaction<Tables>, { id }: UnfinishedRestore): Promise<void> {
  // An archive may hold the one of a restore that was killed before `unmark`.
  await tx.deleteFrom('settings').where('name', '=', setting).execute()
  await tx.insertInto('settings').values({ name: setting, value: id }).execute()
}

/** Removes that setting once `end` has been called. */
export async function unmark({ dataDir, databaseUrl }: DatabasePlace): Promise<void> {
  const db =
    databaseUrl === null ? openSqlite(join(dataDir, 'portfolio.db')) : openPostgres(databaseUrl, () => {})
  try {
    await waitForDatabase(db, () => {})
    await db.deleteFrom('settings').where('name', '=', setting).execute()
  } finally {
    await db.destroy()
  }
}

/** There is nothing left to undo or to finish. */
export async function end(dataDir: string): Promise<void> {
  await rm(join(dataDir, name), { force: true })
  await syncFolder(dataDir)
}

/** @returns null where no restore is under way and none was cut off. */
export function readUnfinished(dataDir: string): UnfinishedRestore | null {
  try {
    const { id, images } = JSON.parse(readFileSync(join(dataDir, name), 'utf8'))
    return { id, images }
  } catch (error) {
    if (isMissing(error)) return null
    // Cut off while it was written: nothing had been stored.
    if (error instanceof SyntaxError) return { id: '', images: [] }
    throw error
  }
}

/** Whether the rows of this restore were committed. @throws where the database cannot be reached. */
export async function isComplete(place: DatabasePlace, { id }: UnfinishedRestore): Promise<boolean> {
  const file = join(place.dataDir, 'portfolio.db')
  if (place.databaseUrl === null && !existsSync(file)) return false
  const { db, close } = await openSnapshot(place.databaseUrl, file)
  try {
    const tables = await db.introspection.getTables()
    if (!tables.some(({ name }) => name === 'settings')) return false
    const row = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
    return row?.value === id
  } finally {
    await close()
  }
}

/**
 * Call it before the database is opened to be served or changed. A restore that was cut off after its commit is taken
 * for what it is.
 * @throws ConfigError when a restore is under way or was cut off: what is there is not whole.
 */
export async function checkRestore(place: DatabasePlace): Promise<void> {
  const unfinished = readUnfinished(place.dataDir)
  if (!unfinished) return
  if (await isComplete(place, unfinished)) {
    await end(place.dataDir)
    return unmark(place)
  }
  throw new ConfigError(
    `DATA_DIR is ${place.dataDir}, where a restore is under way or was cut off. Wait for it, or run it again: npm run restore -- FILE`,
  )
}

// Restores an archive into an empty product: all of it, or nothing. Its rows are replaced in one transaction, which stores the
// images before it ends. What is cut off or fails in the middle of them leaves some that no row names, and is run again.
import { existsSync, openAsBlob } from 'node:fs'
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { AppContext } from '../context.ts'
import { lockDataDir, prepareDataDir } from '../data-dir.ts'
import {
  type Database,
  isFull,
  isPostgres,
  isStorageUnusable,
  isUnusable,
  lock,
  openPostgres,
  openSqlite,
  type Tx,
  withTimeLimit,
} from '../db/connect.ts'
import { migrate, NewerDatabase, schemaOf, waitForDatabase } from '../db/migrate.ts'
import { countRows } from '../db/search.ts'
import type { Tables } from '../db/tables.ts'
import { checkWriteAheadLog, imageNames, installationIfAny, installationOf } from '../images/installation.ts'
import type { FileContent } from '../images/storage.ts'
import { type Uploads, videoFile } from '../images/uploads.ts'
import { addMissingChecks } from '../preview/check-rows.ts'
import { ArchiveRejected, BackupError, databasePath, unpackArchive } from './archive.ts'
import { allTables, copyTables } from './copy-tables.ts'
import type { Summary } from './create-backup.ts'

export type RestoreTarget = Pick<AppContext, 'config' | 'uploads' | 'now'>

/** Milliseconds for one statement: an upgrade of many rows takes its time. */
const statementLimit = 10 * 60_000
/** Milliseconds for the connections of a program that has just ended to be closed. */
const closing = 2_000
/** Milliseconds in which a server that is running has been connected. */
const alone = 1_500

/** Shown at a reply that was waiting to be sent; what became of it only the installation knows that made the backup. */
const notSent =
  'Not sent: it was waiting when the backup was made that this is restored from. It may have been sent since; if not, send it again.'

/** Where the archive is unpacked: left there only by a restore that was cut off. */
function scratchOf(dataDir: string): string {
  return join(dataDir, 'restore.tmp')
}

/** Why no server may start: what is in the database and the uploads says nothing. Null where there is no such restore. */
export function cutOffRestore({ dataDir }: Pick<Config, 'dataDir'>): string | null {
  if (!existsSync(scratchOf(dataDir))) return null
  return `a restore into ${dataDir} was cut off, or is under way; run it again to its end before you start the server.`
}

/**
 * @returns what it was, with the email addresses of the admins: whoever has them can sign in with a password of the archive
 * @throws ArchiveRejected before anything is stored when the archive is not whole or not of this product
 * @throws BackupError or ConfigError when the target is not empty or in use
 */
export async function restoreBackup(target: RestoreTarget, file: string) {
  const { dataDir } = target.config
  prepareDataDir(dataDir)
  const unlock = lockDataDir(dataDir, 'stop it before you restore.')
  const scratch = scratchOf(dataDir)
  const wasCutOff = existsSync(scratch)
  try {
    await rm(scratch, { recursive: true, force: true })
    await mkdir(scratch, { mode: 0o700 })
    const createdAt = await unpackArchive(file, scratch)
    await using archived = await openArchived(join(scratch, databasePath))
    return { createdAt, ...(await restoreInto(target, archived, join(scratch, 'uploads'), wasCutOff)) }
  } finally {
    // Again where a folder is not empty: after an error the unpacker may still make a file.
    await rm(scratch, { recursive: true, force: true, maxRetries: 3 })
    unlock()
  }
}

/** Opens the database of an archive, and upgrades that of an older version. @throws ArchiveRejected */
async function openArchived(file: string): Promise<Database> {
  let db: Database | undefined
  try {
    db = openSqlite(file)
    // Nothing in it is run: only its tables are read.
    const { rows } = await sql<Record<string, string>>`pragma integrity_check(1)`.execute(db)
    if (Object.values(rows[0] ?? {})[0] !== 'ok') throw new ArchiveRejected('its database is damaged')
    const views = await sql`select 1 from sqlite_master where type = 'view' limit 1`.execute(db)
    // In the place of a table it could have rows without end.
    if (views.rows.length > 0) throw new ArchiveRejected('its database has a view, which no backup has')
    if ((await schemaOf(db)) === null) throw new ArchiveRejected('its database has no tables')
    await migrate(db)
    if ((await installationOf(db)) === null) throw new ArchiveRejected('its database has no id')
    return db
  } catch (error) {
    await db?.destroy()
    if (error instanceof NewerDatabase) throw new ArchiveRejected(`${error.message}; update this one first`)
    // SQLite knows damage by these.
    if (/^(file is not a database|database disk image is malformed)/.test((error as Error).message))
      throw new ArchiveRejected('its database is damaged')
    throw error
  }
}

/**
 * @param images the directory of the unpacked ones
 * @throws BackupError when the target is not empty or in use
 */
async function restoreInto(
  target: RestoreTarget,
  archived: Database,
  images: string,
  wasCutOff: boolean,
): Promise<Summary & { admins: string[] }> {
  const names = new Set((await imageNames(archived)).keys())
  // There is none in an archive without images.
  const unpacked = new Set(await readdir(images).catch(() => []))
  const stored = names.intersection(unpacked)
  const { dataDir, databaseUrl } = target.config
  if (databaseUrl === null) checkWriteAheadLog(dataDir)
  await using db =
    databaseUrl === null ? openSqlite(join(dataDir, 'portfolio.db')) : openPostgres(databaseUrl)
  await waitForDatabase(db)
  await checkAlone(db)
  await checkEmpty(db, wasCutOff)
  await checkUploads(target.uploads, db, archived)
  await target.uploads.storage.check(false)
  await migrate(db)
  const rows = await withTimeLimit(statementLimit, () =>
    db.transaction().execute(async (tx) => {
      const rows = await replaceRows(target, tx, archived)
      await target.uploads.writeInstallation(String(await installationOf(archived)))
      await storeImages(target.uploads, images, stored)
      return rows
    }),
  )
  const admins = await archived.selectFrom('users').select('email').where('role', '=', 'admin').execute()
  return {
    rows,
    images: stored.size,
    missingImages: [...names.difference(unpacked)],
    admins: admins.map(({ email }) => email),
  }
}

const postgres = 'The database of DATABASE_URL'

/**
 * A server on PostgreSQL holds no lock, but it connects at least every second. The connections of a program that has just
 * ended take a moment to be closed. Of SQLite `restoreBackup` has the lock.
 * @throws BackupError while somebody else is connected
 */
async function checkAlone(db: Database): Promise<void> {
  if (!isPostgres(db)) return
  const began = performance.now()
  let seen = began
  for (;;) {
    // A transaction sees what it saw the first time.
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
      db,
    )
    const now = performance.now()
    if (rows.length > 0) seen = now
    else if (now - seen > alone) return
    if (seen - began > closing)
      throw new BackupError(
        `${postgres} is in use: ${rows.length} other connections. Stop every server on it and close other programs first.`,
      )
    await rest(100)
  }
}

/** What somebody has put there; the other tables have rows as soon as a server has started. */
const owned = { users: 'accounts', projects: 'projects', messages: 'messages' } as const

/**
 * @param wasCutOff whether an earlier restore was
 * @throws BackupError when the database holds what a restore would replace
 */
async function checkEmpty(db: Database, wasCutOff = false): Promise<void> {
  if ((await schemaOf(db)) === null) return
  for (const [table, what] of Object.entries(owned) as [keyof typeof owned, string][]) {
    const count = await countRows<keyof Tables>(db.selectFrom(table))
    // Its rows are there all at once, and it was cut off after that.
    const hint = wasCutOff
      ? ' If these are what the restore brought that was cut off, it was complete: start the server.'
      : ''
    if (count > 0)
      throw new BackupError(
        `${isPostgres(db) ? postgres : 'portfolio.db in DATA_DIR'} is not empty: it has ${count} ${what}. Restore into an empty one: name another DATA_DIR or DATABASE_URL, or move what is there away first.${hint}`,
      )
  }
}

/**
 * Images of the archive are there only because a restore of it was cut off: their names are random. An installation that has no
 * image yet has written its id all the same: its cleanup job would take the restored images for leftovers.
 * @throws BackupError when the uploads hold other images, or belong to another installation
 */
async function checkUploads(uploads: Uploads, db: Database, archived: Database): Promise<void> {
  const { name } = uploads.storage
  const names = await imageNames(archived)
  const others = (await Array.fromAsync(uploads.list())).filter(({ id }) => !names.has(id)).length
  if (others > 0)
    throw new BackupError(
      `The uploads are not empty: there are ${others} images. Restore into an empty folder or bucket, or move them away first.`,
    )
  const installation = await uploads.readInstallation()
  const own = [null, await installationIfAny(db), await installationOf(archived)]
  if (!own.includes(installation))
    throw new BackupError(
      `${name} belongs to another installation: its .installation-id is not that of the database. Restore into an empty folder or bucket, or remove ${name}/.installation-id if no other installation uses it.`,
    )
}

/** As soon as it is committed, the database has the rows of the archive; before, it is as it was. */
async function replaceRows(
  { now }: RestoreTarget,
  tx: Tx,
  archived: Database,
): Promise<Record<string, number>> {
  if (isPostgres(tx))
    await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
  // No server starts from here on; one may have started since.
  await lock(tx, 'start')
  await checkAlone(tx)
  await checkEmpty(tx)
  for (const table of allTables) await sql`delete from ${sql.table(table)}`.execute(tx)
  const rows = await copyTables(archived, tx).catch((error) => {
    if (isFull(error) || isUnusable(error) || isStorageUnusable(error)) throw error
    throw new ArchiveRejected(`its rows do not fit into the database (${(error as Error).message})`)
  })
  await tx
    .updateTable('replies')
    .set({ rejected_at: now().toISOString(), error: notSent })
    .where('sent_at', 'is', null)
    .where('rejected_at', 'is', null)
    .execute()
  await addMissingChecks(tx)
  return rows
}

/** @param ids of those to be stored @param directory of the unpacked ones */
async function storeImages(uploads: Uploads, directory: string, ids: Iterable<string>): Promise<void> {
  for (const id of ids) {
    const files = new Map<string, FileContent>()
    for (const name of await readdir(join(directory, id))) {
      const file = await openAsBlob(join(directory, id, name))
      const video = { size: file.size, chunks: () => file.stream() }
      files.set(name, name === videoFile ? video : await file.bytes())
    }
    await uploads.store(id, files)
  }
}

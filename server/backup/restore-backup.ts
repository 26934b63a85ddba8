// Restores an archive into an empty product: all of it, or nothing. Images come first and the rows last, in one
// transaction: until then nothing names them. After a kill the restore is run again.
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { sql, type Transaction } from 'kysely'
import type { Config } from '../config.ts'
import { lockDataDir, prepareDataDir } from '../data-dir.ts'
import {
  type Database,
  isAway,
  isFull,
  isPostgres,
  isStorageUnusable,
  isUnusable,
  openPostgres,
  openSqlite,
  withTimeLimit,
} from '../db/connect.ts'
import { migrate, NewerDatabase, schemaOf, waitForDatabase } from '../db/migrate.ts'
import type { Tables } from '../db/tables.ts'
import { imageNames } from '../image-names.ts'
import { installationIfAny, installationOf } from '../images/installation.ts'
import type { Uploads } from '../images/uploads.ts'
import { addMissingChecks } from '../preview/check-rows.ts'
import { ArchiveRejected, BackupError, databasePath, unpackArchive } from './archive.ts'
import { allTables, copyTables } from './copy-tables.ts'
import type { Summary } from './create-backup.ts'

export interface RestoreTarget {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>
  uploads: Uploads
  now(): Date
}

export interface Restored extends Summary {
  /** When the backup was begun. */
  createdAt: string
  /** Email addresses: whoever has them can sign in with a password of the archive. */
  admins: string[]
}

/** Milliseconds for one statement: an upgrade of many rows takes its time. */
const statementLimit = 10 * 60_000
/** Milliseconds for the connections of a program that has just ended to be closed. */
const closing = 2_000

/** Shown at a reply that was waiting to be sent; what became of it only the installation knows that made the backup. */
const notSent =
  'Not sent: it was waiting when the backup was made that this is restored from. It may have been sent since; if not, send it again.'

/** Where the archive is unpacked: left there only by a restore that was cut off. */
export function scratchOf(dataDir: string): string {
  return join(dataDir, 'restore.tmp')
}

/**
 * @throws ArchiveRejected before anything is touched when the archive is not whole or not of this product
 * @throws BackupError or ConfigError when the target is not empty or in use
 */
export async function restoreBackup(target: RestoreTarget, file: string): Promise<Restored> {
  const { dataDir } = target.config
  prepareDataDir(dataDir)
  const unlock = lockDataDir(dataDir, 'stop it before you restore.')
  const scratch = scratchOf(dataDir)
  try {
    await rm(scratch, { recursive: true, force: true })
    await mkdir(scratch, { mode: 0o700 })
    const { createdAt } = await unpackArchive(file, scratch)
    const archived = openSqlite(join(scratch, databasePath))
    try {
      await verifyDatabase(archived)
      return { createdAt, ...(await restoreInto(target, archived, join(scratch, 'uploads'))) }
    } catch (error) {
      // SQLite knows damage by these.
      if (/^(file is not a database|database disk image is malformed)/.test((error as Error).message))
        throw new ArchiveRejected('its database is damaged')
      throw error
    } finally {
      await archived.destroy()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
    unlock()
  }
}

/** Upgrades that of an older version. */
async function verifyDatabase(archived: Database): Promise<void> {
  // Nothing in it is run: only its tables are read.
  const { rows } = await sql<Record<string, string>>`pragma integrity_check(1)`.execute(archived)
  if (Object.values(rows[0] ?? {})[0] !== 'ok') throw new ArchiveRejected('its database is damaged')
  const views = await sql`select 1 from sqlite_master where type = 'view' limit 1`.execute(archived)
  // In the place of a table it could have rows without end.
  if (views.rows.length > 0) throw new ArchiveRejected('its database has a view, which no backup has')
  try {
    if ((await schemaOf(archived)) === null) throw new ArchiveRejected('its database has no tables')
    await migrate(archived)
  } catch (error) {
    if (!(error instanceof NewerDatabase)) throw error
    throw new ArchiveRejected(`${error.message}; update this one first`)
  }
  if ((await installationOf(archived)) === null) throw new ArchiveRejected('its database has no id')
}

/** @param images the directory of the unpacked ones */
async function restoreInto(
  target: RestoreTarget,
  archived: Database,
  images: string,
): Promise<Omit<Restored, 'createdAt'>> {
  const { config, uploads } = target
  const names = new Set((await imageNames(archived)).keys())
  // There is none in an archive without images.
  const unpacked = new Set(await readdir(images).catch(() => []))
  const installation = String(await installationOf(archived))
  const { db, drop } = await openTarget(config)
  try {
    const left = await imagesOfCutOff(uploads, names)
    const previous = await uploads.readInstallation()
    checkOwnUploads(uploads, previous, [await installationIfAny(db), installation])
    for (const id of left) await uploads.drop(id)
    await uploads.storage.check(false)
    const stored = names.intersection(unpacked)
    try {
      await uploads.writeInstallation(installation)
      for (const id of stored) await uploads.store(id, await filesOf(join(images, id)))
      const rows = await replaceRows(db, archived, target)
      const admins = await archived.selectFrom('users').select('email').where('role', '=', 'admin').execute()
      return {
        rows,
        images: stored.size,
        missingImages: [...names.difference(unpacked)],
        admins: admins.map(({ email }) => email),
      }
    } catch (error) {
      // A commit may have got through although its response was lost: what it names must stay.
      if (!isAway(error)) await undo(uploads, stored, previous)
      throw error
    }
  } catch (error) {
    await drop()
    throw error
  } finally {
    await db.destroy()
  }
}

async function filesOf(directory: string): Promise<Map<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  for (const name of await readdir(directory)) files.set(name, await readFile(join(directory, name)))
  return files
}

async function undo(uploads: Uploads, stored: Iterable<string>, previous: string | null): Promise<void> {
  for (const id of stored) await uploads.drop(id)
  // An empty one is none. Where it cannot be written, the next start says what to do.
  await uploads.writeInstallation(previous ?? '').catch(() => {})
}

/**
 * Names are random: an image of the archive is there only because a restore of it was cut off.
 * @returns those
 * @throws BackupError when there are others
 */
async function imagesOfCutOff(uploads: Uploads, archived: ReadonlySet<string>): Promise<string[]> {
  const left: string[] = []
  let others = 0
  for await (const { id } of uploads.list())
    if (archived.has(id)) left.push(id)
    else others++
  if (others === 0) return left
  throw new BackupError(
    `The uploads are not empty: there are ${others} images. Restore into ${uploads.storage.advice.occupied}, or move them away first.`,
  )
}

/**
 * An installation that has no image yet has written its id all the same: its cleanup job would take the restored images
 * for leftovers, and each of its own would be lost to the job of the restored one.
 */
function checkOwnUploads(uploads: Uploads, stored: string | null, own: readonly (string | null)[]): void {
  if (stored === null || own.includes(stored)) return
  throw new BackupError(
    `${uploads.storage.name} belongs to another installation: its .installation-id is not that of the database. Restore into ${uploads.storage.advice.occupied}, or remove ${uploads.storage.name}/.installation-id if no other installation uses it.`,
  )
}

/** What somebody has put there; the other tables have rows as soon as a server has started. */
const owned = { users: 'accounts', items: 'projects', contacts: 'messages' } as const

/** @throws BackupError when the database holds what a restore would replace */
async function checkEmpty(db: Database, name: string): Promise<void> {
  if ((await schemaOf(db)) === null) return
  for (const [table, what] of Object.entries(owned) as [keyof typeof owned, string][]) {
    const query = db.selectFrom(table).select((row) => row.fn.countAll<number>().as('count'))
    const { count } = await query.executeTakeFirstOrThrow()
    if (count > 0)
      throw new BackupError(
        `${name} is not empty: it has ${count} ${what}. Restore into an empty one: name another DATA_DIR or DATABASE_URL, or move what is there away first.`,
      )
  }
}

const postgres = 'The database of DATABASE_URL'

/**
 * @returns the database to restore into, and `drop`, which closes it and removes its file where there was none before
 * @throws BackupError when it is not empty or in use
 */
async function openTarget({ dataDir, databaseUrl }: RestoreTarget['config']) {
  const file = join(dataDir, 'portfolio.db')
  const isNew = databaseUrl === null && (await sizeOf(file)) === 0
  if (isNew && (await sizeOf(`${file}-wal`)) > 0)
    throw new BackupError(
      `DATA_DIR is ${dataDir}, where portfolio.db-wal holds changes of a portfolio.db that is not there. Move it away first.`,
    )
  const db = databaseUrl === null ? openSqlite(file) : openPostgres(databaseUrl, () => {})
  const drop = async () => {
    await db.destroy()
    for (const path of isNew ? [file, `${file}-wal`, `${file}-shm`] : []) await rm(path, { force: true })
  }
  try {
    await waitForDatabase(db, () => {})
    if (databaseUrl !== null) await checkAlone(db)
    await checkEmpty(db, databaseUrl === null ? file : postgres)
    return { db, drop }
  } catch (error) {
    await drop()
    throw error
  }
}

/** Bytes; 0 for a file that is not there. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

/** A server on PostgreSQL holds no lock, but it is connected. @throws BackupError while somebody else is */
async function checkAlone(db: Database): Promise<void> {
  const deadline = performance.now() + closing
  for (;;) {
    // A transaction sees what it saw the first time.
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
      db,
    )
    if (rows.length === 0) return
    if (performance.now() > deadline)
      throw new BackupError(
        `${postgres} is in use: ${rows.length} other connections. Stop every server on it and close other programs first.`,
      )
    await rest(100)
  }
}

/** As soon as it is committed, the database has the rows of the archive; before, it is as it was. */
async function replaceRows(
  db: Database,
  archived: Database,
  { now }: RestoreTarget,
): Promise<Record<string, number>> {
  await migrate(db)
  return withTimeLimit(statementLimit, () =>
    db.transaction().execute(async (tx) => {
      if (isPostgres(tx)) {
        await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
        for (const table of allTables)
          await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
        // Again, now that nobody else can write: a server may have started since.
        await checkAlone(tx)
        await checkEmpty(tx, postgres)
      }
      for (const table of allTables) await sql`delete from ${sql.table(table)}`.execute(tx)
      // They have one row each, which the first migration makes.
      await sql`insert into backup_state (id) values ('scheduled')`.execute(tx)
      const rows = await copyRows(archived, tx)
      await tx
        .updateTable('replies')
        .set({ rejected_at: now().toISOString(), error: notSent })
        .where('sent_at', 'is', null)
        .where('rejected_at', 'is', null)
        .execute()
      await addMissingChecks(tx)
      return rows
    }),
  )
}

/** @throws ArchiveRejected where the database does not take what the archive holds */
async function copyRows(from: Database, to: Transaction<Tables>): Promise<Record<string, number>> {
  try {
    return await copyTables(from, to)
  } catch (error) {
    if (isFull(error) || isUnusable(error) || isStorageUnusable(error)) throw error
    throw new ArchiveRejected(`its rows do not fit into the database (${(error as Error).message})`)
  }
}

// Restores an archive into an empty product: all of it, or nothing. Images come first and the database
// last, in one step: until then nothing names them. After a kill the restore is run again.
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Config } from '../config.ts'
import { lockDataDir, prepareDataDir } from '../data-dir.ts'
import {
  type Database,
  isAway,
  isFull,
  isStorageUnusable,
  isUnusable,
  openPostgres,
  openSqlite,
  withTimeLimit,
} from '../db/connect.ts'
import { migrate, migrateWithin, NewerDatabase, schemaOf, waitForDatabase } from '../db/migrate.ts'
import type { Tables } from '../db/tables.ts'
import { imageNames } from '../image-names.ts'
import { installationIfAny, installationOf } from '../images/installation.ts'
import { syncFolder } from '../images/storage.ts'
import type { Uploads } from '../images/uploads.ts'
import { addMissingChecks } from '../preview/check-rows.ts'
import { ArchiveRejected, BackupError, entriesOf, type Manifest, parseManifest } from './archive.ts'
import { allTables, copyTables } from './copy-tables.ts'

export interface RestoreTarget {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>
  uploads: Uploads
  now(): Date
}

export interface Restored extends Manifest {
  /** How many there are. */
  images: number
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

/**
 * @throws ArchiveRejected before anything is touched when the archive is not whole or not of this product
 * @throws BackupError or ConfigError when the target is not empty or in use
 */
export async function restoreBackup(target: RestoreTarget, file: string): Promise<Restored> {
  const { dataDir } = target.config
  prepareDataDir(dataDir)
  const unlock = lockDataDir(dataDir, 'stop it before you restore.')
  const scratch = join(dataDir, 'restore.tmp')
  try {
    await rm(scratch, { recursive: true, force: true })
    await mkdir(scratch, { mode: 0o700 })
    const copy = join(scratch, 'archive.sqlite')
    const manifest = await verify(file, copy)
    const archived = openSqlite(copy)
    try {
      await verifyDatabase(archived)
      return { ...manifest, ...(await restoreInto(target, { file, manifest, archived }, scratch)) }
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

/** Reads all of it. @param copy where its database is stored @throws ArchiveRejected unless every byte is as it was written */
async function verify(file: string, copy: string): Promise<Manifest> {
  const checksums: Record<string, string> = {}
  const folders = new Set<string>()
  let last = ''
  let manifest: Manifest | null = null
  for await (const { path, kind, chunks, checksum } of entriesOf(file)) {
    if (kind === 'database') await pipeline(chunks, createWriteStream(copy, { mode: 0o600 }))
    else if (kind === 'manifest') manifest = parseManifest(String(await bytesOf(chunks)))
    else {
      if (kind.folder !== last && folders.has(kind.folder))
        throw new ArchiveRejected(`${path} is out of place`)
      folders.add(kind.folder)
      last = kind.folder
      for await (const _ of chunks);
    }
    if (kind !== 'manifest') checksums[path] = checksum()
  }
  if (!manifest) throw new ArchiveRejected('it is cut off')
  const paths = new Set([...Object.keys(checksums), ...Object.keys(manifest.checksums)])
  for (const path of paths)
    if (checksums[path] !== manifest.checksums[path])
      throw new ArchiveRejected(`it is damaged: ${path.slice(0, 100)} is not as it was written`)
  if (!(await stat(copy).catch(() => null))) throw new ArchiveRejected('it has no database')
  return manifest
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(chunks))
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

interface Archive {
  file: string
  manifest: Manifest
  archived: Database
}

async function restoreInto(target: RestoreTarget, archive: Archive, scratch: string) {
  const { config, uploads } = target
  const { archived } = archive
  const names = new Set((await imageNames(archived)).keys())
  const { checksums, missingImages } = archive.manifest
  const there = new Set(Object.keys(checksums).map((path) => path.split('/')[1]))
  for (const folder of names)
    if (!there.has(folder) && !missingImages.includes(folder))
      throw new ArchiveRejected(`it lacks the image ${folder}, which a row names`)
  const installation = String(await installationOf(archived))
  const left = await imagesOfCutOff(uploads, names)
  const own = await checkDatabase(config)
  const previous = await uploads.readInstallation()
  checkOwnUploads(uploads, previous, [own, installation])
  for (const folder of left) await uploads.drop(folder)
  await uploads.check()
  const stored = new Set<string>()
  try {
    await uploads.writeInstallation(installation)
    for await (const { folder, files } of imagesIn(archive)) {
      if (!names.has(folder)) continue
      stored.add(folder)
      await uploads.store(folder, files)
    }
    await replaceDatabase(config, scratch, async (tx) => {
      await copyRows(archived, tx)
      await finishRows(tx, target.now())
    })
  } catch (error) {
    // A commit may have got through although its response was lost: what it names must stay.
    if (!isAway(error)) await undo(uploads, stored, previous)
    throw error
  }
  const admins = await archived.selectFrom('users').select('email').where('role', '=', 'admin').execute()
  return { images: stored.size, admins: admins.map(({ email }) => email) }
}

async function undo(uploads: Uploads, stored: Iterable<string>, previous: string | null): Promise<void> {
  for (const folder of stored) await uploads.drop(folder)
  // An empty one is none. Where it cannot be written, the next start says what to do.
  await uploads.writeInstallation(previous ?? '').catch(() => {})
}

/** Each whole. @throws ArchiveRejected where the archive was changed since it was verified */
async function* imagesIn({ file, manifest }: Archive) {
  let folder = ''
  let files = new Map<string, Uint8Array>()
  for await (const { path, kind, chunks, checksum } of entriesOf(file)) {
    if (typeof kind === 'string') break
    if (kind.folder !== folder && files.size > 0) {
      yield { folder, files }
      files = new Map()
    }
    folder = kind.folder
    files.set(kind.name, await bytesOf(chunks))
    if (manifest.checksums[path] !== checksum())
      throw new ArchiveRejected(`it was changed while it was restored: ${path}`)
  }
  if (files.size > 0) yield { folder, files }
}

/** @throws ArchiveRejected where the database does not take what the archive holds */
async function copyRows(from: Database, to: Transaction<Tables>): Promise<void> {
  try {
    await copyTables(from, to)
  } catch (error) {
    if (isFull(error) || isUnusable(error) || isStorageUnusable(error)) throw error
    throw new ArchiveRejected(`its rows do not fit into the database (${(error as Error).message})`)
  }
}

async function finishRows(tx: Transaction<Tables>, now: Date): Promise<void> {
  await tx
    .updateTable('replies')
    .set({ rejected_at: now.toISOString(), error: notSent })
    .where('sent_at', 'is', null)
    .where('rejected_at', 'is', null)
    .execute()
  await addMissingChecks(tx)
}

/**
 * Names are random: an image of the archive is there only because a restore of it was cut off.
 * @returns those
 * @throws BackupError when there are others
 */
async function imagesOfCutOff(uploads: Uploads, archived: ReadonlySet<string>): Promise<string[]> {
  const left: string[] = []
  let others = 0
  for await (const { folder } of uploads.list())
    if (archived.has(folder)) left.push(folder)
    else others++
  if (others === 0) return left
  throw new BackupError(
    `The uploads are not empty: there are ${others} images. Restore into ${uploads.advice.occupied}, or move them away first.`,
  )
}

/**
 * An installation that has no image yet has written its id all the same: its cleanup job would take the restored images
 * for leftovers, and each of its own would be lost to the job of the restored one.
 */
function checkOwnUploads(uploads: Uploads, stored: string | null, own: readonly (string | null)[]): void {
  if (stored === null || own.includes(stored)) return
  throw new BackupError(
    `${uploads.name} belongs to another installation: its .installation-id is not that of the database. Restore into ${uploads.advice.occupied}, or remove ${uploads.name}/.installation-id if no other installation uses it.`,
  )
}

/** What somebody has put there; the other tables have rows as soon as a server has started. */
const owned = { users: 'accounts', items: 'projects', contacts: 'messages' } as const

/** @returns the tables of the product that are there @throws BackupError when they hold what a restore would replace */
async function tablesOfEmpty(db: Database, place: string): Promise<string[]> {
  const names = (await db.introspection.getTables()).map(({ name }) => name)
  if ((await schemaOf(db)) === null) return []
  for (const [table, what] of Object.entries(owned) as [keyof typeof owned, string][]) {
    const query = db.selectFrom(table).select((row) => row.fn.countAll<number>().as('count'))
    const { count } = await query.executeTakeFirstOrThrow()
    if (count > 0)
      throw new BackupError(
        `${place} is not empty: it has ${count} ${what}. Restore into an empty one: name another DATA_DIR or DATABASE_URL, or move what is there away first.`,
      )
  }
  return allTables.filter((table) => names.includes(table))
}

const postgres = 'The database of DATABASE_URL'

/** @returns the installation id of the database; null where it has none @throws BackupError when it is not empty or in use */
async function checkDatabase({ dataDir, databaseUrl }: RestoreTarget['config']): Promise<string | null> {
  const file = join(dataDir, 'portfolio.db')
  if (databaseUrl === null && (await sizeOf(file)) === 0) {
    if ((await sizeOf(`${file}-wal`)) === 0) return null
    throw new BackupError(
      `DATA_DIR is ${dataDir}, where portfolio.db-wal holds changes of a portfolio.db that is not there. Move it away first.`,
    )
  }
  const db = databaseUrl === null ? openSqlite(file) : openPostgres(databaseUrl, () => {})
  try {
    await waitForDatabase(db, () => {})
    if (databaseUrl !== null) await checkAlone(db)
    await tablesOfEmpty(db, databaseUrl === null ? file : postgres)
    return await installationIfAny(db)
  } finally {
    await db.destroy()
  }
}

/** Bytes; 0 for a file that is not there. */
async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.size ?? 0
}

/** A server on PostgreSQL holds no lock, but it is connected. @throws BackupError while somebody else is */
async function checkAlone(db: Kysely<Tables>): Promise<void> {
  const deadline = performance.now() + closing
  for (;;) {
    // A transaction sees what it saw the first time.
    await sql`select pg_stat_clear_snapshot()`.execute(db)
    const { rows } = await sql<{ name: string }>`
      select application_name as name from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
      db,
    )
    if (rows.length === 0) return
    if (performance.now() > deadline) {
      const names = [...new Set(rows.map(({ name }) => name).filter(Boolean))]
      throw new BackupError(
        `${postgres} is in use: ${rows.length} other connections${names.length > 0 ? ` (${names.join(', ')})` : ''}. Stop every server on it and close other programs first.`,
      )
    }
    await rest(100)
  }
}

/** As soon as the work is committed, the database is the one that it has filled; before, it is as it was. */
async function replaceDatabase(
  { dataDir, databaseUrl }: RestoreTarget['config'],
  scratch: string,
  fill: (tx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  if (databaseUrl !== null) return replaceTables(databaseUrl, fill)
  const draft = join(scratch, 'portfolio.db')
  const file = join(dataDir, 'portfolio.db')
  const db = openSqlite(draft)
  try {
    await migrate(db)
    await db.transaction().execute(fill)
  } finally {
    await db.destroy()
  }
  await syncFile(draft)
  // Next to another database a write-ahead log would damage it.
  for (const log of [`${file}-wal`, `${file}-shm`]) await rm(log, { force: true })
  await rename(draft, file)
  await syncFolder(dataDir)
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

async function replaceTables(
  databaseUrl: string,
  fill: (tx: Transaction<Tables>) => Promise<void>,
): Promise<void> {
  const db = openPostgres(databaseUrl, () => {})
  try {
    await waitForDatabase(db, () => {})
    await withTimeLimit(statementLimit, () =>
      db.transaction().execute(async (tx) => {
        await sql`select set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
        for (const table of await tablesOfEmpty(tx, postgres))
          await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx)
        // Again, now that nobody else can write: a server may have started since.
        await checkAlone(tx)
        for (const table of await tablesOfEmpty(tx, postgres)) await tx.schema.dropTable(table).execute()
        for (const table of ['kysely_migration', 'kysely_migration_lock'])
          await tx.schema.dropTable(table).ifExists().execute()
        await migrateWithin(tx)
        await fill(tx)
      }),
    )
  } finally {
    await db.destroy()
  }
}

// Makes one archive of the whole product while it runs: into a stream, or a file that is there whole or not at all.
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import { sql } from 'kysely'
import { sizeOfVideo } from '../../contract/images.ts'
import type { AppContext } from '../context.ts'
import { type Database, openPostgres, openSqlite, withTimeLimit } from '../db/connect.ts'
import { migrate, schemaOf, stepNames, waitForDatabase } from '../db/migrate.ts'
import { openSqliteSnapshot } from '../db/sqlite.ts'
import { newId } from '../ids.ts'
import { imageNames, installationOf } from '../images/installation.ts'
import { syncDirectory } from '../images/storage.ts'
import { type StoredImage, type Uploads, videoFile } from '../images/uploads.ts'
import { type AddFile, BackupError, databasePath, writeArchive } from './archive.ts'
import { copyTables } from './copy-tables.ts'

export type BackupSource = Pick<AppContext, 'config' | 'uploads' | 'now'>

export interface Summary {
  /** How many of each table. */
  rows: Record<string, number>
  images: number
  /** That rows name and that were not there. */
  missingImages: string[]
}

/**
 * An image can be deleted as soon as no row names it. So the images are archived before the database, and then those that
 * were added meanwhile.
 * @param output closed at the end; with an error it is destroyed
 * @throws BackupError when there is nothing that could be archived; the signal's reason
 */
export async function createBackup(
  source: BackupSource,
  output: Writable,
  signal?: AbortSignal,
): Promise<Summary> {
  const scratch = join(source.config.dataDir, `backup-${newId()}.tmp`)
  const fill = async (add: AddFile): Promise<Summary> => {
    const archived = new Set<string>()
    await mkdir(scratch, { mode: 0o700 })
    const file = join(scratch, 'copy.sqlite')
    await archiveImages(source.uploads, archived, add)
    const { rows, names } = await copyDatabase(source, file)
    if (!names.isSubsetOf(archived)) await archiveImages(source.uploads, archived, add)
    await add(databasePath, (await stat(file)).size, createReadStream(file))
    return { rows, images: archived.size, missingImages: [...names.difference(archived)] }
  }
  try {
    return await writeArchive(output, source.now(), fill, signal)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** @param archived ids of those that are in the archive */
async function archiveImages(uploads: Uploads, archived: Set<string>, add: AddFile): Promise<void> {
  for await (const image of uploads.list())
    if (!archived.has(image.id) && (await archiveImage(uploads, image, add))) archived.add(image.id)
}

/** All files of an image or none. @returns false when it is gone */
async function archiveImage(uploads: Uploads, { id, files }: StoredImage, add: AddFile): Promise<boolean> {
  const bytes = sizeOfVideo(id)
  if (bytes) {
    const chunks = await uploads.stream(id, 0, bytes - 1)
    if (!chunks) return false
    await add(`uploads/${id}/${videoFile}`, bytes, chunks)
    return true
  }
  const contents = await Promise.all(files.map((name) => uploads.read(id, name)))
  if (contents.includes(null)) return false
  for (const [n, bytes] of contents.entries())
    if (bytes) await add(`uploads/${id}/${files[n]}`, bytes.byteLength, [bytes])
  return true
}

/** Milliseconds for one statement of a snapshot. */
const statementLimit = 60_000
/** Milliseconds between two statements: the reader may have to wait for whoever takes what it reads. */
const idleLimit = 10 * 60_000

/**
 * A view of the whole database at one moment, to be read for as long as it takes while others write. What was committed before
 * it is called is in it. It has a connection of its own, and waits for a database that is away; SQLite must be there.
 * @throws NoConnection
 */
export async function withSnapshot<Result>(
  { databaseUrl, dataDir }: BackupSource['config'],
  read: (db: Database) => Promise<Result>,
): Promise<Result> {
  if (databaseUrl === null) {
    await using db = openSqliteSnapshot(join(dataDir, 'portfolio.db'))
    return await read(db)
  }
  await using pool = openPostgres(databaseUrl)
  await waitForDatabase(pool)
  const transaction = pool.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const setting = sql`select set_config('idle_in_transaction_session_timeout', ${String(idleLimit)}, true)`
  return await withTimeLimit(statementLimit, () =>
    transaction.execute(async (tx) => {
      // The first query fixes what the transaction sees.
      await setting.execute(tx)
      return read(tx)
    }),
  )
}

/** @returns how many rows, and which images they name */
async function copyDatabase({ config, uploads }: BackupSource, file: string) {
  await using copy = openSqlite(file)
  const rows = await withSnapshot(config, async (db) => {
    await checkSource(db, uploads)
    await migrate(copy)
    return copy.transaction().execute((tx) => copyTables(db, tx))
  })
  return { rows, names: new Set((await imageNames(copy)).keys()) }
}

/** @throws BackupError when there is nothing that could be archived */
export async function checkSource(db: Database, uploads: Uploads): Promise<void> {
  const schema = await schemaOf(db)
  const installation = schema === stepNames.at(-1) ? await installationOf(db) : null
  if (schema === null || installation === null)
    throw new BackupError(
      'The database has no tables of this product and version: start the server first, which makes or upgrades them.',
    )
  if ((await uploads.readInstallation()) !== installation)
    throw new BackupError(
      'The uploads are not those of this database, or their disk is not mounted: a backup would have no images. Mount them, or start the server and see what it says.',
    )
}

/**
 * Writes FILE.partial, which becomes FILE once it is whole and on the disk. Both are readable for their owner alone.
 * @param file replaced if it is there
 * @param signal stops it and removes what was written
 * @returns what is in it, with its size in bytes
 */
export async function writeBackupFile(
  source: BackupSource,
  file: string,
  signal?: AbortSignal,
): Promise<Summary & { bytes: number }> {
  const draft = `${file}.partial`
  await rm(draft, { force: true })
  try {
    const output = await open(draft, 'wx', 0o600)
    const summary = await createBackup(source, output.createWriteStream({ flush: true }), signal)
    const { size } = await stat(draft)
    await rename(draft, file)
    await syncDirectory(dirname(file))
    return { ...summary, bytes: size }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** One backup at a time in this process. */
export class BackupSlot {
  /** Milliseconds of a scheduled one, and of a download by a client that reads slowly. */
  readonly limits = { duration: 60 * 60_000 }
  isTaken = false
}

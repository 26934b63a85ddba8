// Makes one archive of the whole product while it runs: into a stream, or a file that is there whole or not at all.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Config } from '../config.ts'
import { type Database, openSqlite } from '../db/connect.ts'
import { migrate, schemaOf, stepNames } from '../db/migrate.ts'
import { openSnapshot } from '../db/snapshot.ts'
import { newId } from '../ids.ts'
import { imageNames } from '../image-names.ts'
import { syncDirectory } from '../images/directory.ts'
import { installationOf } from '../images/installation.ts'
import type { Uploads } from '../images/uploads.ts'
import { ArchiveWriter, BackupError } from './archive.ts'
import { copyTables } from './copy-tables.ts'

/** What may be replaced in tests. */
export interface BackupSource {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  uploads: Pick<Uploads, 'list' | 'read' | 'readInstallation'>
  now(): Date
}

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
 * @throws BackupError when there is nothing that could be archived
 */
export async function createBackup(source: BackupSource, output: Writable): Promise<Summary> {
  if (output.destroyed) throw output.errored ?? new BackupError('The client has gone.')
  const { uploads, config } = source
  const writer = new ArchiveWriter(output, source.now())
  const scratch = join(config.dataDir, `backup-${newId()}.tmp`)
  const archived = new Set<string>()
  const archiveImages = async (isWanted: (id: string) => boolean) => {
    for await (const { id, files } of uploads.list())
      if (isWanted(id) && (await archiveImage(uploads, writer, id, files))) archived.add(id)
  }
  try {
    await mkdir(scratch, { mode: 0o700 })
    const file = join(scratch, 'copy.sqlite')
    await withSnapshot(source, async () => {})
    await archiveImages(() => true)
    const { rows, names } = await withSnapshot(source, (db) => copyDatabase(db, file))
    if (!names.isSubsetOf(archived)) await archiveImages((id) => names.has(id) && !archived.has(id))
    await writer.addDatabase(file, (await stat(file)).size)
    await writer.finish()
    return { rows, images: archived.size, missingImages: [...names.difference(archived)] }
  } catch (error) {
    throw await writer.fail(error)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function withSnapshot<Result>(
  { config, uploads }: BackupSource,
  work: (db: Database) => Promise<Result>,
): Promise<Result> {
  const snapshot = await openSnapshot(config.databaseUrl, join(config.dataDir, 'portfolio.db'))
  try {
    await checkSource(snapshot.db, uploads)
    return await work(snapshot.db)
  } finally {
    await snapshot.close()
  }
}

/** @returns how many rows, and which images they name */
async function copyDatabase(from: Database, file: string) {
  const db = openSqlite(file)
  try {
    await migrate(db)
    const rows = await db.transaction().execute((tx) => copyTables(from, tx))
    return { rows, names: new Set((await imageNames(db)).keys()) }
  } finally {
    await db.destroy()
  }
}

/** @throws BackupError when there is nothing that could be archived */
export async function checkSource(db: Database, uploads: BackupSource['uploads']): Promise<void> {
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

/** All files of an image or none. @returns false when it is gone */
async function archiveImage(
  uploads: BackupSource['uploads'],
  writer: ArchiveWriter,
  id: string,
  names: string[],
): Promise<boolean> {
  const contents = await Promise.all(names.map((name) => uploads.read(id, name)))
  if (contents.includes(null)) return false
  for (const [n, bytes] of contents.entries()) if (bytes) await writer.addImage(id, names[n] ?? '', bytes)
  return true
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
  // Given a signal that is aborted already, the stream would open the file after it has closed.
  signal?.throwIfAborted()
  await rm(draft, { force: true })
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true, signal })
  try {
    await once(output, 'open')
    const summary = await createBackup(source, output)
    const { size } = await stat(draft)
    await rename(draft, file)
    await syncDirectory(dirname(file))
    return { ...summary, bytes: size }
  } catch (error) {
    output.destroy()
    // Stopped while the file was opened, it would be there after its removal.
    if (!output.closed) await new Promise((resolve) => output.once('close', resolve))
    await rm(draft, { force: true })
    throw error
  }
}

/** One backup at a time in this process. */
export class BackupSlot {
  /** Milliseconds of a scheduled one, and of a download by a client that reads slowly. */
  readonly limits = { duration: 60 * 60_000 }
  #isTaken = false

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** @returns the function that gives it back, or null while a backup is being made */
  take(): (() => void) | null {
    if (this.#isTaken) return null
    this.#isTaken = true
    return () => {
      this.#isTaken = false
    }
  }
}

// Makes one archive of the whole product while it runs: into a stream, or a file that is there whole or not at all.
import { once } from 'node:events'
import { createWriteStream, fstatSync } from 'node:fs'
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
import { fileName, type Uploads } from '../images/uploads.ts'
import { ArchiveWriter, BackupError, type Manifest } from './archive.ts'
import { copyTables } from './copy-tables.ts'

/** What may be replaced in tests. */
export interface BackupSource {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  uploads: Pick<Uploads, 'list' | 'read' | 'readInstallation'>
  now(): Date
}

export type Summary = Pick<Manifest, 'rows' | 'leftOut' | 'missingImages'> & { images: number }

/** A copy of the database at one moment. */
interface Copy extends Pick<Manifest, 'rows' | 'leftOut'> {
  file: string
  /** Of images that its rows name. */
  names: ReadonlySet<string>
}

/**
 * An image can be deleted as soon as no row names it. So the database in the archive is one whose images are all archived:
 * while one of them cannot be found, the next copy of the database tells whether a row still names it.
 * @param output closed at the end; with an error it is destroyed
 * @throws BackupError when there is nothing that could be archived
 */
export async function createBackup(source: BackupSource, output: Writable): Promise<Summary> {
  if (output.destroyed) throw output.errored ?? new BackupError('The client has gone.')
  const writer = new ArchiveWriter(output, source.now())
  const scratch = join(source.config.dataDir, `backup-${newId()}.tmp`)
  try {
    await mkdir(scratch, { mode: 0o700 })
    const archived = new Set<string>()
    let missing: ReadonlySet<string> = new Set()
    for (let round = 1; ; round++) {
      const copy = await copyDatabase(source, join(scratch, `${round}.sqlite`))
      const wanted = copy.names.difference(archived)
      for await (const { id: folder, files } of wanted.difference(missing).size > 0
        ? source.uploads.list()
        : [])
        if (wanted.has(folder) && (await archiveImage(source.uploads, writer, folder, files)))
          archived.add(folder)
      const absent = wanted.difference(archived)
      if (absent.isSubsetOf(missing)) {
        const { rows, leftOut, file } = copy
        const missingImages = [...absent]
        await writer.addDatabase(file, (await stat(file)).size)
        await writer.finish({ rows, leftOut, missingImages })
        return { rows, leftOut, missingImages, images: archived.size }
      }
      await rm(copy.file)
      missing = absent
    }
  } catch (error) {
    throw await writer.fail(error)
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

async function copyDatabase({ config, uploads }: BackupSource, file: string): Promise<Copy> {
  const snapshot = await openSnapshot(config.databaseUrl, join(config.dataDir, 'portfolio.db'))
  try {
    await checkSource(snapshot.db, uploads)
    const db = openSqlite(file)
    try {
      await migrate(db)
      const rows = await db.transaction().execute((tx) => copyTables(snapshot.db, tx))
      const names = new Set((await imageNames(db)).keys())
      return { file, rows, names, leftOut: await countLeftOut(snapshot.db) }
    } finally {
      await db.destroy()
    }
  } finally {
    await snapshot.close()
  }
}

async function checkSource(db: Database, uploads: BackupSource['uploads']): Promise<void> {
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
  folder: string,
  files: string[],
): Promise<boolean> {
  const names = files.filter((name) => fileName.test(name))
  const contents = await Promise.all(names.map((name) => uploads.read(folder, name)))
  if (names.length === 0 || contents.includes(null)) return false
  for (const [n, bytes] of contents.entries()) if (bytes) await writer.addImage(folder, names[n] ?? '', bytes)
  return true
}

async function countLeftOut(db: Database): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of ['access_tokens', 'webhooks'] as const) {
    const query = db.selectFrom(table).select((row) => row.fn.countAll<number>().as('count'))
    counts[table] = (await query.executeTakeFirstOrThrow()).count
  }
  return counts
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
  // Given a signal that is aborted already, the stream would open the file after it has closed.
  signal?.throwIfAborted()
  const output = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true, signal })
  try {
    const [fd] = await once(output, 'open')
    const { ino } = fstatSync(fd)
    const summary = await createBackup(source, output)
    // Whoever writes to the same file has removed this one.
    const written = await stat(draft)
    if (written.ino !== ino) throw new BackupError(`Another backup is being written to ${draft}.`)
    await rename(draft, file)
    await syncDirectory(dirname(file))
    return { ...summary, bytes: written.size }
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

// Writes one archive of the whole product while it runs: every image first, then the rows of one snapshot [R160].
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { Config } from '../config.ts'
import { schemaOf } from '../db/migrate.ts'
import { openSnapshot, type Snapshot } from '../db/snapshot.ts'
import { imageNames } from '../image-names.ts'
import { installationOf } from '../images/installation.ts'
import { fileName, type Uploads } from '../images/uploads.ts'
import { ArchiveWriter } from './archive-writer.ts'
import { imagePath, manifestPath, summaryPath, tableNames, tablePath } from './contents.ts'
import { type Manifest, newManifest, type Summary } from './manifest.ts'
import { BackupError } from './rejected.ts'
import { batchesOf, linesOf } from './rows.ts'

/** What may be replaced in tests. */
export interface BackupSource {
  config: Pick<Config, 'databaseUrl' | 'dataDir'>
  uploads: Pick<Uploads, 'list' | 'read' | 'readInstallation'>
  now(): Date
}

/**
 * @param output closed at the end; with an error it is destroyed
 * @throws BackupError when there is nothing that could be archived
 */
export async function createBackup(source: BackupSource, output: Writable): Promise<Summary> {
  const now = source.now()
  const writer = new ArchiveWriter(output, now)
  try {
    return await writeAll(source, writer, now)
  } catch (error) {
    throw await writer.fail(error)
  }
}

interface ArchivedImages {
  /** Open. */
  snapshot: Snapshot
  archived: ReadonlySet<string>
  /** Those that rows of the snapshot name. */
  names: ReadonlySet<string>
  /** Of these, those that could not be found. */
  missing: ReadonlySet<string>
}

async function writeAll(source: BackupSource, writer: ArchiveWriter, now: Date): Promise<Summary> {
  const first = await open(source)
  const manifest = await describe(source, first, now).finally(() => first.close())
  await writer.addJson(manifestPath, manifest)
  const { snapshot, archived, missing, names } = await archiveImages(source, writer)
  try {
    const { schema } = await describe(source, snapshot, now)
    if (schema !== manifest.schema)
      throw new BackupError('The database was upgraded during the backup: start the backup again.')
    await writer.compress()
    const rows = await archiveRows(snapshot, writer)
    const summary: Summary = {
      rows,
      images: archived.size,
      leftOut: await countLeftOut(snapshot),
      missingImages: [...missing],
      deletedImages: [...archived.difference(names)],
    }
    await writer.addJson(summaryPath, summary)
    await writer.finish()
    return summary
  } finally {
    await snapshot.close()
  }
}

function open({ config }: BackupSource): Promise<Snapshot> {
  return openSnapshot(config.databaseUrl, join(config.dataDir, 'portfolio.db'))
}

async function describe({ config, uploads }: BackupSource, { db }: Snapshot, now: Date): Promise<Manifest> {
  const schema = await schemaOf(db)
  if (schema === null)
    throw new BackupError('The database has no tables of this product: nothing to back up.')
  const installation = await installationOf(db)
  if (installation !== null && (await uploads.readInstallation()) !== installation)
    if ((await imageNames(db)).size > 0)
      throw new BackupError(
        'The uploads are not those of this database, or their disk is not mounted: a backup would have no images. Mount them, or start the server and see what it says.',
      )
  return newManifest({
    schema,
    installation,
    database: config.databaseUrl === null ? 'sqlite' : 'postgres',
    createdAt: now.toISOString(),
  })
}

/**
 * An image can be deleted as soon as no row names it. So images come first, and the rows are those of a snapshot whose
 * images are all archived: while one of them cannot be found, the next snapshot tells whether a row still names it.
 */
async function archiveImages(source: BackupSource, writer: ArchiveWriter): Promise<ArchivedImages> {
  const archived = new Set<string>()
  const missing = new Set<string>()
  let notFound: ReadonlySet<string> = new Set()
  for (let round = 1; ; round++) {
    const snapshot = await open(source)
    const names = new Set((await imageNames(snapshot.db)).keys())
    const wanted = names.difference(archived).difference(missing)
    // The first round may take minutes, and an open snapshot lets the write-ahead log grow. After it there are few left.
    if (round === 1) await snapshot.close()
    try {
      for await (const { folder, files } of wanted.size > 0 ? source.uploads.list() : [])
        if (wanted.has(folder) && (await archiveImage(source.uploads, writer, folder, files)))
          archived.add(folder)
    } catch (error) {
      if (round > 1) await snapshot.close()
      throw error
    }
    const absent = wanted.difference(archived)
    for (const folder of absent.intersection(notFound)) missing.add(folder)
    notFound = absent
    if (round === 1) continue
    if (absent.difference(missing).size === 0)
      return { snapshot, archived, names, missing: missing.intersection(names) }
    await snapshot.close()
  }
}

/** All files of an image or none. @returns false when it is gone. */
async function archiveImage(
  uploads: BackupSource['uploads'],
  writer: ArchiveWriter,
  folder: string,
  files: string[],
): Promise<boolean> {
  const names = files.filter((name) => fileName.test(name))
  const contents = await Promise.all(names.map((name) => uploads.read(folder, name)))
  if (names.length === 0 || contents.includes(null)) return false
  for (const [n, bytes] of contents.entries())
    if (bytes) await writer.add(imagePath(folder, names[n] ?? ''), bytes.byteLength, [bytes])
  return true
}

/** What an admin has to make again after a restore [R369]. */
async function countLeftOut({ db }: Snapshot): Promise<Record<string, number>> {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name))
  const counts: Record<string, number> = {}
  for (const table of ['access_tokens', 'webhooks'] as const) {
    if (!there.has(table)) continue
    const query = db.selectFrom(table).select((row) => row.fn.countAll<number>().as('count'))
    counts[table] = (await query.executeTakeFirstOrThrow()).count
  }
  return counts
}

/** Each table is read twice: the size of an entry comes before it. @returns the rows of each table */
async function archiveRows({ db }: Snapshot, writer: ArchiveWriter): Promise<Record<string, number>> {
  const there = new Set((await db.introspection.getTables()).map(({ name }) => name))
  const counts: Record<string, number> = {}
  for (const table of tableNames) {
    if (!there.has(table)) continue
    let size = 0
    let count = 0
    for await (const rows of batchesOf(db, table)) {
      size += linesOf(rows).byteLength
      count += rows.length
    }
    const chunks = async function* () {
      for await (const rows of batchesOf(db, table)) yield linesOf(rows)
    }
    await writer.add(tablePath(table), size, chunks())
    counts[table] = count
  }
  return counts
}

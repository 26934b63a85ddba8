// Restores an archive into an empty product: all of it, or nothing [R163, R164, R165].
import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Config } from '../config.ts'
import { lockDataDir, prepareDataDir } from '../data-dir.ts'
import type { Tables } from '../db/tables.ts'
import type { Uploads } from '../images/uploads.ts'
import { entriesOf } from './archive-reader.ts'
import { placeOf } from './contents.ts'
import { checkTarget, replaceDatabase } from './replace-database.ts'
import { checkUnchanged, restoreImages } from './restore-images.ts'
import { finishRows, makeTables, restoreRows } from './restore-rows.ts'
import { checkEmptyUploads, checkOwnUploads } from './restore-target.ts'
import {
  begin,
  end,
  isComplete,
  markComplete,
  readUnfinished,
  type UnfinishedRestore,
  unmark,
} from './unfinished-restore.ts'
import { type VerifiedArchive, verifyArchive } from './verify-archive.ts'

/** The last moment that a Date can name (ECMA-262, time values): nobody else writes there, whatever the clock says. */
const endOfTime = 8.64e15

export interface RestoreTarget {
  config: Pick<Config, 'dataDir' | 'databaseUrl'>
  uploads: Uploads
  now(): Date
}

/**
 * @returns what was restored
 * @throws ArchiveRejected before anything is touched when the archive is not whole or not of this product
 * @throws BackupError or ConfigError when the target is not empty or in use
 */
export async function restoreBackup(target: RestoreTarget, file: string): Promise<VerifiedArchive> {
  const archive = await verifyArchive(file)
  const { dataDir } = target.config
  prepareDataDir(dataDir)
  const unlock = lockDataDir(dataDir, 'stop it before you restore.')
  try {
    await restoreInto(target, archive)
    return archive
  } finally {
    unlock()
  }
}

async function restoreInto({ config, uploads, now }: RestoreTarget, archive: VerifiedArchive): Promise<void> {
  const cutOff = readUnfinished(config.dataDir)
  const left = cutOff?.images ?? []
  await checkEmptyUploads(uploads, left)
  const own = await checkTarget(config)
  const previous = await uploads.readInstallation()
  // After a restore that was cut off it is the id that this one wrote.
  if (!cutOff) checkOwnUploads(uploads, previous, [own, archive.manifest.installation])
  for (const folder of left) await uploads.drop(folder)
  if (cutOff) await uploads.dropLeftovers(new Date(endOfTime))
  const restore = { id: randomUUID(), images: foldersIn(archive) }
  const installation = archive.manifest.installation ?? randomUUID()
  await begin(config.dataDir, restore)
  try {
    await uploads.check()
    await uploads.writeInstallation(installation)
    const images = await restoreImages(archive, uploads)
    await replaceDatabase(config, async (tx, there) => {
      await makeTables(tx, there, archive.manifest.schema)
      await storeRows(tx, archive)
      await finishRows(tx, archive, { images, installation, now: now() })
      await markComplete(tx, restore)
    })
  } catch (error) {
    await undo({ config, uploads }, restore, previous)
    throw error
  }
  await end(config.dataDir)
  await unmark(config)
}

/** Where nobody knows whether the commit got through, everything stays, and the next start or restore finds out. */
async function undo(
  { config, uploads }: Pick<RestoreTarget, 'config' | 'uploads'>,
  restore: UnfinishedRestore,
  previous: string | null,
): Promise<void> {
  if (await isComplete(config, restore).catch(() => true)) return
  for (const folder of restore.images) await uploads.drop(folder)
  // An empty one is none. Where it cannot be written, the next start says what to do.
  await uploads.writeInstallation(previous ?? '').catch(() => {})
  await end(config.dataDir)
}

async function storeRows(tx: Transaction<Tables>, archive: VerifiedArchive): Promise<void> {
  for await (const entry of entriesOf(archive.file)) {
    if (entry.place.kind !== 'table') continue
    await restoreRows(tx, entry.place.table, entry)
    checkUnchanged(archive, entry)
  }
}

function foldersIn({ checksums }: VerifiedArchive): string[] {
  const folders = new Set<string>()
  for (const path of checksums.keys()) {
    const place = placeOf(path)
    if (place?.kind === 'image') folders.add(place.folder)
  }
  return [...folders]
}

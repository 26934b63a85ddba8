// The cleanup job of images: removes images without a row, makes missing AVIF files, and removes half-written files.
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { widthsOf } from '../../contract/images.ts'
import type { AppContext } from '../context.ts'
import { day, minute } from '../time.ts'
import { imageNames, installationOf } from './installation.ts'
import { ifMissing } from './storage.ts'
import { hasAvif } from './uploads.ts'

/**
 * Milliseconds. An image without a row may belong to an upload whose row is being written, or to rows of another day: the
 * operator may look at an older copy of the database for a while.
 */
const unnamedRetention = 7 * day
/** Milliseconds after which no process is still writing a file; a backup may be sent over a slow line for hours. */
const abandonedAfter = 10 * minute
const backupAbandonedAfter = day

/**
 * Removes nothing unless database and uploads belong to one installation and a row names an image: an empty or wrong
 * database must not remove images.
 * @returns how many images were removed.
 */
export async function cleanUpImages(context: AppContext): Promise<number> {
  const { config, db, uploads, images, log } = context
  // Listed before the rows are read: an image that is stored in between is not in the list.
  const stored = await Array.fromAsync(uploads.list())
  const names = await imageNames(db)
  if (names.size === 0) return 0
  const installation = await installationOf(db)
  if (installation === null || installation !== (await uploads.readInstallation())) {
    log.error(
      { event: 'images.foreign' },
      'no images cleaned up: database and uploads belong to two installations',
    )
    return 0
  }
  // A younger one is being made by the instance that stored it.
  const settled = config.databaseUrl ? context.now().getTime() - abandonedAfter : Number.POSITIVE_INFINITY
  for (const { id, files, madeAt } of stored) {
    const kind = names.get(id)
    const isMissing = (width: number) => hasAvif(id, width) && !files.includes(`${width}.avif`)
    if (kind && madeAt.getTime() < settled && widthsOf(id, kind).some(isMissing)) images.makeAvif(id, kind)
  }
  const there = new Set(stored.map(({ id }) => id))
  const missing = [...names.keys()].filter((id) => !there.has(id)).length
  if (missing > 0)
    log.warn(
      { event: 'images.missing', missing, named: names.size },
      `${missing} of ${names.size} images that the database names are not in ${uploads.storage.name}. Mount or restore them.`,
    )
  // The newest image is a second clock: a system clock that is wrong for a while must not remove what is young.
  const newest = Math.max(...stored.map(({ madeAt }) => madeAt.getTime()))
  const before = Math.min(context.now().getTime(), newest) - unnamedRetention
  const unnamed = stored.filter(({ id, madeAt }) => !names.has(id) && madeAt.getTime() < before)
  for (const { id } of unnamed) await uploads.drop(id)
  if (unnamed.length > 0)
    log.info({ event: 'images.removed', count: unnamed.length }, 'images without a row removed')
  return unnamed.length
}

/** Temporary files in DATA_DIR, by their exact names: the directory may be shared with other programs. */
const leftovers = [/^\.space-[\da-f]{8}$/, /^upload-[\da-f]{24}\.tmp$/]
const backups = [/^backup-[\da-f]{24}\.tmp$/]

/** Removes half-written files of uploads, the email directory and DATA_DIR itself. */
export async function dropLeftovers(context: AppContext): Promise<void> {
  const { config, uploads, log } = context
  const before = new Date(Date.now() - abandonedAfter)
  const beforeBackup = new Date(Date.now() - backupAbandonedAfter)
  const count =
    (await uploads.dropLeftovers(before)) +
    (await dropFiles(join(config.dataDir, 'outbox'), [/\.tmp$/], before)) +
    (await dropFiles(config.dataDir, leftovers, before)) +
    (await dropFiles(config.dataDir, backups, beforeBackup))
  if (count > 0) log.info({ event: 'files.leftovers-removed', count }, 'half-written files removed')
}

/** @returns how many */
async function dropFiles(directory: string, names: RegExp[], before: Date): Promise<number> {
  let dropped = 0
  for (const name of await readdir(directory).catch(ifMissing([]))) {
    if (!names.some((pattern) => pattern.test(name))) continue
    const path = join(directory, name)
    const touched = await stat(path).catch(ifMissing(null))
    if (!touched || touched.mtime >= before) continue
    await rm(path, { recursive: true, force: true })
    dropped++
  }
  return dropped
}

// The cleanup job of images: moves images without a row to the trash, restores those with a row from it, makes missing
// AVIF files, removes half-written files.
import { join } from 'node:path'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { probeName } from './free-space.ts'
import { idsMatch } from './installation.ts'
import { dropFiles, dropTemporary } from './storage.ts'
import { hasAvif, type ImageKind, widthsOf } from './variants.ts'

/** Milliseconds. A folder without a row may belong to an upload whose row is being written. */
const discardedAfter = 60 * 60_000
/** Milliseconds for which images in the trash can be restored. */
const trashRetention = 30 * 24 * 60 * 60_000
/** Milliseconds after which no process is still writing a file. */
const abandonedAfter = 10 * 60_000
/** The last millisecond that a Date can name (ECMA-262, time values). */
const endOfTime = 8.64e15

/**
 * Removes nothing unless database and uploads belong to one installation and a row names an image: an empty or wrong
 * database must not remove images.
 * @param readNames reads the folders that rows name.
 * @returns how many images were moved to the trash.
 */
export async function cleanUpImages(
  context: AppContext,
  readNames: (db: Database) => Promise<ReadonlyMap<string, ImageKind>>,
): Promise<number> {
  const { config, db, uploads, images, log } = context
  // Listed before the rows are read: an image that is stored in between is not in the list.
  const stored = await Array.fromAsync(uploads.list())
  const names = await readNames(db)
  const there = new Set(stored.map(({ folder }) => folder))
  const absent = [...names.keys()].filter((folder) => !there.has(folder))
  for (const folder of await uploads.restore(absent))
    log.warn({ event: 'images.restored', folder }, 'image restored from the trash')
  // A younger one is being made by the instance that stored it.
  const settled = config.databaseUrl ? context.now().getTime() - abandonedAfter : Number.POSITIVE_INFINITY
  for (const { folder, files, madeAt } of stored) {
    const kind = names.get(folder)
    const isMissing = (width: number) => hasAvif(folder, width) && !files.includes(`${width}.avif`)
    if (kind && madeAt.getTime() < settled && widthsOf(folder, kind).some(isMissing))
      images.makeAvif(folder, kind)
  }
  if (names.size === 0) return 0
  if (!(await idsMatch(context))) {
    log.error(
      { event: 'images.foreign' },
      'no images cleaned up: database and uploads belong to two installations',
    )
    return 0
  }
  await warnOfMissing(context, names, there)
  const now = context.now()
  const before = now.getTime() - discardedAfter
  const unnamed = stored.filter(({ folder, madeAt }) => !names.has(folder) && madeAt.getTime() < before)
  for (const { folder } of unnamed) await uploads.discard(folder, now)
  if (unnamed.length > 0)
    log.info({ event: 'images.discarded', count: unnamed.length }, 'images without a row moved to the trash')
  // The newest image is a second clock: a system clock that is wrong for a while must not empty the trash.
  const newest = Math.max(...stored.map(({ madeAt }) => madeAt.getTime()))
  const trusted = Math.min(now.getTime(), newest)
  if (Number.isFinite(trusted)) await uploads.emptyTrash(new Date(trusted - trashRetention))
  return unnamed.length
}

/**
 * Logs how many images that rows name are missing, as after a backup without them, or while the disk of the uploads is
 * not mounted and the folder below has the installation id.
 */
async function warnOfMissing(
  { uploads, log }: Pick<AppContext, 'uploads' | 'log'>,
  names: ReadonlyMap<string, ImageKind>,
  there: ReadonlySet<string>,
): Promise<void> {
  if ([...names.keys()].every((folder) => there.has(folder))) return
  // Listed again: an image may have been stored or restored after the first list.
  const now = new Set((await Array.fromAsync(uploads.list())).map(({ folder }) => folder))
  const missing = [...names.keys()].filter((folder) => !there.has(folder) && !now.has(folder)).length
  if (missing > 0)
    log.warn(
      { event: 'images.missing', missing, named: names.size },
      `${missing} of ${names.size} images that the database names are not in ${uploads.name}. ${uploads.advice.missing}.`,
    )
}

/** Temporary files in DATA_DIR, by their exact names: the folder may be shared with other programs. */
const probes = [probeName, /^\.write-[\da-f]+$/, /^(upload|backup)-[\da-f]{24}\.tmp$/, /^restore\.tmp$/]

/** Removes those that a crash left, last modified before a time. @returns how many. */
async function dropProbes(dataDir: string, before: Date): Promise<number> {
  return dropFiles(dataDir, (name) => probes.some((probe) => probe.test(name)), before)
}

/**
 * Removes half-written files of uploads, the email folder and DATA_DIR itself.
 * @param isStart before the server accepts requests: with SQLite no other process writes, so their age does not matter.
 */
export async function dropLeftovers(context: AppContext, isStart = false): Promise<void> {
  const { config, uploads, log } = context
  const isAlone = isStart && config.databaseUrl === null
  // Where no other process writes, all are removed: a clock that was set back may have dated them in the future.
  const before = new Date(isAlone ? endOfTime : Date.now() - abandonedAfter)
  const count =
    (await uploads.dropLeftovers(before)) +
    (await dropTemporary(join(config.dataDir, 'outbox'), before)) +
    (await dropProbes(config.dataDir, before))
  if (count > 0) log.info({ event: 'files.leftovers-removed', count }, 'half-written files removed')
}

// Database and uploads belong together: both hold the same installation id. With the wrong database every image would
// look unused, so such a pair is rejected at the start, and nothing is cleaned up without equal ids [R140].
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { openUploads } from './open-uploads.ts'
import { StorageError } from './storage-error.ts'
import type { Uploads } from './uploads.ts'

const setting = 'installation-id'
/** Milliseconds. Younger images may belong to a demo or an upload that a crash ended before its row was written. */
const cutOffWithin = 60 * 60_000

type Parts = Pick<AppContext, 'db' | 'uploads'>
type ReadNames = (db: Database) => Promise<{ has(folder: string): boolean; readonly size: number }>

/**
 * Call it before SQLite is opened, which creates a missing file and deletes the write-ahead log next to it: after a crash
 * that log may hold everything that was stored.
 * @throws ConfigError when the file is missing or empty and there is such a log or an image, as when it was moved away.
 */
export async function checkDatabaseFile(config: Config): Promise<void> {
  if (config.databaseUrl || sizeOf(join(config.dataDir, 'portfolio.db')) > 0) return
  const uploads = openUploads(config)
  const { length } = await Array.fromAsync(uploads.list())
  if (length > 0) throw foreignImages(config, uploads, length, 0)
  if (sizeOf(join(config.dataDir, 'portfolio.db-wal')) > 0)
    throw new ConfigError(
      `DATA_DIR is ${config.dataDir}, where portfolio.db is missing or empty and portfolio.db-wal holds changes that belong to it. Move portfolio.db back; to start without those changes on purpose, move portfolio.db-wal away.`,
    )
}

/** Bytes; 0 for a missing file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Call it before the migrations, so that a wrong database stays as it is. Uploads belong to a database when a row names
 * one of the images (names are random: this also accepts uploads and backups from before there were ids), or when the ids
 * are equal, unless the database names no image and one is older than an hour. Uploads without images belong to any.
 * @returns false when the uploads are missing, as when their disk is not mounted: the database names images and has an
 * id, the uploads have neither. `recordInstallation` would then accept the empty folder. Also while object storage does
 * not respond, unless it is the first start.
 * @throws ConfigError when they do not belong together, with one line that says what to do.
 */
export async function checkInstallation(
  context: Parts & Pick<AppContext, 'config' | 'now'>,
  readNames: ReadNames,
): Promise<boolean> {
  const { config, db, uploads } = context
  const tables = (await db.introspection.getTables()).map(({ name }) => name)
  const isNew = !['settings', 'items', 'users'].every((name) => tables.includes(name))
  const names = isNew ? new Set<string>() : await readNames(db)
  const before = context.now().getTime() - cutOffWithin
  let count = 0
  let isRecent = true
  try {
    for await (const { folder, madeAt } of uploads.list()) {
      if (names.has(folder)) return true
      count++
      isRecent &&= madeAt.getTime() > before
    }
    if (count === 0) return names.size === 0 || (await missingPart(context)) !== 'storage'
    if (!isNew && (names.size > 0 || isRecent) && (await idsMatch(context))) return true
  } catch (error) {
    if (isNew || !isAway(error) || (await installationOf(db)) === null) throw error
    return false
  }
  throw foreignImages(config, uploads, count, names.size)
}

/**
 * @param stored how many images there are
 * @param named how many the database names, none of them among those
 */
function foreignImages(config: Config, uploads: Uploads, stored: number, named: number): ConfigError {
  const where = config.databaseUrl ? 'DATABASE_URL' : 'DATABASE_URL (not set) and DATA_DIR'
  const state = named === 0 ? 'the database names no image, but' : 'the database belongs to other uploads:'
  return new ConfigError(
    `${state} ${uploads.name} holds ${stored} images that it does not know. Check ${where}; to start with this database on purpose, ${uploads.advice.foreign} first.`,
  )
}

/**
 * Gives both the same id, after the migrations; the database's own where they differ. A database without an id takes that
 * of the uploads only when a row names one of their images: otherwise the previous database of the uploads would still
 * be accepted.
 */
export async function recordInstallation({ db, uploads }: Parts, readNames: ReadNames): Promise<void> {
  const stored = await uploads.readInstallation()
  if ((await installationOf(db)) === null)
    await storeInstallation(
      db,
      stored && (await namesOne(uploads, await readNames(db))) ? stored : randomUUID(),
    )
  const id = await installationOf(db)
  if (id && id !== stored) await uploads.writeInstallation(id)
}

/** Without effect where the database has an id. */
export async function storeInstallation(db: Database, id: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name: setting, value: id })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
}

/** Logs that `checkInstallation` found the uploads missing or away. */
export async function reportMissingUploads({
  db,
  uploads,
  log,
}: Pick<AppContext, 'db' | 'uploads' | 'log'>): Promise<void> {
  const { name: folder, advice } = uploads
  const away = await uploads.readInstallation().then(
    () => null,
    (error: Error) => error.message,
  )
  log.error(
    { event: 'uploads.missing', folder },
    away === null
      ? `${folder} is not the one of this database: it has none of its images and no .installation-id. ${advice.missing}, no restart is needed; until then no image is stored or shown. To go on without those images, make the file ${folder}/.installation-id with the text ${await installationOf(db)} in it.`
      : `${away} No restart is needed once it is back; until then no image is stored or shown.`,
  )
}

function isAway(error: unknown): boolean {
  return error instanceof StorageError && error.isAway
}

/** Whether database and uploads belong to one installation; checked again before anything is removed. */
export async function idsMatch(parts: Parts): Promise<boolean> {
  return (await missingPart(parts)) === null
}

/**
 * Which of the two does not belong to this installation: a database that was created again under the same name, or uploads
 * whose disk is not mounted.
 * @param onUploads called once the database has been read: later errors come from the uploads.
 */
export async function missingPart(
  { db, uploads }: Parts,
  onUploads = () => {},
): Promise<'database' | 'storage' | null> {
  const id = await installationOf(db)
  if (id === null) return 'database'
  onUploads()
  const stored = await uploads.readInstallation()
  if (stored === null) return 'storage'
  return id === stored ? null : 'database'
}

async function namesOne(
  uploads: Parts['uploads'],
  names: { has(folder: string): boolean },
): Promise<boolean> {
  for await (const { folder } of uploads.list()) if (names.has(folder)) return true
  return false
}

/** The id of the installation that a database belongs to; null from before there were ids. */
export async function installationOf(db: Database): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('name', '=', setting).executeTakeFirst()
  return row?.value ?? null
}

// Database and uploads belong together: both hold the same installation id. With the wrong database every image would
// look unused, so such a pair is rejected at the start, and nothing is cleaned up without equal ids.
import { randomUUID } from 'node:crypto'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { ImageKind } from '../../contract/images.ts'
import { type Config, ConfigError } from '../config.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { readSetting, writeSetting } from '../db/settings.ts'
import { StorageError } from './storage.ts'
import { openUploads, type Uploads } from './uploads.ts'

const setting = 'installation-id'

type Parts = Pick<AppContext, 'db' | 'uploads'>

/**
 * Call it before SQLite is opened, which creates a missing file and deletes the write-ahead log next to it: after a crash
 * that log may hold everything that was stored.
 * @throws ConfigError when the file is missing or empty and there is such a log or an image, as when it was moved away.
 */
export async function checkDatabaseFile(config: Config): Promise<void> {
  if (config.databaseUrl || sizeOf(join(config.dataDir, 'portfolio.db')) > 0) return
  const uploads = openUploads(config)
  const { length } = await Array.fromAsync(uploads.list())
  if (length > 0) throw foreign(uploads, length)
  checkWriteAheadLog(config.dataDir)
}

/** @throws ConfigError where there is such a log without its database */
export function checkWriteAheadLog(dataDir: string): void {
  if (sizeOf(join(dataDir, 'portfolio.db')) === 0 && sizeOf(join(dataDir, 'portfolio.db-wal')) > 0)
    throw new ConfigError(
      `DATA_DIR is ${dataDir}, where portfolio.db is missing or empty and portfolio.db-wal holds changes that belong to it. Move portfolio.db back; to start without those changes on purpose, move portfolio.db-wal away.`,
    )
}

/** Bytes; 0 for a missing file. */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

/**
 * Call it before the migrations, so that a wrong database stays as it is. Both have the same id, or none before the first
 * start. Uploads without an id belong to a database that names one of their images, or no image while they have none.
 * @returns null, or a line for the operator where the uploads are missing, as when their disk is not mounted: the database
 * names images and has an id, the uploads have neither. `recordInstallation` would then accept the empty directory. Also
 * while object storage does not respond, unless it is the first start.
 * @throws ConfigError when they do not belong together, with one line that says what to do.
 */
export async function checkInstallation({ db, uploads }: Parts): Promise<string | null> {
  const { name } = uploads.storage
  let stored: string | null
  const images = new Set<string>()
  try {
    stored = await uploads.readInstallation()
    for await (const { id } of uploads.list()) images.add(id)
  } catch (error) {
    if (!(error instanceof StorageError && error.isAway) || (await installationIfAny(db)) === null)
      throw error
    return `${error.message} No restart is needed once it is back; until then no image is stored or shown.`
  }
  // The database is read last: of instances that start together another may write both now, this one first.
  const own = await installationIfAny(db)
  if (stored !== null && stored === own) return null
  const names = own === null ? new Map() : await imageNames(db)
  // The id alone was lost, as by a copy without hidden files.
  if (stored === null && names.keys().some((id) => images.has(id))) return null
  if (stored !== null || images.size > 0) throw foreign(uploads, images.size)
  if (names.size === 0) return null
  return `${name} is not the one of this database: it has none of its images and no .installation-id. Mount or restore it, no restart is needed; until then no image is stored or shown. To go on without those images, make the file ${name}/.installation-id with the text ${own} in it.`
}

/**
 * Without images, too: their owner would lose each later one to the cleanup job of this installation.
 * @param images how many the uploads have
 */
function foreign(uploads: Uploads, images: number): ConfigError {
  const { name } = uploads.storage
  return new ConfigError(
    images > 0
      ? `the uploads are not those of the database: ${name} holds ${images} images that it does not know. Check DATABASE_URL, DATA_DIR and STORAGE_URL; if a restore was cut off, run npm run restore again; to start with this database on purpose, move them away first.`
      : `${name} belongs to another installation: its .installation-id is not that of the database. Check DATABASE_URL, DATA_DIR and STORAGE_URL; to start with this database on purpose, name an empty folder or bucket, or remove ${name}/.installation-id if no other installation uses it.`,
  )
}

/**
 * Gives both the same id, after the migrations.
 * @throws ConfigError when the uploads have another id
 */
export async function recordInstallation({ db, uploads }: Parts): Promise<void> {
  if ((await installationOf(db)) === null) await writeSetting(db, setting, randomUUID())
  const id = String(await installationOf(db))
  const stored = await uploads.readInstallation()
  if (stored !== null && stored !== id) throw foreign(uploads, 0)
  if (stored === null) await uploads.writeInstallation(id)
  uploads.owner = id
}

/** The id of the installation that a database belongs to; null before its first start. */
export function installationOf(db: Database): Promise<string | null> {
  return readSetting(db, setting)
}

/** The same of a database that may have no tables yet. */
export async function installationIfAny(db: Database): Promise<string | null> {
  const tables = await db.introspection.getTables()
  return tables.some(({ name }) => name === 'settings') ? installationOf(db) : null
}

/** The id of every avatar, cover and screenshot, and of every upload that content may name; a video has no widths of any kind. */
export async function imageNames(db: Database): Promise<Map<string, ImageKind>> {
  const covers = await db.selectFrom('projects').select('image').where('image', 'is not', null).execute()
  const avatars = await db.selectFrom('users').select('avatar').where('avatar', 'is not', null).execute()
  const others = await db.selectFrom('project_images').select('image_id').execute()
  const named = await db.selectFrom('named_uploads').select(['name', 'kind']).execute()
  return new Map<string, ImageKind>([
    ...covers.map(({ image }) => [image ?? '', 'cover'] as const),
    ...avatars.map(({ avatar }) => [avatar ?? '', 'avatar'] as const),
    ...others.map(({ image_id }) => [image_id, 'cover'] as const),
    ...named.map(({ name, kind }) => [name, kind === 'logo' ? 'logo' : 'cover'] as const),
  ])
}

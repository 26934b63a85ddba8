// Which images the rows of the product name: the cleanup job removes the others.
import { sql } from 'kysely'
import type { Database } from './db/connect.ts'
import type { ImageKind } from './images/variants.ts'

/** The folder of every avatar, of every cover, screenshot and other image of a project, and of every image of the site. */
export async function imageNames(db: Database): Promise<Map<string, ImageKind>> {
  const names = await addItemImages(db, await readNames(db, 'image'))
  return new Map([...names, ...(await readSiteImages(db))])
}

/**
 * The same, also in a database that is not migrated yet: before 0012 the column of covers was called `picture`, before
 * 0026 a project had no image but its cover, and before 0027 the site had none of its own.
 */
export async function imageNamesOfAnyVersion(db: Database): Promise<Map<string, ImageKind>> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === 'items')?.columns ?? []
  const names = await readNames(db, columns.some(({ name }) => name === 'picture') ? 'picture' : 'image')
  const isThere = (table: string) => tables.some(({ name }) => name === table)
  const more = isThere('item_images') ? await addItemImages(db, names) : names
  return isThere('site_images') ? new Map([...more, ...(await readSiteImages(db))]) : more
}

async function readSiteImages(db: Database): Promise<[string, ImageKind][]> {
  const rows = await db.selectFrom('site_images').select(['name', 'kind']).execute()
  return rows.map(({ name, kind }) => [name, kind === 'logo' ? 'logo' : 'cover'])
}

async function readNames(db: Database, column: string): Promise<Map<string, ImageKind>> {
  const cover = sql.ref<string | null>(column)
  const covers = await db
    .selectFrom('items')
    .select(cover.as('folder'))
    .where(cover, 'is not', null)
    .execute()
  const avatars = await db.selectFrom('users').select('avatar').where('avatar', 'is not', null).execute()
  const names = new Map<string, ImageKind>()
  for (const { folder } of covers) if (folder) names.set(folder, 'cover')
  for (const { avatar } of avatars) if (avatar) names.set(avatar, 'avatar')
  return names
}

async function addItemImages(db: Database, names: Map<string, ImageKind>): Promise<Map<string, ImageKind>> {
  for (const { folder } of await db.selectFrom('item_images').select('folder').execute())
    names.set(folder, 'cover')
  return names
}

// Which images the rows of the product name: the cleanup job removes the others.
import { sql } from 'kysely'
import type { Database } from './db/connect.ts'
import type { ImageKind } from './images/variants.ts'

/** The folder of every avatar, and of every cover, screenshot and other image of a project. */
export async function imageNames(db: Database): Promise<Map<string, ImageKind>> {
  return addItemImages(db, await readNames(db, 'image'))
}

/**
 * The same, also in a database that is not migrated yet: before 0012 the column of covers was called `picture`, and before
 * 0026 a project had no image but its cover.
 */
export async function imageNamesOfAnyVersion(db: Database): Promise<Map<string, ImageKind>> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === 'items')?.columns ?? []
  const names = await readNames(db, columns.some(({ name }) => name === 'picture') ? 'picture' : 'image')
  return tables.some(({ name }) => name === 'item_images') ? addItemImages(db, names) : names
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

// Which images the rows of the product name: the cleanup job removes the others.
import { sql } from 'kysely'
import type { Database } from './db/connect.ts'
import type { ImageKind } from './images/variants.ts'

/** The folder of every cover and avatar. */
export function imageNames(db: Database): Promise<Map<string, ImageKind>> {
  return readNames(db, 'image')
}

/** The same, also in a database that is not migrated yet: before 0012 the column of covers was called `picture`. */
export async function imageNamesOfAnyVersion(db: Database): Promise<Map<string, ImageKind>> {
  const tables = await db.introspection.getTables()
  const columns = tables.find(({ name }) => name === 'items')?.columns ?? []
  return readNames(db, columns.some(({ name }) => name === 'picture') ? 'picture' : 'image')
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

// Which images the rows of the product name: the cleanup job removes the others.
import type { Database } from './db/connect.ts'
import type { ImageKind } from './images/variants.ts'

/** The folder of every avatar, of every cover, screenshot and other image of a project, and of every image of the site. */
export async function imageNames(db: Database): Promise<Map<string, ImageKind>> {
  const names = await addItemImages(db, await readNames(db))
  return new Map([...names, ...(await readSiteImages(db))])
}

async function readSiteImages(db: Database): Promise<[string, ImageKind][]> {
  const rows = await db.selectFrom('site_images').select(['name', 'kind']).execute()
  return rows.map(({ name, kind }) => [name, kind === 'logo' ? 'logo' : 'cover'])
}

async function readNames(db: Database): Promise<Map<string, ImageKind>> {
  const covers = await db.selectFrom('items').select('image').where('image', 'is not', null).execute()
  const avatars = await db.selectFrom('users').select('avatar').where('avatar', 'is not', null).execute()
  const names = new Map<string, ImageKind>()
  for (const { image } of covers) if (image) names.set(image, 'cover')
  for (const { avatar } of avatars) if (avatar) names.set(avatar, 'avatar')
  return names
}

async function addItemImages(db: Database, names: Map<string, ImageKind>): Promise<Map<string, ImageKind>> {
  for (const { folder } of await db.selectFrom('item_images').select('folder').execute())
    names.set(folder, 'cover')
  return names
}

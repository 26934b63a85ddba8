// Which images the rows of the product name: the others are nobody's.
import type { Database } from './db/connect.ts'
import type { ImageKind } from './images/variants.ts'

/** The folder of every cover and avatar. */
export async function imageNames(db: Database): Promise<Map<string, ImageKind>> {
  const covers = await db.selectFrom('items').select('picture').where('picture', 'is not', null).execute()
  const avatars = await db.selectFrom('users').select('avatar').where('avatar', 'is not', null).execute()
  const names = new Map<string, ImageKind>()
  for (const { picture } of covers) if (picture) names.set(picture, 'cover')
  for (const { avatar } of avatars) if (avatar) names.set(avatar, 'avatar')
  return names
}

// Which images the rows of the product name: the cleanup job removes the others.
import type { Database } from './db/connect.ts'
import type { ImageKind } from './images/variants.ts'

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

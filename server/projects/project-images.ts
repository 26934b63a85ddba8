// The images of a project beyond its cover, as responses contain them.

import { imageUrl } from '../../contract/images.ts'
import type { MoreImage, PageParts, ProjectImages } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'

/** Also of a draft: call it only where that may be seen. */
export async function imagesOf({ db }: Pick<AppContext, 'db'>, id: string): Promise<ProjectImages> {
  const rows = await db
    .selectFrom('item_images')
    .select(['folder', 'place', 'alt'])
    .where('item_id', '=', id)
    .orderBy('place')
    .orderBy('position')
    .execute()
  const pages: PageParts = {}
  const more: MoreImage[] = []
  for (const { folder, place, alt } of rows) {
    const src = imageUrl(folder, 'cover')
    if (!src) continue
    if (place === 'more') more.push({ id: imageIdOf(folder), src, alt })
    else pages[place] = [...(pages[place] ?? []), src]
  }
  return { pages, more }
}

/** What comes before the size in the name of its folder. */
export function imageIdOf(folder: string): string {
  return folder.slice(0, folder.indexOf('-'))
}

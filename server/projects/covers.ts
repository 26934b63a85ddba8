// Covers of published projects for the slider of Home.
import { slideCount } from '../../contract/site-images.ts'
import type { Database } from '../db/connect.ts'

export interface Cover {
  /** Of its image. */
  folder: string
  /** Of its project. */
  name: string
  /** Percent, as of the project. */
  focal: { focalX: number; focalY: number }
}

/** Those of all published projects, or of those that are featured. */
export type CoverChoice = 'featured' | 'latest'

/** At most as many as the slider has slides: the newest first, featured ones in the order of the gallery. */
export async function readCovers(db: Database, which: CoverChoice): Promise<Cover[]> {
  const rows = await db
    .selectFrom('items')
    .select(['image', 'name', 'focal_x', 'focal_y'])
    .where('status', '=', 'published')
    .where('image', 'is not', null)
    .$if(which === 'featured', (items) => items.where('featured_at', 'is not', null))
    .orderBy(which === 'featured' ? 'position' : 'created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(slideCount)
    .execute()
  return rows.flatMap(({ image, name, focal_x: focalX, focal_y: focalY }) =>
    image === null ? [] : { folder: image, name, focal: { focalX, focalY } },
  )
}

// The screenshots of a project's page. Files are stored before their rows and deleted after the commit.
import type { Transaction } from 'kysely'
import { imageUrl } from '../../contract/images.ts'
import type { PageDevice } from '../../contract/portfolio.ts'
import type { PageParts } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { removeUnused } from '../images/image-store.ts'
import { changePublicContent } from '../public-content.ts'
import { iso } from '../time.ts'
import { mustExist, unknownProject } from './project-id.ts'

/** Also of a draft: call it only where that may be seen. */
export async function pagesOf({ db }: Pick<AppContext, 'db'>, id: string): Promise<PageParts> {
  const rows = await db
    .selectFrom('project_images')
    .select(['image_id', 'device'])
    .where('project_id', '=', id)
    .orderBy('device')
    .orderBy('position')
    .execute()
  const pages: PageParts = {}
  for (const { image_id, device } of rows) {
    const src = imageUrl(image_id, 'cover')
    if (src) pages[device] = [...(pages[device] ?? []), src]
  }
  return pages
}

/**
 * Stores a screenshot in the place of the one for this device.
 * @throws Problem 'unknown', and as `ImageStore.storePage`.
 */
export async function storePage(
  context: AppContext,
  id: string,
  device: PageDevice,
  image: Uint8Array,
): Promise<void> {
  await mustExist(context, id)
  const ids = await context.images.storePage(image)
  const rows = ids.map((image_id, position) => ({ image_id, project_id: id, device, position }))
  await change(context, id, ids, async (tx) => {
    const replaced = await deletePage(tx, id, device)
    await tx.insertInto('project_images').values(rows).execute()
    return replaced
  })
}

/** One that is gone already is no error. @throws Problem 'unknown' */
export async function removePage(context: AppContext, id: string, device: PageDevice): Promise<void> {
  await change(context, id, [], (tx) => deletePage(tx, id, device))
}

/**
 * @param stored ids of new images, which are removed when the change fails.
 * @param write returns the ids of images that no row names any more.
 */
async function change(
  context: AppContext,
  id: string,
  stored: readonly string[],
  write: (tx: Transaction<Tables>) => Promise<string[]>,
): Promise<void> {
  let unnamed: string[]
  try {
    unnamed = await changePublicContent(context, async (tx) => {
      // Locks the row until the transaction ends: of two changes at the same moment one comes after the other.
      const row = tx
        .updateTable('projects')
        .set({ updated_at: iso(context) })
        .where('id', '=', id)
      if (!(await row.returning('id').executeTakeFirst())) throw unknownProject()
      return write(tx)
    })
  } catch (error) {
    for (const id of stored) await removeUnused(context, id, error)
    throw error
  }
  for (const id of unnamed) await context.images.remove(id)
}

async function deletePage(tx: Transaction<Tables>, id: string, device: PageDevice): Promise<string[]> {
  const parts = tx.deleteFrom('project_images').where('project_id', '=', id).where('device', '=', device)
  return (await parts.returning('image_id').execute()).map(({ image_id }) => image_id)
}

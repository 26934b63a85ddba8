// The screenshots of a project's page. Files are stored before their rows and deleted after the commit.
import { imageUrl } from '../../contract/images.ts'
import type { PageDevice } from '../../contract/portfolio.ts'
import type { PageParts } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'
import type { Tx } from '../db/connect.ts'
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
  await replacePage(context, id, device, await context.images.storePage(image))
}

/** @param parts ids of the new images, none for no screenshot any more. @throws Problem 'unknown' */
export async function replacePage(
  context: AppContext,
  id: string,
  device: PageDevice,
  parts: readonly string[],
): Promise<void> {
  const rows = parts.map((image_id, position) => ({ image_id, project_id: id, device, position }))
  const write = async (tx: Tx) => {
    // Locks the row until the transaction ends: of two changes at the same moment one comes after the other.
    const row = tx
      .updateTable('projects')
      .set({ updated_at: iso(context) })
      .where('id', '=', id)
    if (!(await row.returning('id').executeTakeFirst())) throw unknownProject()
    const old = tx.deleteFrom('project_images').where('project_id', '=', id).where('device', '=', device)
    const replaced = await old.returning('image_id').execute()
    if (rows.length > 0) await tx.insertInto('project_images').values(rows).execute()
    return replaced
  }
  const unnamed = await context.images.naming(parts, () => changePublicContent(context, write))
  for (const { image_id } of unnamed) await context.images.remove(image_id)
}

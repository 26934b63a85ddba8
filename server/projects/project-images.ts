// The images of a project beyond its cover. Files are stored before their rows and deleted after the commit.
import type { Transaction } from 'kysely'
import type * as z from 'zod/mini'
import { imageUrl } from '../../contract/images.ts'
import { maxMoreImages, type PageDevice, type updateImage } from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import type { MoreImage, PageParts, ProjectImages } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { removeUnused } from '../images/image-store.ts'
import { changePublicContent } from '../public-content.ts'
import { iso } from '../time.ts'
import { unknownProject } from './project-id.ts'

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
function imageIdOf(folder: string): string {
  return folder.slice(0, folder.indexOf('-'))
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
  const folders = await context.images.storePage(image)
  const rows = folders.map((folder, position) => ({ folder, item_id: id, place: device, position, alt: '' }))
  await change(context, id, folders, async (tx) => {
    const replaced = await deletePage(tx, id, device)
    await tx.insertInto('item_images').values(rows).execute()
    return replaced
  })
}

/** One that is gone already is no error. @throws Problem 'unknown' */
export async function removePage(context: AppContext, id: string, device: PageDevice): Promise<void> {
  await change(context, id, [], (tx) => deletePage(tx, id, device))
}

/** @throws Problem 'unknown', 'conflict' where there are as many as a project may have, and as `ImageStore.store`. */
export async function addImage(
  context: AppContext,
  id: string,
  { alt, image }: { alt: string; image: Uint8Array },
): Promise<void> {
  await mustExist(context, id)
  // Saves the work on an image that would be one too many; the same in the transaction decides.
  mustHaveSpace(await moreImages(context.db, id))
  const folder = await context.images.store(image, 'cover')
  await change(context, id, [folder], async (tx) => {
    const there = await moreImages(tx, id)
    mustHaveSpace(there)
    const row = { folder, item_id: id, place: 'more', position: there.length, alt } as const
    await tx.insertInto('item_images').values(row).execute()
    return []
  })
}

/** @throws Problem 'unknown', also for an image that is gone */
export async function changeImage(
  context: AppContext,
  id: string,
  imageId: string,
  { alt, position }: z.output<typeof updateImage.body>,
): Promise<void> {
  await change(context, id, [], async (tx) => {
    const there = await moreImages(tx, id)
    const folder = folderOf(there, imageId)
    if (alt !== undefined)
      await tx.updateTable('item_images').set({ alt }).where('folder', '=', folder).execute()
    if (position !== undefined)
      await number(tx, there.filter((one) => one !== folder).toSpliced(position, 0, folder))
    return []
  })
}

/** @throws Problem 'unknown', also for an image that is gone */
export async function removeImage(context: AppContext, id: string, imageId: string): Promise<void> {
  await change(context, id, [], async (tx) => {
    const there = await moreImages(tx, id)
    const folder = folderOf(there, imageId)
    await tx.deleteFrom('item_images').where('folder', '=', folder).execute()
    await number(
      tx,
      there.filter((one) => one !== folder),
    )
    return [folder]
  })
}

/**
 * Locks the project's row until the transaction ends: of two changes at the same moment one comes after the other.
 * @returns whether there is such a project
 */
async function lockItem(context: AppContext, tx: Transaction<Tables>, id: string): Promise<boolean> {
  const row = tx.updateTable('items').set({ updated_at: iso(context) })
  return (await row.where('id', '=', id).returning('id').executeTakeFirst()) !== undefined
}

/**
 * @param stored folders of new images, which are removed when the change fails.
 * @param write returns the folders that no row names any more.
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
      if (!(await lockItem(context, tx, id))) throw unknownProject()
      return write(tx)
    })
  } catch (error) {
    for (const folder of stored) await removeUnused(context, folder, error)
    throw error
  }
  for (const folder of unnamed) await context.images.remove(folder)
}

async function deletePage(tx: Transaction<Tables>, id: string, device: PageDevice): Promise<string[]> {
  const parts = tx.deleteFrom('item_images').where('item_id', '=', id).where('place', '=', device)
  return (await parts.returning('folder').execute()).map(({ folder }) => folder)
}

/** The folders in their order. */
async function moreImages(db: Pick<Transaction<Tables>, 'selectFrom'>, id: string): Promise<string[]> {
  const rows = db.selectFrom('item_images').select('folder').where('item_id', '=', id)
  const sorted = await rows.where('place', '=', 'more').orderBy('position').execute()
  return sorted.map(({ folder }) => folder)
}

async function number(tx: Transaction<Tables>, folders: readonly string[]): Promise<void> {
  for (const [position, folder] of folders.entries())
    await tx.updateTable('item_images').set({ position }).where('folder', '=', folder).execute()
}

function mustHaveSpace(there: readonly string[]): void {
  if (there.length < maxMoreImages) return
  throw new Problem('conflict', `A project has at most ${maxMoreImages} more images. Remove one first.`)
}

/** Before work on an image that no project will have. @throws Problem 'unknown' */
export async function mustExist({ db }: Pick<AppContext, 'db'>, id: string): Promise<void> {
  if (!(await db.selectFrom('items').select('id').where('id', '=', id).executeTakeFirst()))
    throw unknownProject()
}

function folderOf(folders: readonly string[], imageId: string): string {
  const folder = folders.find((one) => imageIdOf(one) === imageId)
  if (!folder) throw new Problem('unknown', 'This image no longer exists.')
  return folder
}

// Uploaded images of the site: stored, named by content, and removed once no stored version and no recent draft names them
import type { Transaction } from 'kysely'
import { Problem } from '../../contract/problem.ts'
import { namesIn, type SiteContent, type SiteImageKind, uploadsIn } from '../../contract/site.ts'
import type { AppContext } from '../context.ts'
import type { Tables } from '../db/tables.ts'
import { removeUnused } from '../images/image-store.ts'
import { day, iso } from '../time.ts'

/** How long an image that no version names is stored: drafts are in browsers, which preview them. */
const unpublishedRetention = 30 * day

/**
 * @returns the name by which content may name it
 * @throws Problem as `ImageStore.store`
 */
export async function addSiteImage(
  context: AppContext,
  bytes: Uint8Array,
  kind: SiteImageKind,
): Promise<string> {
  const name = await context.images.store(bytes, kind === 'logo' ? 'logo' : 'cover')
  try {
    await context.db
      .insertInto('site_images')
      .values({ name, kind, used_at: iso(context) })
      .execute()
  } catch (error) {
    await removeUnused(context, name, error)
    throw error
  }
  return name
}

/**
 * Call it in the transaction that publishes: the rows are locked, so the cleanup job cannot remove one in between.
 * @throws Problem 'invalid' for each field that names no stored upload of its kind
 */
export async function checkImages(
  context: Pick<AppContext, 'now'>,
  tx: Transaction<Tables>,
  content: SiteContent,
): Promise<void> {
  const used = uploadsIn(content)
  if (used.length === 0) return
  const names = used.map(({ name }) => name)
  const rows = await tx
    .updateTable('site_images')
    .set({ used_at: iso(context) })
    .where('name', 'in', names)
    .returning(['name', 'kind'])
    .execute()
  const missing = used.filter(({ name, kind }) => !rows.some((row) => row.name === name && row.kind === kind))
  if (missing.length === 0) return
  const message = 'This image is not stored any more. Choose it again.'
  const fields = Object.fromEntries(missing.map(({ path }) => [`content.${path}`, message]))
  throw new Problem('invalid', message, { fields })
}

/** Images of a draft that is previewed stay. Written once a day at most: a preview follows each word that is typed. */
export async function noteImagesOf(
  context: Pick<AppContext, 'db' | 'now'>,
  content: SiteContent,
): Promise<void> {
  const names = uploadsIn(content).map(({ name }) => name)
  if (names.length === 0) return
  await context.db
    .updateTable('site_images')
    .set({ used_at: iso(context) })
    .where('name', 'in', names)
    .where('used_at', '<', iso(context, -day))
    .execute()
}

/** A cleanup job. */
export async function dropUnusedImages(context: AppContext): Promise<void> {
  const { db, images } = context
  const versions = await db.selectFrom('site_versions').select('content').execute()
  const named = [...new Set(versions.flatMap(({ content }) => namesIn(content)))]
  const unused = await db
    .deleteFrom('site_images')
    .where('used_at', '<', iso(context, -unpublishedRetention))
    .$if(named.length > 0, (rows) => rows.where('name', 'not in', named))
    .returning('name')
    .execute()
  for (const { name } of unused) await images.remove(name)
}

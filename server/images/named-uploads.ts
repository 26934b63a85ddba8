// Uploads that content names: stored first, and removed once no stored content and no recent draft names them. The content is
// the site's, version by version, and the case studies of projects.
import { namesIn } from '../../contract/images.ts'
import { Problem } from '../../contract/problem.ts'
import type { UploadKind } from '../../contract/uploads.ts'
import type { AppContext } from '../context.ts'
import type { Database, Tx } from '../db/connect.ts'
import type { LargeFile } from '../http/accept-form.ts'
import { day, iso } from '../time.ts'
import { newUploadId, videoFile } from './uploads.ts'

/** How long an upload that no stored content names is kept: drafts are in browsers. */
const unusedRetention = 30 * day

type Kind = UploadKind | 'video'

/** @returns the name by which content may name it @throws Problem as `ImageStore.store` */
export async function addImage(context: AppContext, bytes: Uint8Array, kind: UploadKind): Promise<string> {
  return named(context, kind, await context.images.store(bytes, kind))
}

/** As `addImage`, of a file that is never in memory as a whole. @throws Problem 'wrong-type' for anything but an MP4 */
export async function addVideo(context: AppContext, video: LargeFile): Promise<string> {
  const { value: first } = await video.chunks().next()
  // ISO 14496-12, 4.3: the size of the first box, and its type.
  if (!first || Buffer.from(first.subarray(4, 8)).toString('latin1') !== 'ftyp')
    throw new Problem('wrong-type', 'Choose an MP4 video.')
  const name = newUploadId(video.size)
  await context.uploads.store(name, new Map([[videoFile, video]]))
  return named(context, 'video', name)
}

async function named(context: AppContext, kind: Kind, name: string): Promise<string> {
  const row = { name, kind, used_at: iso(context) }
  await context.images.naming([name], () => context.db.insertInto('named_uploads').values(row).execute())
  return name
}

/**
 * Call it in the transaction that saves the content: the rows are locked, so the cleanup job cannot remove one in between.
 * @returns those that are not stored, or not as this kind
 */
export async function missingUploads<Used extends { name: string; kind: Kind }>(
  context: Pick<AppContext, 'now'>,
  tx: Tx,
  used: readonly Used[],
): Promise<Used[]> {
  if (used.length === 0) return []
  const rows = await tx
    .updateTable('named_uploads')
    .set({ used_at: iso(context) })
    .where('name', 'in', namesOf(used))
    .returning(['name', 'kind'])
    .execute()
  return used.filter(({ name, kind }) => !rows.some((row) => row.name === name && row.kind === kind))
}

/** Uploads of a draft that is previewed stay. Written once a day at most: a preview follows each word that is typed. */
export async function noteUploads(
  context: Pick<AppContext, 'db' | 'now'>,
  used: readonly { name: string }[],
): Promise<void> {
  if (used.length === 0) return
  await context.db
    .updateTable('named_uploads')
    .set({ used_at: iso(context) })
    .where('name', 'in', namesOf(used))
    .where('used_at', '<', iso(context, -day))
    .execute()
}

const namesOf = (used: readonly { name: string }[]) => [...new Set(used.map(({ name }) => name))]

/** A cleanup job. */
export async function dropUnusedUploads(context: AppContext): Promise<void> {
  const { db, images } = context
  const inUse = await namesInContent(db)
  const unused = await db
    .deleteFrom('named_uploads')
    .where('used_at', '<', iso(context, -unusedRetention))
    .$if(inUse.length > 0, (rows) => rows.where('name', 'not in', inUse))
    .returning('name')
    .execute()
  for (const { name } of unused) await images.remove(name)
}

async function namesInContent(db: Database): Promise<string[]> {
  const versions = await db.selectFrom('site_versions').select('content').execute()
  const projects = await db.selectFrom('projects').select('blocks').where('blocks', '!=', '[]').execute()
  const contents = [...versions.map(({ content }) => content), ...projects.map(({ blocks }) => blocks)]
  return [...new Set(contents.flatMap(namesIn))]
}

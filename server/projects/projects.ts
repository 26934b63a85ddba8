// The portfolio as admins manage it: add, update, publish, delete.
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type * as z from 'zod/mini'
import { type Fact, facts, missingIn, parseBlocks, uploadsOf } from '../../contract/case-study.ts'
import { isId } from '../../contract/paging.ts'
import { categoryKey, type changedProject } from '../../contract/portfolio.ts'
import { fieldError, type Problem } from '../../contract/problem.ts'
import type { Project, Status } from '../../contract/responses/projects.ts'
import { fold, normalized, straightQuotes } from '../../contract/text.ts'
import { record } from '../audit/record.ts'
import type { AppContext } from '../context.ts'
import { isDuplicate, lock, type Tx } from '../db/connect.ts'
import type { Tables } from '../db/tables.ts'
import type { Actor } from '../http/client.ts'
import { missingUploads } from '../images/named-uploads.ts'
import { renewCheck } from '../preview/check-rows.ts'
import { changePublicContent } from '../public-content.ts'
import { iso } from '../time.ts'
import { asProjects } from './gallery.ts'
import { mustExist, newProjectId, storedUrl, unknownProject } from './project-id.ts'

type Fields = Omit<z.output<typeof changedProject>, 'status'>

/**
 * The image is stored first, then the row, so that a crash may leave a file without a row, never the reverse.
 * @param createdAt ISO 8601 UTC; now unless given.
 * @param by recorded in the audit trail; nobody adds the demo
 * @throws Problem 'duplicate', also for the loser of two requests at the same moment; 'invalid' for
 * a URL of this site and for blocks that cannot be published; and what storing the image throws.
 */
export async function addProject(
  context: AppContext,
  project: Fields & { status: Status; image: Uint8Array; createdAt?: string },
  by?: Actor,
): Promise<Project> {
  const url = storedUrl(context.config, project.purl)
  await mustBeFree(context, project.pname)
  const image = await context.images.store(project.image, 'cover')
  const { content } = await context.site.current()
  // On top of the owner's order.
  const aboveAll = sql<number>`(select coalesce(max(position), 0) + 1 from projects)`
  const id = await save(context, image, async (tx) => {
    // Of two at once the second one sees the id and the position of the first.
    await lock(tx, 'order')
    const id = await newProjectId(tx, project.pname, content.language.chosen)
    const columns = columnsOf(context, project, url)
    await tx
      .insertInto('projects')
      .values({
        ...columns,
        id,
        image,
        status: project.status,
        position: aboveAll,
        created_at: project.createdAt ?? columns.updated_at,
        updated_at: project.createdAt ?? columns.updated_at,
      })
      .execute()
    await writeCategories(tx, id, project.categories)
    await renewCheck(context, tx, { id, url })
    await checkBlocks(context, tx, { ...columns, status: project.status })
    const target = { id, name: project.pname }
    if (by) await record(context, tx, { kind: 'portfolio.added', by, target, detail: project.status })
    return id
  })
  return readBack(context, id)
}

/**
 * The last write wins; createdAt never changes. Without an image, a status, a preview
 * mode, `featured`, a focal point or a part of the case study the project keeps its own.
 * @throws Problem 'unknown', and as addProject.
 */
export async function updateProject(
  context: AppContext,
  id: string,
  project: Fields & { status?: Status | undefined; image: Uint8Array | null },
  by: Actor,
): Promise<Project> {
  const url = storedUrl(context.config, project.purl)
  await mustExist(context, id)
  await mustBeFree(context, project.pname, id)
  const image = project.image ? await context.images.store(project.image, 'cover') : null
  const old = await save(context, image, async (tx) => {
    // Written before it is read: this locks the row, so that of two concurrent updates no file is left over.
    const found = await tx
      .updateTable('projects')
      .set({ ...columnsOf(context, project, url), status: project.status })
      .where('id', '=', id)
      .returning(['image', 'status', 'blocks'])
      .executeTakeFirst()
    if (!found) throw unknownProject()
    await checkBlocks(context, tx, found)
    await writeCategories(tx, id, project.categories)
    await renewCheck(context, tx, { id, url })
    await record(context, tx, { kind: 'portfolio.changed', by, target: { id, name: project.pname } })
    if (image === null) return null
    await tx.updateTable('projects').set({ image }).where('id', '=', id).execute()
    return found.image
  })
  const updated = await readBack(context, id)
  await context.images.remove(old)
  return updated
}

/** The unique index decides; this saves the work on the image of a request that would fail. */
async function mustBeFree({ db }: AppContext, name: string, ownId = ''): Promise<void> {
  const taken = db.selectFrom('projects').select('id').where('name_key', '=', nameKey(name))
  if (await taken.where('id', '!=', ownId).executeTakeFirst()) throw duplicate()
}

/** @param image the new one, which is removed when the project cannot be saved */
async function save<Result>(
  context: AppContext,
  image: string | null,
  write: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  const saved = context.images.naming([image], () => changePublicContent(context, write))
  return saved.catch((error) => {
    throw isDuplicate(error) ? duplicate() : error
  })
}

/** An undefined one leaves its column as it is. */
function columnsOf(context: AppContext, project: Fields, url: string) {
  const { opens, blocks, featured } = project
  const now = iso(context)
  return {
    ...(Object.fromEntries(facts.map((fact) => [fact, project[fact]])) as Pick<Fields, Fact>),
    opens,
    blocks: blocks && JSON.stringify(blocks),
    name: project.pname,
    name_key: nameKey(project.pname),
    url,
    preview: project.preview,
    focal_x: project.focalX,
    focal_y: project.focalY,
    featured_at: featured === undefined ? undefined : featured ? now : null,
    search_text: searchText(project),
    updated_at: now,
  }
}

/**
 * In the transaction that stores them, so that their uploads stay.
 * @throws Problem 'invalid' for uploads that are gone, and for unfinished blocks of a published project
 */
async function checkBlocks(
  context: AppContext,
  tx: Tx,
  { blocks = '[]', status }: { blocks?: string | undefined; status: Status },
): Promise<void> {
  const list = parseBlocks(blocks)
  const [gone] = await missingUploads(context, tx, uploadsOf(list))
  if (gone) throw fieldError('blocks', `${gone.where} is not stored any more. Choose it again.`)
  const missing = status === 'published' ? missingIn(list) : null
  if (missing) throw fieldError('blocks', missing)
}

/**
 * @returns how many projects there were to change; unknown ids are skipped.
 * @throws Problem 'invalid' for unfinished blocks of one that is to be published; none is changed then
 */
export async function setStatuses(
  context: AppContext,
  sent: string[],
  status: Status,
  by: Actor,
): Promise<number> {
  const ids = sent.filter(isId)
  if (ids.length === 0) return 0
  return changePublicContent(context, async (tx) => {
    const rows = await tx
      .updateTable('projects')
      .set({ status, updated_at: iso(context) })
      .where('id', 'in', ids)
      .returning(['id', 'name', 'blocks'])
      .execute()
    for (const { id, name, blocks } of rows) {
      const missing = status === 'published' ? missingIn(parseBlocks(blocks)) : null
      if (missing) throw fieldError('blocks', `${name}: ${missing}`)
      await record(context, tx, { kind: 'portfolio.changed', by, target: { id, name }, detail: status })
    }
    return rows.length
  })
}

/** @throws Problem 'unknown' */
export async function setFeatured(context: AppContext, id: string, featured: boolean): Promise<void> {
  await changePublicContent(context, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('projects')
      .set({ featured_at: featured ? iso(context) : null })
      .where('id', '=', id)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw unknownProject()
  })
}

type Condition = (row: ExpressionBuilder<Tables, 'projects'>) => Expression<SqlBool>

/**
 * Deletes all in one transaction, and the files after it.
 * @param only those for which it holds at that moment
 * @returns the ids of the projects that there were to delete
 */
export async function deleteProjects(
  context: AppContext,
  sent: string[],
  by: Actor,
  only?: Condition,
): Promise<string[]> {
  const wanted = sent.filter(isId)
  if (wanted.length === 0) return []
  const { ids, images } = await changePublicContent(context, async (tx) => {
    // Locks them first, so that no image is added after those that go with them are read.
    const locked = tx
      .updateTable('projects')
      .set({ updated_at: iso(context) })
      .where('id', 'in', wanted)
      .$if(only !== undefined, (projects) => projects.where(only as Condition))
    const rows = await locked.returning(['id', 'name', 'image']).execute()
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return { ids, images: [] }
    const more = tx.deleteFrom('project_images').where('project_id', 'in', ids).returning('image_id')
    const images = [
      ...rows.map(({ image }) => image),
      ...(await more.execute()).map(({ image_id }) => image_id),
    ]
    await tx.deleteFrom('projects').where('id', 'in', ids).execute()
    for (const { id, name } of rows)
      await record(context, tx, { kind: 'portfolio.deleted', by, target: { id, name } })
    return { ids, images }
  })
  for (const image of images) await context.images.remove(image)
  return ids
}

/** A category in use keeps its spelling, until it is spelt otherwise in a project that has it: then that is the spelling of all. */
async function writeCategories(tx: Tx, id: string, names: string[]): Promise<void> {
  const before = await tx
    .deleteFrom('project_categories')
    .where('project_id', '=', id)
    .returning(['key', 'name'])
    .execute()
  const rows = names.map((name, position) => ({ project_id: id, position, name, key: categoryKey(name) }))
  for (const { key, name } of rows)
    if (before.some((own) => own.key === key && own.name !== name))
      await tx.updateTable('project_categories').set({ name }).where('key', '=', key).execute()
  const keys = rows.map(({ key }) => key)
  const known = await tx
    .selectFrom('project_categories')
    .select((row) => ['key', row.fn.min('name').as('name')])
    .where('key', 'in', keys)
    .groupBy('key')
    .execute()
  const spelling = new Map(known.map(({ key, name }) => [key, name]))
  const spelt = rows.map((row) => ({ ...row, name: spelling.get(row.key) ?? row.name }))
  await tx.insertInto('project_categories').values(spelt).execute()
}

/** The project as it is after the commit. */
async function readBack(context: AppContext, id: string): Promise<Project> {
  const row = await context.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  const [project] = await asProjects(context, row ? [row] : [])
  // Deleted by another request since the commit.
  if (!project) throw unknownProject()
  return project
}

/** Letter case and the form of quotes do not tell names apart; accents do. */
function nameKey(name: string): string {
  return normalized(straightQuotes(name)).toLowerCase()
}

function searchText({ pname, categories }: Fields): string {
  return fold([pname, ...categories].join('\n'))
}

function duplicate(): Problem {
  return fieldError('pname', 'Project name already exists. Please use a unique name.', 'duplicate')
}

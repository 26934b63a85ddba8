// Lists of projects: the public gallery and its categories, and the list for admins, with drafts.
import { type SelectQueryBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import type { ResponseOf } from '../../contract/call.ts'
import { type Block, facts, parseBlocks } from '../../contract/case-study.ts'
import { imageUrl } from '../../contract/images.ts'
import { totalPages } from '../../contract/paging.ts'
import { categoryKey, type listProjects, type listPublic } from '../../contract/portfolio.ts'
import type { BlockView, NextProject, Project } from '../../contract/responses/projects.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import { directionOf, search } from '../db/search.ts'
import type { ProjectRow, Tables } from '../db/tables.ts'
import { parseMarkdown } from '../pages/markdown.ts'
import { checksOf, obstacleOf } from '../preview/check-rows.ts'
import { lastEnds } from './client-links.ts'
import { shownUrl } from './project-id.ts'
import { pagesOf } from './project-images.ts'

type Reading = Pick<AppContext, 'db' | 'config'>
type Wanted = z.output<typeof listPublic.query>
type Query = z.output<typeof listProjects.query>

/** One published project, with the one after it. Null for any other id. */
export async function readPublished(context: Reading, id: string): Promise<Project | null> {
  const query = context.db.selectFrom('projects').where('status', '=', 'published')
  const row = await query.selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const project = await wholeProject(context, row)
  if (project.caseStudy) project.caseStudy.next = await nextOf(context, row)
  return project
}

/** One page, in the owner's order; with an id, a list of that project or of none. */
export async function readGallery(
  context: Reading,
  { id, search: term, category, page, limit }: Wanted,
): Promise<{ portfolios: Project[]; totalPages: number }> {
  if (id === null) return { portfolios: [], totalPages: 1 }
  if (id) {
    const project = await readPublished(context, id)
    return { portfolios: project ? [project] : [], totalPages: 1 }
  }
  const published = projectsIn(context.db, { status: 'published', category })
  const { rows, total } = await readPage(context, published, { search: term, page, limit, sort: 'own' })
  const portfolios = (await asProjects(context, rows)).map(({ facts: _, ...project }) => project)
  return { portfolios, totalPages: totalPages(total, limit) }
}

/** As admins see it, drafts among them. */
export async function readProjects(
  context: AppContext,
  query: Query,
): Promise<ResponseOf<typeof listProjects>> {
  const { rows, total } = await readPage(context, projectsIn(context.db, query), query)
  const ids = rows.map(({ id }) => id)
  return {
    portfolios: await asProjects(context, rows),
    checks: await checksOf(context, ids),
    clientLinks: await lastEnds(context, ids),
    totalPages: totalPages(total, query.limit),
    total,
  }
}

/** As `asProjects`, with what is told only of one project that is requested by its id. */
async function wholeProject(context: Reading, row: ProjectRow): Promise<Project> {
  const [project] = (await asProjects(context, [row])) as [Project]
  const obstacle = await obstacleOf(context, row.id)
  const pages = await pagesOf(context, row.id)
  const blocks = parseBlocks(row.blocks)
  return {
    ...project,
    ...(obstacle ? { obstacle } : {}),
    ...(Object.keys(pages).length > 0 ? { pages } : {}),
    ...(blocks.length > 0 ? { caseStudy: { blocks: blocks.map(shownBlock) } } : {}),
  }
}

/** As pages show it. */
export function shownBlock(block: Block): BlockView {
  return block.kind === 'text' ? { ...block, text: parseMarkdown(block.text) } : block
}

/** Also a draft, and without what comes after it. @returns null when there is none of this id */
export async function readProject(
  context: Reading,
  id: string,
): Promise<{ portfolio: Project; blocks: Block[] } | null> {
  const row = await context.db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? { portfolio: await wholeProject(context, row), blocks: parseBlocks(row.blocks) } : null
}

/** The published project after a published one, in the order of the gallery. */
async function nextOf({ db }: Reading, { id, position }: ProjectRow): Promise<NextProject | undefined> {
  const row = await db
    .selectFrom('projects')
    .selectAll()
    .where('status', '=', 'published')
    .where(sql<boolean>`(position, id) < (${position}, ${id})`)
    .orderBy('position', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row && linked(row)
}

/** Categories of published projects, A to Z, each in the spelling that came first. */
export async function readCategories({ db }: Reading): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from (
      select project_categories.name, row_number() over (partition by key order by created_at, id) as number
      from project_categories join projects on id = project_id
      where status = 'published'
    ) as spelling where number = 1`.execute(db)
  return rows.map(({ name }) => name).sort((a, b) => a.localeCompare(b, 'en'))
}

type Projects = SelectQueryBuilder<Tables, 'projects', object>
type Filters = Partial<Pick<Query, 'status'> & Pick<Wanted, 'category'>>

/** Each filter of a list is a condition here. */
export function projectsIn(db: Database, { status, category }: Filters = {}): Projects {
  let rows: Projects = db.selectFrom('projects')
  if (status) rows = rows.where('status', '=', status)
  if (category) {
    const inCategory = db.selectFrom('project_categories').select('project_id')
    rows = rows.where('id', 'in', inCategory.where('key', '=', categoryKey(category)))
  }
  return rows
}

/** Ties are broken by id, so paging never repeats a row. */
async function readPage(
  { db }: Reading,
  projects: Projects,
  { search: term, page, limit, sort }: Omit<Query, 'status'>,
): Promise<{ rows: ProjectRow[]; total: number }> {
  const order = sort === 'own' ? 'position' : 'created_at'
  const direction = directionOf(sort)
  const found = await search(db, 'projects', projects, term)
  const sorted = <Rows extends Projects>(query: Rows) =>
    query.orderBy(order, direction).orderBy('id', direction) as Rows
  // The ids alone are read from the index, however far down the page is.
  const ids = sorted(found.rows.select('id'))
    .limit(limit)
    .offset((page - 1) * limit)
  return {
    rows: await sorted(db.selectFrom('projects').selectAll().where('id', 'in', ids)).execute(),
    total: found.total,
  }
}

/** Rows as responses contain them; the categories of all of them in one query. */
export async function asProjects(context: Reading, rows: readonly ProjectRow[]): Promise<Project[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const categories = await context.db
    .selectFrom('project_categories')
    .select(['project_id', 'name'])
    .where('project_id', 'in', ids)
    .orderBy('project_id')
    .orderBy('position')
    .execute()
  const byProject = Map.groupBy(categories, ({ project_id }) => project_id)
  return rows.map((row) => ({
    ...linked(row),
    pname: row.name,
    Title: row.name,
    purl: shownUrl(context.config, row.url),
    categories: (byProject.get(row.id) ?? []).map(({ name }) => name),
    status: row.status,
    preview: row.preview,
    ...(row.featured_at === null ? {} : { featured: true as const }),
    createdAt: row.created_at,
    ...factsOf(row),
  }))
}

/** Only those that are filled in, where there are any. */
function factsOf(row: ProjectRow): Pick<Project, 'facts'> {
  const filledIn = facts.filter((fact) => row[fact])
  return filledIn.length > 0 ? { facts: Object.fromEntries(filledIn.map((fact) => [fact, row[fact]])) } : {}
}

function linked(row: ProjectRow): NextProject {
  return {
    id: row.id,
    name: row.name,
    pimage: imageUrl(row.image, 'cover'),
    focalX: row.focal_x,
    focalY: row.focal_y,
    opens: row.opens,
    ...(row.blocks === '[]' ? {} : { hasCaseStudy: true as const }),
  }
}

// The public portfolio: published items, also for admins [R43], and their categories.
import type { ExpressionBuilder, SelectQueryBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { categoryKey } from '../../contract/categories.ts'
import { totalPages } from '../../contract/paging.ts'
import type { listPublic, PortfolioItem } from '../../contract/portfolio.ts'
import type { AppContext } from '../context.ts'
import { contains } from '../db/search.ts'
import type { ItemRow, Tables } from '../db/tables.ts'
import { imageUrl } from '../images/image-url.ts'
import { shownUrl } from './project-url.ts'

type Reading = Pick<AppContext, 'db' | 'config'>
type Wanted = z.output<typeof listPublic.query>

/** One page, newest first [R44]; with an id, a list of that item or of none. */
export async function readGallery(
  context: Reading,
  { id, search, category, page, limit }: Wanted,
): Promise<{ portfolios: PortfolioItem[]; totalPages: number }> {
  if (id === null) return { portfolios: [], totalPages: 1 }
  let query = context.db.selectFrom('items').where('status', '=', 'published')
  if (id) {
    const row = await query.selectAll().where('id', '=', id).executeTakeFirst()
    return { portfolios: await asItems(context, row ? [row] : []), totalPages: 1 }
  }
  if (search) query = query.where(contains('items.search_text', search))
  if (category) query = query.where((item) => isIn(item, categoryKey(category)))
  const total = await rowCount(query)
  const rows = await pageOf(query, 'desc', page, limit, total)
  return { portfolios: await asItems(context, rows), totalPages: totalPages(total, limit) }
}

/** Categories of published items, A to Z, each in the spelling that came first [R46]. */
export async function readCategories(context: Pick<AppContext, 'db'>): Promise<string[]> {
  const rows = await context.db
    .selectFrom('item_categories')
    .innerJoin('items', 'items.id', 'item_categories.item_id')
    .select(['key', 'item_categories.name'])
    .select((row) => row.fn.min('items.created_at').as('first'))
    .where('items.status', '=', 'published')
    .groupBy(['key', 'item_categories.name'])
    .orderBy('first')
    .execute()
  const byKey = new Map<string, string>()
  for (const { key, name } of rows) if (!byKey.has(key)) byKey.set(key, name)
  return [...byKey.values()].sort((a, b) => a.localeCompare(b, 'en'))
}

function isIn(item: ExpressionBuilder<Tables, 'items'>, key: string) {
  return item.exists(
    item
      .selectFrom('item_categories')
      .select('item_id')
      .whereRef('item_id', '=', 'items.id')
      .where('item_categories.key', '=', key),
  )
}

type Items = SelectQueryBuilder<Tables, 'items', object>

export async function rowCount(query: Items): Promise<number> {
  const { rows } = await query.select((row) => row.fn.countAll<number>().as('rows')).executeTakeFirstOrThrow()
  return rows
}

/** One page of rows; past the end nothing is read. Ties are broken by id, so that no row is repeated [R22]. */
export async function pageOf(
  query: Items,
  direction: 'asc' | 'desc',
  page: number,
  limit: number,
  total: number,
): Promise<ItemRow[]> {
  const offset = (page - 1) * limit
  if (offset >= total) return []
  return query
    .selectAll('items')
    .orderBy('created_at', direction)
    .orderBy('id', direction)
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Rows as responses contain them; the categories of all of them in one query. */
export async function asItems(context: Reading, rows: ItemRow[]): Promise<PortfolioItem[]> {
  if (rows.length === 0) return []
  const categories = await context.db
    .selectFrom('item_categories')
    .select(['item_id', 'name'])
    .where(
      'item_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('item_id')
    .orderBy('position')
    .execute()
  const byItem = Map.groupBy(categories, ({ item_id }) => item_id)
  return rows.map((row) => ({
    id: row.id,
    pname: row.name,
    Title: row.name,
    name: row.name,
    purl: shownUrl(context.config, row.url),
    pimage: imageUrl(row.image, 'cover'),
    categories: (byItem.get(row.id) ?? []).map(({ name }) => name),
    status: row.status,
    preview: row.preview,
    focalX: row.focal_x,
    focalY: row.focal_y,
    createdAt: row.created_at,
  }))
}

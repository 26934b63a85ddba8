// The public portfolio: published items, also for admins [R43], and their categories.
import { type RawBuilder, sql } from 'kysely'
import type * as z from 'zod/mini'
import { categoryKey } from '../../contract/categories.ts'
import { imageUrl } from '../../contract/images.ts'
import { totalPages } from '../../contract/paging.ts'
import type { listPublic, PortfolioItem } from '../../contract/portfolio.ts'
import type { AppContext } from '../context.ts'
import type { Database } from '../db/connect.ts'
import type { List, Reading } from '../db/list-rows.ts'
import { type Found, pageOf } from '../db/paged-list.ts'
import { search } from '../db/search.ts'
import type { ItemRow } from '../db/tables.ts'
import { obstacleOf } from '../preview/check-rows.ts'
import { aboutOf } from './about.ts'
import { isOwnOrderUsed } from './own-order.ts'
import { placeOf } from './place-key.ts'
import { firstPlace } from './places.ts'
import { imagesOf } from './project-images.ts'
import { shownUrl } from './project-url.ts'

type Configured = Pick<AppContext, 'config'>
type Wanted = z.output<typeof listPublic.query>

/** One page, in the owner's order once it is used [R223], until then newest first [R44]; with an id, a list of that item or of none. */
export async function readGallery(
  context: Reading & Configured,
  { id, search: term, category, page, limit }: Wanted,
): Promise<{ portfolios: PortfolioItem[]; totalPages: number }> {
  if (id === null) return { portfolios: [], totalPages: 1 }
  if (id) {
    const query = context.db.selectFrom('items').where('status', '=', 'published')
    const row = await query.selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) return { portfolios: [], totalPages: 1 }
    const item = await wholeItem(context, row)
    const hasPanel = item.about !== undefined || item.images !== undefined
    const around = hasPanel ? { neighbours: await neighboursOf(context, row) } : {}
    return { portfolios: [{ ...item, ...around }], totalPages: 1 }
  }
  const order = (await isOwnOrderUsed(context.db)) ? 'place' : 'created_at'
  const list = category
    ? categoryList(context, categoryKey(category), order)
    : itemsList(context, { status: 'published' }, order)
  const found = await search(context, list, term)
  const portfolios = await readItemPage(context, found, { page, limit, sort: 'newest' }, order)
  return { portfolios, totalPages: totalPages(found.total, limit) }
}

/** As `asItems`, with what is told only of one item that is requested by its id. */
export async function wholeItem(context: Reading & Configured, row: ItemRow): Promise<PortfolioItem> {
  const [item] = (await asItems(context, [row])) as [PortfolioItem]
  const obstacle = await obstacleOf(context, row.id)
  const about = (await aboutOf(context, [row.id])).get(row.id)
  const { pages, more } = await imagesOf(context, row.id)
  return {
    ...item,
    ...(obstacle ? { obstacle } : {}),
    ...(Object.keys(pages).length > 0 ? { pages } : {}),
    ...(about ? { about } : {}),
    ...(more.length > 0 ? { images: more } : {}),
  }
}

/** The published items before and after a published one, in the order of the gallery [R44, R223]. */
async function neighboursOf({ db }: Reading, { id, created_at, place }: ItemRow) {
  const order = (await isOwnOrderUsed(db)) ? 'place' : 'created_at'
  const own = order === 'place' ? (place ?? firstPlace(created_at, id)) : created_at
  const key = orderKey('items', order)
  const neighbour = async (comparison: '>' | '<', direction: 'asc' | 'desc') => {
    const row = await db
      .selectFrom('items')
      .select(['id', 'name'])
      .where('status', '=', 'published')
      .where(
        order === 'place'
          ? sql<boolean>`${key} ${sql.raw(comparison)} ${own}`
          : sql<boolean>`(${key}, id) ${sql.raw(comparison)} (${own}, ${id})`,
      )
      .orderBy(key, direction)
      .orderBy('id', direction)
      .limit(1)
      .executeTakeFirst()
    return row ?? null
  }
  return { previous: await neighbour('>', 'asc'), next: await neighbour('<', 'desc') }
}

/** Categories of published items, A to Z, each in the spelling that came first [R46]. */
export async function readCategories(context: Reading): Promise<string[]> {
  const { names } = await context.listCache.read(
    context.db,
    'items',
    'categories',
    async () => ({ names: await categoryNames(context.db) }),
    ({ names }) => names.length * 128,
  )
  return names
}

/** For each key one look into the index for the next key, and one for its first published item. */
async function categoryNames(db: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    with recursive keys (key) as (
      select min(key) from item_categories
      union all
      select (select min(key) from item_categories where key > keys.key) from keys where keys.key is not null
    )
    select (
      select name from item_categories
      where item_categories.key = keys.key and status = 'published'
      order by created_at, item_id limit 1
    ) as name
    from keys where key is not null`.execute(db)
  const names = rows.map(({ name }) => name).filter((name) => name !== null)
  return names.sort((a, b) => a.localeCompare(b, 'en'))
}

/** By what a list is sorted: by time, or by place in the owner's order. */
type Order = 'created_at' | 'place'

function orderKey(table: 'items' | 'item_categories', order: Order): RawBuilder<string> {
  return order === 'place' ? placeOf(table) : sql.ref(`${table}.created_at`)
}

export function itemsList(
  { db }: Reading,
  { status }: { status?: ItemRow['status'] | undefined },
  order: Order = 'created_at',
): List {
  return {
    key: `items ${status ?? ''} ${order}`,
    counts: status ? [`items ${status}`] : ['items published', 'items draft'],
    table: 'items',
    isOwnOrder: order === 'place',
    source() {
      const rows = db
        .selectFrom('items')
        .select([orderKey('items', order).as('created_at'), 'id', 'search_text'])
      return status ? rows.where('status', '=', status) : rows
    },
  }
}

function categoryList({ db }: Reading, key: string, order: Order): List {
  return {
    key: `category ${key} ${order}`,
    counts: [`category ${key}`],
    table: 'items',
    isOwnOrder: order === 'place',
    source(withText) {
      const rows = db
        .selectFrom('item_categories')
        .select([orderKey('item_categories', order).as('created_at'), 'item_id as id'])
        .where('item_categories.key', '=', key)
        .where('item_categories.status', '=', 'published')
      // A cross join: SQLite would begin with the projects, of which there are more.
      return withText
        ? rows.crossJoin('items').whereRef('items.id', '=', 'item_id').select('search_text')
        : rows
    },
  }
}

export async function readItemPage(
  context: Reading & Configured,
  found: Found,
  page: Page,
  order?: Order,
): Promise<PortfolioItem[]> {
  return asItems(context, await readItemRows(context, found, page, order))
}

type Page = Parameters<typeof pageOf>[1]

export async function readItemRows(
  context: Reading,
  found: Found,
  page: Page,
  order: Order = 'created_at',
): Promise<ItemRow[]> {
  const ids = await pageOf(found, page)
  if (!ids) return []
  const direction = page.sort === 'oldest' ? 'asc' : 'desc'
  return context.db
    .selectFrom('items')
    .selectAll()
    .where(sql<boolean>`id ${ids}`)
    .orderBy(orderKey('items', order), direction)
    .orderBy('id', direction)
    .execute()
}

/** Rows as responses contain them; the categories of all of them in one query. */
export async function asItems(
  context: Pick<Reading, 'db'> & Configured,
  rows: ItemRow[],
): Promise<PortfolioItem[]> {
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
    ...(row.featured_at === null ? {} : { featured: true as const }),
    createdAt: row.created_at,
  }))
}

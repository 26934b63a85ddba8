// How the owner's order is stored: a place for what was moved, indexes of expressions for the rest.
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { PortfolioItem } from '../../contract/portfolio.ts'
import { newId } from '../../server/context.ts'
import { isPostgres } from '../../server/db/connect.ts'
import { placeOf } from '../../server/projects/place-key.ts'
import { firstPlace } from '../../server/projects/places.ts'
import { emptyPortfolio, portfolioCalls } from '../support/portfolio-calls.ts'
import { seedItems } from '../support/seed.ts'
import { sharedApp } from '../support/shared-app.ts'
import type { Running } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(async () => {
  await emptyPortfolio(app)
  await app.context.db.deleteFrom('counters').where('name', '=', 'own-order').execute()
})

const { added, list } = portfolioCalls(() => ({ app, cookie }))
const moved = async (id: string, to: string, other?: string) =>
  expect((await app.json(`/api/portfolio/${id}/move`, { cookie, json: { to, other } })).status).toBe(200)
const namesOf = (items: PortfolioItem[]) => items.map(({ pname }) => pname)
const own = async (query = '') => namesOf((await list(`sort=own&limit=100&${query}`)).portfolios)
const gallery = async (query = '') =>
  namesOf((await app.json(`/getportfolio/public?limit=100&${query}`)).body.portfolios)
const placedRows = async () => {
  const { db } = app.context
  const items = await db.selectFrom('items').select('id').where('place', 'is not', null).execute()
  return items.length
}

describe('the first move', () => {
  test('writes one place, however many projects there are; the others stay in their order', async () => {
    await seedItems(app.context.db, 2_500)
    const { portfolios } = await list('limit=100&page=20')
    const [, item] = portfolios
    const before = namesOf(portfolios)
    await moved(item.id, 'up')
    expect(await placedRows()).toBe(1)
    ;[before[0], before[1]] = [before[1] ?? '', before[0] ?? '']
    expect(namesOf((await list('sort=own&limit=100&page=20')).portfolios)).toEqual(before)
  })

  test('two admins who begin at once: both moves are there', async () => {
    const [a, b, c] = [await added({ pname: 'A' }), await added({ pname: 'B' }), await added({ pname: 'C' })]
    await Promise.all([moved(a.id, 'top'), moved(c.id, 'below', b.id)])
    expect(await own()).toEqual(['A', 'B', 'C'])
    expect(await placedRows()).toBe(2)
  })

  test('is that of the newest first, also among projects of the same time', async () => {
    const time = app.context.now().toISOString()
    await seedItems(app.context.db, 40)
    await app.context.db.updateTable('items').set({ created_at: time }).execute()
    const newest = namesOf((await list('limit=100')).portfolios)
    const { id } = (await list('limit=1')).portfolios[0]
    await moved(id, 'top')
    expect(await own()).toEqual(newest)
    expect(await gallery()).toEqual(newest.filter((name) => Number(name.split(' ').at(-1)) % 5 !== 0))
  })
})

describe('a project without a place', () => {
  test('as an older version inserts it, is the first in list, gallery and category', async () => {
    const a = await added({ pname: 'A', status: 'published' })
    await added({ pname: 'B', status: 'published' })
    await moved(a.id, 'top')
    const id = newId()
    const now = app.context.now().toISOString()
    const { db } = app.context
    const row = { id, name: 'Older', name_key: 'older', url: 'https://older.example/', image: null }
    await db
      .insertInto('items')
      .values({ ...row, status: 'published', search_text: 'older', created_at: now, updated_at: now })
      .execute()
    await db
      .insertInto('item_categories')
      .values({ item_id: id, position: 0, name: 'Print', key: 'print' })
      .execute()
    app.context.changes.emit('portfolio')
    for (const names of [await own(), await gallery(), await gallery('category=print')])
      expect(names).toEqual(['Older', 'A', 'B'])
    await moved(id, 'down')
    expect(await gallery('category=print')).toEqual(['A', 'Older', 'B'])
  })

  test('is given one above all others where the clock is behind the first', async () => {
    const { id } = await added({ pname: 'A' })
    await moved(id, 'top')
    await app.context.db.updateTable('items').set({ place: '30000101000000000' }).execute()
    await added({ pname: 'B' })
    expect(await own()).toEqual(['B', 'A'])
    expect(await placedRows()).toBe(2)
  })

  test('stands where its time and its id put it, in SQL as in code', async () => {
    await seedItems(app.context.db, 20)
    const rows = await app.context.db
      .selectFrom('items')
      .select(['id', 'created_at', placeOf('items').as('key')])
      .execute()
    for (const { id, created_at, key } of rows) expect(key).toBe(firstPlace(created_at, id))
  })
})

// An expression that differs from the one in the index by a sign would still give the right order, after reading all rows.
// Drafts, of which there are none: most rows are published, and PostgreSQL, once it knows that, may as well leave out the
// others of `items_order`.
test.each([
  ['items_order', sql`select id from items order by ${placeOf('items')} desc, id desc limit 12`],
  ['items_order', sql`select id from items where ${placeOf('items')} > 'a' order by ${placeOf('items')}`],
  [
    'items_status_order',
    sql`select id from items where status = 'draft' order by ${placeOf('items')} desc, id desc limit 12`,
  ],
])('own order is read from the index %s', async (index, query) => {
  const { db } = app.context
  const plan = await db.transaction().execute(async (tx) => {
    if (!isPostgres(db)) return (await sql`explain query plan ${query}`.execute(tx)).rows
    // With few rows PostgreSQL would read and sort them all.
    await sql`set local enable_seqscan = off`.execute(tx)
    await sql`set local enable_sort = off`.execute(tx)
    return (await sql`explain ${query}`.execute(tx)).rows
  })
  expect(JSON.stringify(plan)).toContain(index)
  expect(JSON.stringify(plan)).not.toMatch(/Sort|TEMP B-TREE/)
})

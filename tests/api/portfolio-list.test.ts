// The list of projects as admins see it: filters and pages, bulk calls, and ids and bodies of any shape. Adding and
// changing one project: portfolio.test.ts.
import { beforeEach, describe, expect, test } from 'vitest'
import type { PortfolioItem } from '../../contract/responses/projects.ts'
import { emptyPortfolio, goodProject as good, portfolioCalls } from '../support/calls.ts'
import { titled } from '../support/evidence.ts'
import { seedItems } from '../support/seed.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(() => emptyPortfolio(app))

const { added, update, remove, list } = portfolioCalls(() => ({ app, cookie }))
const names = async (query = '') => (await list(query)).portfolios.map((item: PortfolioItem) => item.pname)
const post = (path: string, json: unknown) => app.json(path, { cookie, json })

describe('ids of any shape', () => {
  test.each(
    [
      'ffffffffffffffffffffffff',
      '0',
      '-1',
      'null',
      '[object Object]',
      "' or 1=1 --",
      '%00',
      '..%2f..%2fx',
      'é',
      'a'.repeat(3000),
      '__proto__',
    ].map(titled),
  )('%s is unknown', async (_, id) => {
    const item = await added()
    const path = encodeURI(id).replaceAll('%25', '%')
    const responses = [await update(path), await remove(path)]
    for (const { status, body } of responses) expect([status, body.success]).toEqual([404, false])
    expect((await list()).portfolios).toEqual([item])
  })

  test.each(
    [
      [],
      {},
      { ids: [] },
      { ids: 'all' },
      { ids: [1, 2] },
      { ids: [null] },
      { ids: [{ $ne: 1 }] },
      { ids: ['x'.repeat(101)] },
      { ids: Array.from({ length: 101 }, (_, n) => `id${n}`) },
      null,
      'text',
    ].map((body) => titled<unknown>(body)),
  )('bulk calls reject %s', async (_, body) => {
    const item = await added()
    const sent = typeof body === 'object' && !Array.isArray(body) ? { ...body, status: 'published' } : body
    expect((await post('/bulk-update-status', sent)).status).toBe(400)
    expect((await post('/bulk-delete', body)).status).toBe(400)
    expect((await list()).portfolios).toEqual([item])
  })
})

describe('bulk', () => {
  test('sets a status, counts duplicates once, and says how many ids were unknown', async () => {
    const [one, two] = [await added({ pname: 'One' }), await added({ pname: 'Two' })]
    const { status, body } = await post('/bulk-update-status', {
      ids: [one.id, two.id, one.id, 'gone'],
      status: 'Published',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '2 portfolios set to published. 1 was skipped: it no longer exists.',
      updated: 2,
    })
    expect((await list('status=Published')).total).toBe(2)
  })

  test.each([undefined, '', 'gone', 7, null])('rejects the status %j', async (status) => {
    const item = await added()
    expect((await post('/bulk-update-status', { ids: [item.id], status })).status).toBe(400)
    expect((await list('status=draft')).total).toBe(1)
  })

  test('opposite changes at once never mix', async () => {
    await seedItems(app.context.db, 60)
    const ids = (await list('limit=100')).portfolios.map(({ id }: PortfolioItem) => id)
    const responses = await Promise.all(
      ['draft', 'published', 'draft', 'published'].map((status, n) =>
        post('/bulk-update-status', { ids: n % 2 ? ids : ids.toReversed(), status }),
      ),
    )
    // On a busy machine one may have waited for the others for longer than a request may, and has changed nothing.
    expect(responses.map(({ status }) => status).filter((status) => status !== 503)).toContain(200)
    expect([200, 503]).toEqual(expect.arrayContaining(responses.map(({ status }) => status)))
    const drafts = (await list('status=draft')).total
    expect([0, 60]).toContain(drafts)
  })

  test('deletes what exists, and skips what does not', async () => {
    const [one, two] = [await added({ pname: 'One' }), await added({ pname: 'Two' })]
    const { status, body } = await post('/bulk-delete', { ids: [one.id, 'gone', 'away'] })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '1 portfolio deleted. 2 were skipped: they no longer exist.',
      deleted: 1,
    })
    expect((await list()).portfolios).toEqual([two])
    expect((await app.send(one.pimage ?? '')).status).toBe(404)
  })

  test('skips impossible ids, even if all are', async () => {
    const { id } = await added()
    const impossible = ['\0', `${id}\0`, '\ud800', '', 'x'.repeat(100)]
    for (const [path, ids, message] of [
      ['/bulk-update-status', impossible, '0 portfolios set to draft. 5 were skipped: they no longer exist.'],
      [
        '/bulk-update-status',
        [...impossible, id],
        '1 portfolio set to draft. 5 were skipped: they no longer exist.',
      ],
      ['/bulk-delete', impossible, '0 portfolios deleted. 5 were skipped: they no longer exist.'],
      ['/bulk-delete', [...impossible, id], '1 portfolio deleted. 5 were skipped: they no longer exist.'],
    ] as const) {
      const { status, body } = await post(path, { ids, status: 'draft' })
      expect([status, body.message]).toEqual([200, message])
    }
    expect((await list()).total).toBe(0)
  })

  test('two deletions of one item at the same moment: 200 and 404', async () => {
    const { id } = await added()
    const responses = await Promise.all([remove(id), remove(id)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('the list', () => {
  test('filters by status in any letter case, searches name and categories, sorts both ways', async () => {
    await added({ pname: 'Vélo Atlas', categories: 'Branding', status: 'published' })
    await added({ pname: 'Plain', categories: 'Œuvre, 100%' })
    for (const status of ['Published', 'published', 'PUBLISHED'])
      expect(await names(`status=${status}`)).toEqual(['Vélo Atlas'])
    for (const status of ['All', '', 'All Statuses', 'x'])
      expect(await names(`status=${status}`)).toHaveLength(2)
    expect(await names('search=VELO')).toEqual(['Vélo Atlas'])
    expect(await names('search=100%25')).toEqual(['Plain'])
    expect(await names('search=branding&status=draft')).toEqual([])
    expect(await names('sort=oldest')).toEqual(['Vélo Atlas', 'Plain'])
    for (const sort of ['newest', 'desc', 'nonsense', ''])
      expect(await names(`sort=${sort}`)).toEqual(['Plain', 'Vélo Atlas'])
  })

  test('of 10,000 items has a first, a last and a searched page, and nothing past the end', async () => {
    await seedItems(app.context.db, 10_000)
    expect(await list()).toMatchObject({ total: 10_000, totalPages: 1_000 })
    const last = await list('page=1000')
    expect(last.portfolios).toHaveLength(10)
    expect(last.portfolios.at(-1).pname).toBe('Orchard Bakery 10000')
    expect(await list('page=1001')).toMatchObject({ portfolios: [], totalPages: 1_000 })
    expect(await names('search=orchard bakery 10000')).toEqual(['Orchard Bakery 10000'])
    expect((await list('limit=5000')).portfolios).toHaveLength(100)
  })
})

describe('bodies of the wrong kind', () => {
  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'application/JSON5'])(
    'JSON sent as %s: 415',
    async (type) => {
      const headers = { 'content-type': type }
      expect((await app.json('/bulk-delete', { cookie, json: { ids: ['x'] }, headers })).status).toBe(415)
    },
  )

  test('JSON to an upload call and a form to a JSON call: 415', async () => {
    expect((await post('/portfolio/add-portfolio', good)).status).toBe(415)
    expect((await app.json('/bulk-delete', { cookie, form: { ids: 'x' } })).status).toBe(415)
  })

  test('compressed JSON is not read: 415', async () => {
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip', cookie }
    const response = await fetch(`${app.url}/bulk-delete`, { method: 'POST', headers, body: 'x' })
    expect(response.status).toBe(415)
  })

  test('a form without a boundary: 400', async () => {
    const headers = { 'content-type': 'multipart/form-data', cookie }
    const response = await fetch(`${app.url}/portfolio/add-portfolio`, { method: 'POST', headers, body: 'x' })
    expect(response.status).toBe(400)
  })
})

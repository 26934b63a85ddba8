// The portfolio as admins keep it: adding, changing, publishing, removing, with bad input of every kind.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedItems } from '../bench/seed.ts'
import type { PortfolioItem } from '../contract/portfolio.ts'
import { png } from './made-pictures.ts'
import { sendAlone } from './own-connection.ts'
import { type Running, type Sent, startApp } from './start.ts'
import { titled } from './titles.ts'

let app: Running
let cookie: string
let userCookie: string
let picture: File

beforeAll(async () => {
  app = await startApp()
  cookie = await app.asAdmin()
  userCookie = await app.asUser()
  picture = await png()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.context.db.deleteFrom('items').execute()
  app.context.changes.announce('portfolio')
})

type Form = Record<string, string | Blob>
const good = { pname: 'Fjord Hotel', purl: 'https://fjord.example/', categories: 'WordPress, Print' }
const add = (over: Form = {}, who = cookie) =>
  app.json('/portfolio/add-portfolio', { cookie: who, form: { ...good, pimage: picture, ...over } })
const added = async (over: Form = {}): Promise<PortfolioItem> => {
  const { status, body } = await add(over)
  expect(body).toMatchObject({ success: true })
  expect(status).toBe(201)
  return body.portfolio
}
const addWithout = (name: string) => {
  const form: Form = { ...good, pimage: picture }
  delete form[name]
  return app.json('/portfolio/add-portfolio', { cookie, form })
}
const update = (id: string, over: Form = {}) =>
  app.json(`/update/${id}`, { method: 'PUT', cookie, form: { ...good, status: 'published', ...over } })
const list = async (query = '') => (await app.json(`/get-portfolios?${query}`, { cookie })).body
const names = async (query = '') => (await list(query)).portfolios.map((item: PortfolioItem) => item.pname)
const post = (path: string, json: unknown) => app.json(path, { cookie, json })

describe('who may (decision 5, abuse case 11)', () => {
  const calls = (id: string): [string, Sent][] => [
    ['/get-portfolios', {}],
    ['/portfolio/add-portfolio', { form: { ...good, pname: 'Another', pimage: picture } }],
    [`/update/${id}`, { method: 'PUT', form: { ...good, pname: 'Another' } }],
    ['/bulk-update-status', { json: { ids: [id], status: 'published' } }],
    [`/delete/${id}`, { method: 'DELETE' }],
    ['/bulk-delete', { json: { ids: [id] } }],
  ]
  test('a visitor gets 401 and a user 403, in time to change nothing', async () => {
    const before = await added()
    for (const [path, sent] of calls(before.id)) {
      const visitor = await app.json(path, sent)
      expect([path, visitor.status, visitor.body]).toEqual([
        path,
        401,
        { success: false, message: 'Please log in.' },
      ])
      const user = await app.json(path, { ...sent, cookie: userCookie })
      expect([path, user.status, user.body.success]).toEqual([path, 403, false])
    }
    expect((await list()).portfolios).toEqual([before])
  })

  test('a page of another site changes nothing (abuse case 8)', async () => {
    const before = await added()
    for (const [path, sent] of calls(before.id).slice(1)) {
      const headers = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
      expect((await app.json(path, { ...sent, cookie, headers })).status).toBe(403)
    }
    expect((await list()).portfolios).toEqual([before])
  })

  test('an admin who was one a moment ago gets 403', async () => {
    const other = await app.asAdmin('second@example.com')
    await app.context.db
      .updateTable('users')
      .set({ role: 'user' })
      .where('email', '=', 'second@example.com')
      .execute()
    expect((await add({}, other)).status).toBe(403)
  })
})

describe('adding', () => {
  test('answers the item with its name under three keys and its categories as a list (decision 51)', async () => {
    const { status, body } = await add()
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: 'Portfolio added successfully!',
      portfolio: {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        pname: 'Fjord Hotel',
        Title: 'Fjord Hotel',
        name: 'Fjord Hotel',
        purl: 'https://fjord.example/',
        pimage: expect.stringMatching(/^\/uploads\/[0-9a-f]{24}-40x30\/40\.webp$/),
        categories: ['WordPress', 'Print'],
        status: 'draft',
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    })
  })

  test.each(['pname', 'purl', 'categories', 'pimage'])(
    'without %s: All fields are required. (section 5)',
    async (name) => {
      const { status, body } = await addWithout(name)
      expect(status).toBe(400)
      expect(body).toEqual({
        success: false,
        message: 'All fields are required.',
        errors: { [name]: 'All fields are required.' },
      })
      expect((await list()).total).toBe(0)
    },
  )

  test.each([
    ['pname', '   '],
    ['pname', '\u0000\u0007'],
    ['purl', '  '],
    ['categories', ' , ,, '],
    ['categories', '[]'],
  ])('with %s %j: All fields are required.', async (name, value) => {
    const { status, body } = await add({ [name]: value })
    expect([status, body.message]).toEqual([400, 'All fields are required.'])
  })

  test('with a picture field of no bytes, as an empty file input sends: All fields are required.', async () => {
    const { status, body } = await add({ pimage: new File([], '', { type: 'application/octet-stream' }) })
    expect([status, body.errors]).toEqual([400, { pimage: 'All fields are required.' }])
  })

  test.each([
    ['draft', 'draft'],
    ['Published', 'published'],
    [' DRAFT ', 'draft'],
  ])('with status %j is %s (decision 90)', async (sent, stored) => {
    expect((await added({ status: sent })).status).toBe(stored)
  })

  test.each(['public', '', 'null', '1'])('with status %j: 400', async (status) => {
    const { status: answered, body } = await add({ status })
    expect([answered, body.errors]).toEqual([400, { status: 'Status is draft or published.' }])
  })

  test('a name of 100 characters fits, of 101 does not', async () => {
    expect((await added({ pname: 'é'.repeat(100) })).pname).toHaveLength(100)
    expect((await add({ pname: 'é'.repeat(101) })).body.message).toBe(
      'Project name must be at most 100 characters.',
    )
  })

  test('fields that only the server sets are ignored (abuse case 14), and so are names that reach prototypes (41)', async () => {
    const item = await added({
      id: 'chosen',
      createdAt: '2000-01-01T00:00:00.000Z',
      created_at: '2000-01-01T00:00:00.000Z',
      isAdmin: 'true',
      __proto__: 'x',
      constructor: 'x',
      'constructor[prototype][isAdmin]': 'true',
    })
    expect(item.id).not.toBe('chosen')
    expect(item.createdAt > '2020').toBe(true)
    expect((await app.json('/check-admin', { cookie: userCookie })).body).toEqual({ isAdmin: false })
  })
})

describe('categories (decision 89)', () => {
  test.each([
    ['comma text', 'One, Two ,,  Three', ['One', 'Two', 'Three']],
    ['a JSON list', '["One","Two, too"]', ['One', 'Two, too']],
    ['doubles in other letters and quotes', "Kid’s, kid's, KID'S, Web", ['Kid’s', 'Web']],
    ['a word that begins with a bracket', '[Draft, Two', ['[Draft', 'Two']],
    ['markup', '<b>bold</b>', ['<b>bold</b>']],
  ])('%s', async (_, sent, stored) => {
    expect((await added({ categories: sent })).categories).toEqual(stored)
  })

  test.each([
    ['All', '"All" cannot be a category.'],
    ['Web, aLL', '"All" cannot be a category.'],
    ['x'.repeat(41), 'A category has at most 40 characters.'],
    ['1,2,3,4,5,6,7,8,9,10,11', 'Use at most 10 categories.'],
  ])('%s is refused', async (categories, message) => {
    const { status, body } = await add({ categories })
    expect([status, body.errors]).toEqual([400, { categories: message }])
  })

  test('one in use keeps its spelling, until its last item gives it another', async () => {
    const first = await added({ categories: 'WordPress' })
    const second = await added({ pname: 'Second', categories: 'wordpress, New' })
    expect(second.categories).toEqual(['WordPress', 'New'])
    await app.json(`/delete/${second.id}`, { method: 'DELETE', cookie })
    expect((await update(first.id, { categories: 'Wordpress' })).body.portfolio.categories).toEqual([
      'Wordpress',
    ])
  })
})

describe('addresses (decisions 52 and 85, abuse case 28)', () => {
  test.each([
    ['fjord.example', 'https://fjord.example/'],
    ['httpbin.org/get', 'https://httpbin.org/get'],
    ['  HTTP://Fjord.Example/A?b=c#d ', 'http://fjord.example/A?b=c#d'],
    ['fjord.example:8443/a', 'https://fjord.example:8443/a'],
  ])('%j is stored as %s', async (sent, stored) => {
    expect((await added({ purl: sent })).purl).toBe(stored)
  })

  const never = [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)//https://x.example',
    'java\tscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://x.example/',
    'about:blank',
    'blob:https://x.example/1',
    '//x.example/',
    '\\\\x.example\\',
    'https:\\x.example',
    '/dashboard',
    'https://user:secret@x.example/',
    'https://',
    'https://x.example/a b',
    'https://x.example\n.y.example/',
    'mailto:a@x.example',
    `https://x.example/${'a'.repeat(2000)}`,
  ]
  test.each(never.map(titled))('%s is refused when added and when changed', async (_, purl) => {
    const item = await added()
    for (const { status, body } of [await add({ pname: 'Another', purl }), await update(item.id, { purl })])
      expect([status, body.errors]).toEqual([400, { purl: 'Invalid URL format.' }])
    expect((await list()).portfolios).toEqual([item])
  })

  test('a page of this site is refused, whatever name the site is called by (decision 55)', async () => {
    const { port } = new URL(app.url)
    for (const purl of [
      `http://localhost:${port}/dashboard`,
      `https://localhost:${port}/`,
      `http://127.0.0.1:${port}/`,
      `http://localhost.:${port}/`,
      `http://localhost:${port}/demo/../dashboard`,
      `http://localhost:${port}/demo/kestrel?x`,
      `http://localhost:${port}/demo/`,
    ]) {
      const { status, body } = await add({ purl })
      expect([purl, status]).toEqual([purl, 400])
      expect(body.errors.purl).toMatch(/^A page of this site itself/)
    }
  })

  test('its demo pages may be shown, and move with PUBLIC_URL', async () => {
    const purl = `${app.context.config.publicUrl}/demo/kestrel`
    const item = await added({ purl })
    expect(item.purl).toBe(purl)
    const { url } = await app.context.db.selectFrom('items').select('url').executeTakeFirstOrThrow()
    expect(url).toBe('/demo/kestrel')
    expect((await update(item.id, { purl })).body.portfolio.purl).toBe(purl)
  })

  test('a change demands an absolute address (section 5)', async () => {
    const item = await added()
    const { status, body } = await update(item.id, { purl: 'fjord.example' })
    expect([status, body.errors]).toEqual([400, { purl: 'Invalid URL format.' }])
  })
})

describe('names are unique (decision 86)', () => {
  const taken = 'Project name already exists. Please use a unique name.'
  test.each(['Fjord Hotel', '  fjord HOTEL ', 'FJORD HOTEL'])('%j is taken', async (pname) => {
    const first = await added()
    const { status, body } = await add({ pname })
    expect([status, body]).toEqual([409, { success: false, message: taken, errors: { pname: taken } }])
    const second = await added({ pname: 'Second' })
    expect((await update(second.id, { pname })).status).toBe(409)
    expect((await list()).portfolios).toEqual([second, first])
  })

  test.each([
    ['Vélo', 'Velo'],
    ['कि', 'का'],
    ['が', 'か'],
  ])('%s and %s are two names', async (one, other) => {
    await added({ pname: one })
    await added({ pname: other })
  })

  test('of one name added six times at once, one is stored and no file is left over (abuse case 45)', async () => {
    const folder = join(app.context.config.dataDir, 'uploads')
    const before = await readdir(folder)
    const answers = await Promise.all(Array.from({ length: 6 }, () => add()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await list()).total).toBe(1)
    expect((await readdir(folder)).length - before.length).toBe(1)
  })

  test('of two items renamed alike at once, one gets the name', async () => {
    const [one, two] = [await added({ pname: 'One' }), await added({ pname: 'Two' })]
    const answers = await Promise.all([update(one.id, { pname: 'Same' }), update(two.id, { pname: 'same' })])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('changing', () => {
  test('replaces the fields, keeps the date and, without a file, the picture (decision 90)', async () => {
    const item = await added()
    const { status, body } = await update(item.id, {
      pname: 'Fjord Hostel',
      purl: 'https://other.example',
      categories: '["React"]',
      status: 'Published',
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: 'Portfolio updated successfully!',
      portfolio: {
        ...item,
        pname: 'Fjord Hostel',
        Title: 'Fjord Hostel',
        name: 'Fjord Hostel',
        purl: 'https://other.example/',
        categories: ['React'],
        status: 'published',
      },
    })
    expect((await list('search=fjord hostel')).total).toBe(1)
    expect((await list('search=wordpress')).total).toBe(0)
  })

  test('without a status keeps it, and may keep its own name', async () => {
    const item = await added({ status: 'published' })
    const { body } = await app.json(`/update/${item.id}`, { method: 'PUT', cookie, form: good })
    expect(body.portfolio).toEqual(item)
  })

  test.each([
    ['pname', ' ', 'Portfolio name is required.'],
    ['purl', '', 'Portfolio URL is required.'],
    ['purl', 'nonsense', 'Invalid URL format.'],
    ['categories', '[]', 'At least one category is required.'],
    ['categories', ',', 'At least one category is required.'],
    ['status', 'gone', 'Status is draft or published.'],
  ])('with %s %j: %s (section 5)', async (field, value, message) => {
    const item = await added()
    const { status, body } = await update(item.id, { [field]: value })
    expect([status, body]).toEqual([400, { success: false, message, errors: { [field]: message } }])
    expect((await list()).portfolios).toEqual([item])
  })

  test('names every faulty field at once', async () => {
    const item = await added()
    const { body } = await update(item.id, { pname: '', purl: 'x y', categories: '' })
    expect(Object.keys(body.errors).sort()).toEqual(['categories', 'pname', 'purl'])
  })
})

describe('ids of any shape (decision 4, abuse case 39)', () => {
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
    const answers = [await update(path), await app.json(`/delete/${path}`, { method: 'DELETE', cookie })]
    for (const { status, body } of answers) expect([status, body.success]).toEqual([404, false])
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
  )('bulk calls refuse %s', async (_, body) => {
    const item = await added()
    const sent = typeof body === 'object' && !Array.isArray(body) ? { ...body, status: 'published' } : body
    expect((await post('/bulk-update-status', sent)).status).toBe(400)
    expect((await post('/bulk-delete', body)).status).toBe(400)
    expect((await list()).portfolios).toEqual([item])
  })
})

describe('bulk (decision 91)', () => {
  test('sets a status, counts doubles once, and says how many ids were unknown', async () => {
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

  test.each([undefined, '', 'gone', 7, null])('refuses the status %j', async (status) => {
    const item = await added()
    expect((await post('/bulk-update-status', { ids: [item.id], status })).status).toBe(400)
    expect((await list('status=draft')).total).toBe(1)
  })

  test('opposite changes at once never mix (abuse case 45)', async () => {
    await seedItems(app.context.db, 60)
    const ids = (await list('limit=100')).portfolios.map(({ id }: PortfolioItem) => id)
    const answers = await Promise.all(
      ['draft', 'published', 'draft', 'published'].map((status, n) =>
        post('/bulk-update-status', { ids: n % 2 ? ids : ids.toReversed(), status }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const drafts = (await list('status=draft')).total
    expect([0, 60]).toContain(drafts)
  })

  test('deletes what there is, skips what is not', async () => {
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

  test('of two deletions of one item at once, one finds it', async () => {
    const { id } = await added()
    const answers = await Promise.all(
      [1, 2].map(() => app.json(`/delete/${id}`, { method: 'DELETE', cookie })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })
})

describe('the list', () => {
  test('filters by status in any letters, searches name and categories, sorts both ways (decisions 21 and 22)', async () => {
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

  test('of 10,000 items has a first, a last and a searched page, and nothing past the end (decision 20)', async () => {
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

describe('bodies of the wrong kind (abuse cases 10 and 42)', () => {
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

  test.each([
    ['nothing', '', 400],
    ['half an object', '{"ids":', 400],
    ['nesting without end', '['.repeat(50_000), 400],
    ['a megabyte', JSON.stringify({ ids: ['x'.repeat(1_000_000)] }), 413],
  ])('%s as JSON: %i', async (_, body, status) => {
    const answer = await sendAlone(app, '/bulk-delete', { cookie, body, type: 'application/json' })
    expect([answer.status, answer.body.success]).toEqual([status, false])
  })

  test('compressed JSON is refused unopened: 415', async () => {
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

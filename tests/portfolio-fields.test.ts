// What a project may carry: its categories, the address it links to, and a name no other project has.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { emptyPortfolio, portfolioCalls } from './portfolio-calls.ts'
import { type Running, startApp } from './start.ts'
import { titled } from './titles.ts'

let app: Running
let cookie: string

beforeAll(async () => {
  app = await startApp()
  cookie = await app.asAdmin()
})
afterAll(() => app.stop())
beforeEach(() => emptyPortfolio(app))

const { add, added, update, list } = portfolioCalls(() => ({ app, cookie }))

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

// The fields of a project: categories, URL, focal point, and what its preview shows. Names: portfolio-names.test.ts.
import { beforeEach, describe, expect, test } from 'vitest'
import type { PortfolioItem } from '../../contract/responses/projects.ts'
import { emptyPortfolio, portfolioCalls } from '../support/calls.ts'
import { titled } from '../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(() => emptyPortfolio(app))

const ownApp = ownApps()
const { add, added, update, remove, list } = portfolioCalls(() => ({ app, cookie }))

describe('categories', () => {
  test.each([
    ['comma text', 'One, Two ,,  Three', ['One', 'Two', 'Three']],
    ['a JSON list', '["One","Two, too"]', ['One', 'Two, too']],
    ['duplicates in other letter case and quotes', "Kid’s, kid's, KID'S, Web", ['Kid’s', 'Web']],
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
  ])('%s is rejected', async (categories, message) => {
    const { status, body } = await add({ categories })
    expect([status, body.errors]).toEqual([400, { categories: message }])
  })

  test('one in use has one spelling, until its last item changes it', async () => {
    const first = await added({ categories: 'WordPress' })
    const second = await added({ pname: 'Second', categories: 'wordpress, New' })
    expect(second.categories).toEqual(['WordPress', 'New'])
    await remove(second.id)
    expect((await update(first.id, { categories: 'Wordpress' })).body.portfolio.categories).toEqual([
      'Wordpress',
    ])
  })
})

describe('URLs', () => {
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
  test.each(never.map(titled))('%s is rejected when added and when changed', async (_, purl) => {
    const item = await added()
    for (const { status, body } of [await add({ pname: 'Another', purl }), await update(item.id, { purl })])
      expect([status, body.errors]).toEqual([400, { purl: 'Invalid URL format.' }])
    expect((await list()).portfolios).toEqual([item])
  })

  test('a page of this site is rejected, by any name of this machine', async () => {
    const { port } = new URL(app.url)
    for (const purl of [
      `http://localhost:${port}/dashboard`,
      `https://localhost:${port}/`,
      `http://127.0.0.1:${port}/`,
      `http://127.1.2.3:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/dashboard`,
      `http://0:${port}/`,
      `http://0.0.0.0:${port}/dashboard`,
      `http://[::]:${port}/`,
      `http://[::ffff:0.0.0.0]:${port}/`,
      `http://www.localhost:${port}/`,
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

  test('a page at the port of PUBLIC_URL is rejected where PUBLIC_URL is on this machine, otherwise not', async () => {
    for (const [PUBLIC_URL, status] of [
      ['http://127.0.0.1:3000', 400],
      ['https://juno.example', 201],
    ] as const) {
      const own = await ownApp({ PUBLIC_URL })
      const admin = await own.asAdmin()
      const there = portfolioCalls(() => ({ app: own, cookie: admin }))
      for (const [n, host] of ['localhost', '[::ffff:127.0.0.1]', '0'].entries()) {
        const added = await there.add({ pname: `Project ${n}`, purl: `http://${host}:3000/` })
        expect([PUBLIC_URL, host, added.status]).toEqual([PUBLIC_URL, host, status])
      }
    }
  })

  test('a demo page of this site is stored as its path, so that it moves with PUBLIC_URL', async () => {
    const purl = `${app.context.config.publicUrl}/demo/kestrel`
    const item = await added({ purl })
    expect(item.purl).toBe(purl)
    const { url } = await app.context.db.selectFrom('items').select('url').executeTakeFirstOrThrow()
    expect(url).toBe('/demo/kestrel')
    expect((await update(item.id, { purl })).body.portfolio.purl).toBe(purl)
  })

  test('a change needs an absolute URL', async () => {
    const item = await added()
    const { status, body } = await update(item.id, { purl: 'fjord.example' })
    expect([status, body.errors]).toEqual([400, { purl: 'Invalid URL format.' }])
  })
})

describe('the focal point of the image', () => {
  test('is the top until it is set; an update without one does not change it', async () => {
    expect(await added()).toMatchObject({ focalX: 50, focalY: 0 })
    const set = await added({ pname: 'Second', focalX: '7', focalY: '100', status: 'published' })
    expect(set).toMatchObject({ focalX: 7, focalY: 100 })
    expect((await app.json('/getportfolio/public')).body.portfolios).toEqual([set])
    const { body } = await update(set.id, { pname: 'Second', focalY: '0' })
    expect(body.portfolio).toMatchObject({ focalX: 7, focalY: 0 })
  })

  test.each(['101', '-1', '1.5', '', 'top', ' 5'])('%j is no percentage', async (focalX) => {
    const { status, body } = await add({ focalX })
    expect([status, Object.keys(body.errors)]).toEqual([400, ['focalX']])
  })
})

describe('what the preview shows', () => {
  test('the live site, unless the owner chooses the image; the choice is in every response', async () => {
    expect((await added()).preview).toBe('live')
    const image = await added({ pname: 'Second', preview: ' Image ', status: 'published' })
    expect(image.preview).toBe('image')
    expect((await list()).portfolios.map(({ preview }: PortfolioItem) => preview)).toEqual(['image', 'live'])
    const visitor = await app.json(`/getportfolio/public?id=${image.id}`)
    expect(visitor.body.portfolios).toEqual([image])
    expect((await app.json('/getportfolio/public')).body.portfolios).toEqual([image])
  })

  test('an update without it does not change it, one with it is visible at once', async () => {
    const { id } = await added({ preview: 'image', status: 'published' })
    expect((await update(id)).body.portfolio.preview).toBe('image')
    const seen = async () => (await app.json(`/getportfolio/public?id=${id}`)).body.portfolios[0].preview
    expect(await seen()).toBe('image')
    expect((await update(id, { preview: 'live' })).body.portfolio.preview).toBe('live')
    expect(await seen()).toBe('live')
  })

  test.each(['', 'video', 'live,image', 'x'.repeat(5000)].map(titled))(
    '%s is rejected when added and when changed',
    async (_, preview) => {
      const item = await added()
      for (const { status, body } of [
        await add({ pname: 'Another', preview }),
        await update(item.id, { preview }),
      ])
        expect([status, body.errors]).toEqual([400, { preview: 'Preview is live or image.' }])
      expect((await list()).portfolios).toEqual([item])
    },
  )
})

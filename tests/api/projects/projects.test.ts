// Adding and changing a project: its fields, its id, invalid input, and About this project.

import { beforeEach, describe, expect, test } from 'vitest'
import { factLengths, facts } from '../../../contract/case-study.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import {
  emptyPortfolio,
  type Form,
  goodProject as good,
  cover as image,
  portfolioCalls,
} from '../../support/calls.ts'
import { ownApps, type Running, sharedApp } from '../../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(() => emptyPortfolio(app))

const ownApp = ownApps()
const { add, added, update, remove, list } = portfolioCalls(() => ({ app, cookie }))

const addWithout = (name: string) => {
  const form: Form = { ...good, pimage: image }
  delete form[name]
  return app.json('/portfolio/add-portfolio', { cookie, form })
}

describe('permissions', () => {
  test('an admin who was just demoted gets 403', async () => {
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
  test('responds with the project with its name under three keys and its categories as a list', async () => {
    const { status, body } = await add()
    expect(status).toBe(201)
    expect(body).toEqual({
      success: true,
      message: 'Portfolio added successfully!',
      portfolio: {
        id: 'fjord-hotel',
        pname: 'Fjord Hotel',
        Title: 'Fjord Hotel',
        name: 'Fjord Hotel',
        purl: 'https://fjord.example/',
        pimage: expect.stringMatching(/^\/uploads\/[0-9a-f]{24}-40x30\/40\.webp$/),
        categories: ['WordPress', 'Print'],
        status: 'draft',
        opens: 'preview',
        preview: 'live',
        focalX: 50,
        focalY: 0,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    })
  })

  test.each(['pname', 'purl', 'categories', 'pimage'])(
    'without %s: All fields are required.',
    async (name) => {
      const { status, body } = await addWithout(name)
      expect(status).toBe(400)
      expect(body).toEqual({
        success: false,
        code: 'invalid',
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

  test('with an image field of no bytes, as an empty file input sends: All fields are required.', async () => {
    const { status, body } = await add({ pimage: new File([], '', { type: 'application/octet-stream' }) })
    expect([status, body.errors]).toEqual([400, { pimage: 'All fields are required.' }])
  })

  test.each([
    ['draft', 'draft'],
    ['Published', 'published'],
    [' DRAFT ', 'draft'],
    ['', 'draft'],
  ])('with status %j is %s', async (sent, stored) => {
    expect((await added({ status: sent })).status).toBe(stored)
  })

  test('with another status: 400', async () => {
    for (const status of ['public', 'null', '1']) {
      const { status: code, body } = await add({ status })
      expect([code, body.errors]).toEqual([400, { status: 'Status is draft or published.' }])
    }
  })

  test('a name of 100 characters fits, of 101 does not', async () => {
    expect((await added({ pname: 'é'.repeat(100) })).pname).toHaveLength(100)
    expect((await add({ pname: 'é'.repeat(101) })).body.message).toBe(
      'Project name must be at most 100 characters.',
    )
  })

  test('fields that only the server sets are ignored, and so are names that reach prototypes', async () => {
    const project = await added({
      id: 'chosen',
      createdAt: '2000-01-01T00:00:00.000Z',
      created_at: '2000-01-01T00:00:00.000Z',
      isAdmin: 'true',
      __proto__: 'x',
      constructor: 'x',
      'constructor[prototype][isAdmin]': 'true',
    })
    expect(project.id).not.toBe('chosen')
    expect(project.createdAt > '2020').toBe(true)
    expect((await app.json('/check-admin', { cookie: await app.asUser() })).body).toEqual({ isAdmin: false })
  })
})

describe('changing', () => {
  test('replaces the fields, but not the date nor, without a file, the image', async () => {
    const project = await added()
    const { status, body } = await update(project.id, {
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
        ...project,
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

  test('does not change the status without one, and accepts the own name of the project', async () => {
    const project = await added({ status: 'published' })
    const { body } = await app.json(`/update/${project.id}`, { method: 'PUT', cookie, form: good })
    expect(body.portfolio).toEqual(project)
  })

  test.each([
    ['pname', ' ', 'Portfolio name is required.'],
    ['purl', '', 'Portfolio URL is required.'],
    ['purl', 'nonsense', 'Invalid URL format.'],
    ['categories', '[]', 'At least one category is required.'],
    ['categories', ',', 'At least one category is required.'],
    ['status', 'gone', 'Status is draft or published.'],
  ])('with %s %j: %s', async (field, value, message) => {
    const project = await added()
    const { status, body } = await update(project.id, { [field]: value })
    expect([status, body]).toEqual([
      400,
      { success: false, code: 'invalid', message, errors: { [field]: message } },
    ])
    expect((await list()).portfolios).toEqual([project])
  })

  test('gets an error for every invalid field', async () => {
    const project = await added()
    const { body } = await update(project.id, { pname: '', purl: 'x y', categories: '' })
    expect(Object.keys(body.errors).sort()).toEqual(['categories', 'pname', 'purl'])
  })
})

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

  test('one in use has one spelling, until its last project changes it', async () => {
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
    'file:///etc/passwd',
    '//x.example/',
    '\\\\x.example\\',
    'https:\\x.example',
    'https://user:secret@x.example/',
    'https://x.example/a b',
    'https://x.example\n.y.example/',
    `https://x.example/${'a'.repeat(2000)}`,
  ]
  test('of no site are rejected when added and when changed', async () => {
    const project = await added()
    for (const purl of never)
      for (const { status, body } of [
        await add({ pname: 'Another', purl }),
        await update(project.id, { purl }),
      ])
        expect([purl, status, body.errors]).toEqual([purl, 400, { purl: 'Invalid URL format.' }])
    expect((await list()).portfolios).toEqual([project])
  })

  test('a page of this site is rejected, by any name of this machine', async () => {
    const { port } = new URL(app.url)
    for (const purl of [
      `http://localhost:${port}/dashboard`,
      `http://127.0.0.1:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/dashboard`,
      `http://0.0.0.0:${port}/dashboard`,
      `http://[::ffff:0.0.0.0]:${port}/`,
      `http://www.localhost:${port}/`,
      `http://localhost.:${port}/`,
      `http://localhost:${port}/demo/../dashboard`,
      `http://localhost:${port}/demo/kestrel?x`,
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
    const project = await added({ purl })
    expect(project.purl).toBe(purl)
    const { url } = await app.context.db.selectFrom('projects').select('url').executeTakeFirstOrThrow()
    expect(url).toBe('/demo/kestrel')
    expect((await update(project.id, { purl })).body.portfolio.purl).toBe(purl)
  })

  test('a change needs an absolute URL', async () => {
    const project = await added()
    const { status, body } = await update(project.id, { purl: 'fjord.example' })
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

  test('is a whole percentage', async () => {
    for (const focalX of ['101', '-1', '1.5', '', 'top', ' 5']) {
      const { status, body } = await add({ focalX })
      expect([focalX, status, Object.keys(body.errors)]).toEqual([focalX, 400, ['focalX']])
    }
  })
})

describe('what the preview shows', () => {
  test('the live site, unless the owner chooses the image; the choice is in every response', async () => {
    expect((await added()).preview).toBe('live')
    const image = await added({ pname: 'Second', preview: ' Image ', status: 'published' })
    expect(image.preview).toBe('image')
    expect((await list()).portfolios.map(({ preview }: Project) => preview)).toEqual(['image', 'live'])
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

  test('anything else is rejected when added and when changed', async () => {
    const { id } = await added()
    for (const preview of ['', 'video', 'live,image', 'x'.repeat(5000)])
      for (const { status, body } of [
        await add({ pname: 'Another', preview }),
        await update(id, { preview }),
      ])
        expect([status, body.errors]).toEqual([400, { preview: 'Preview is live or image.' }])
  })
})

/** Addresses that people can read, made of the name when the project is added. */
const idOf = async (pname: string) => (await added({ pname, status: 'published' })).id

test.each([
  ['Kaffi Norður', 'kaffi-nordur'],
  ['  Größe & Maß, Łódź! ', 'grosse-mass-lodz'],
  ['Ærø “Œuvre” Þingvellir', 'aero-oeuvre-thingvellir'],
  ["Client's İstanbul 2026", 'clients-istanbul-2026'],
  ['Студия Bold', 'bold'],
  ['../add-portfolio', 'add-portfolio-2'],
  ['Site', 'site-2'],
  [`Long ${'word '.repeat(15)}`, 'long-word-word-word-word-word-word-word-word'],
  ['x'.repeat(100), 'x'.repeat(48)],
])('%j is at %s', async (name, id) => {
  expect(await idOf(name)).toBe(id)
  expect((await app.json(`/getportfolio/public?id=${id}`)).body.portfolios).toHaveLength(1)
})

test.each(['東京', 'Студия', '2048', '???'])(
  '%j has no Latin letters: its id is short and random',
  async (name) => {
    expect(await idOf(name)).toMatch(/^[a-z0-9]{8}$/)
  },
)

test('a taken one gets a number, also of two at once, and a new name changes nothing', async () => {
  const id = await idOf('Fjord')
  expect(await Promise.all([idOf('Fjord!'), idOf('Fjord?')]).then((ids) => ids.sort())).toEqual([
    'fjord-2',
    'fjord-3',
  ])
  expect((await update(id, { pname: 'Harbour' })).body.portfolio.id).toBe('fjord')
  expect(await idOf('Fjord')).toBe('fjord-4')
  await remove('fjord')
  expect(await idOf('Fjord.')).toBe('fjord')
})

const shown = async (query: string): Promise<Project[]> =>
  (await app.json(`/getportfolio/public?${query}`)).body.portfolios
const one = async (id: string) => (await shown(`id=${id}`))[0]

const about = {
  summary: 'A booking site for nine rooms.',
  role: 'Design and frontend',
  year: '2025',
  client: 'Fjordlys Hotel, Norway',
  tools: 'WordPress, Figma',
}

describe('the facts of a project', () => {
  test('are shown where one project is requested by its id, and to admins', async () => {
    const project = await added({ ...about, status: 'published' })
    expect(project.facts).toEqual(about)
    expect((await one(project.id))?.facts).toEqual(about)
    const { portfolios } = await list()
    expect(portfolios).toEqual([project])
    for (const query of ['', 'page=1&limit=12', 'category=Print', 'search=fjord'])
      expect((await shown(query)).map(({ facts }) => facts)).toEqual([undefined])
  })

  test('of a draft are shown to admins alone', async () => {
    const project = await added(about)
    expect(await shown(`id=${project.id}`)).toEqual([])
    expect(JSON.stringify(await shown(''))).not.toContain(about.summary)
    expect((await list()).portfolios[0].facts).toEqual(about)
    // Its edit dialog opens there, too.
    const home = (await app.json('/api/dashboard/home', { cookie })).body
    expect(home.drafts.newest[0].facts).toEqual(about)
  })

  test('are in no response while nothing is filled in', async () => {
    const project = await added({ status: 'published', summary: ' \n', role: '' })
    const usual = Object.keys(project)
    expect(usual).not.toContain('facts')
    for (const response of [(await list()).portfolios[0], await one(project.id)])
      expect(Object.keys(response)).toEqual(usual)
  })

  test('stay where an update does not send them, and are cleared where it sends them empty', async () => {
    const { id } = await added(about)
    expect((await update(id)).body.portfolio.facts).toEqual(about)
    const { role, ...rest } = about
    expect((await update(id, { role: '', year: '2026' })).body.portfolio.facts).toEqual({
      ...rest,
      year: '2026',
    })
    expect((await one(id))?.facts).toEqual({ ...rest, year: '2026' })
    const nothing = Object.fromEntries(facts.map((fact) => [fact, '']))
    expect((await update(id, nothing)).body.portfolio).not.toHaveProperty('facts')
    expect((await update(id, { role })).body.portfolio.facts).toEqual({ role })
  })

  test('are cleaned', async () => {
    const { facts } = await added({ summary: ' One\r\nline\u202e ', role: '<b>Cafe\u0301</b>' })
    expect(facts).toEqual({ summary: 'One line', role: '<b>Caf\u00e9</b>' })
  })

  test.each(facts)('%s has a limit, and more is rejected', async (part) => {
    const max = factLengths[part]
    const project = await added({ [part]: 'x'.repeat(max) })
    expect(project.facts).toEqual({ [part]: 'x'.repeat(max) })
    const label = `${part[0]?.toUpperCase()}${part.slice(1)}`
    const over = { [part]: 'x'.repeat(max + 1) }
    for (const { status, body } of [await add({ pname: 'Another', ...over }), await update(project.id, over)])
      expect([status, body.errors]).toEqual([400, { [part]: `${label} must be at most ${max} characters.` }])
    expect((await list()).portfolios).toEqual([project])
  })

  test('of two updates at the same moment, those of both are stored', async () => {
    const { id } = await added()
    const responses = await Promise.all([update(id, { role: 'Design' }), update(id, { year: '2026' })])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await one(id))?.facts).toEqual({ role: 'Design', year: '2026' })
  })
})

// Adding and changing a project: permissions and invalid input. Its fields: portfolio-fields.test.ts and
// portfolio-names.test.ts. The list and bulk calls: portfolio-list.test.ts.
import { beforeEach, describe, expect, test } from 'vitest'
import {
  emptyPortfolio,
  type Form,
  goodProject as good,
  cover as image,
  portfolioCalls,
} from '../support/calls.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string
let userCookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
  userCookie = await app.asUser()
})
beforeEach(() => emptyPortfolio(app))

const { add, added, update, list } = portfolioCalls(() => ({ app, cookie }))
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
  test('responds with the item with its name under three keys and its categories as a list', async () => {
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

  test.each(['public', 'null', '1'])('with status %j: 400', async (status) => {
    const { status: code, body } = await add({ status })
    expect([code, body.errors]).toEqual([400, { status: 'Status is draft or published.' }])
  })

  test('a name of 100 characters fits, of 101 does not', async () => {
    expect((await added({ pname: 'é'.repeat(100) })).pname).toHaveLength(100)
    expect((await add({ pname: 'é'.repeat(101) })).body.message).toBe(
      'Project name must be at most 100 characters.',
    )
  })

  test('fields that only the server sets are ignored, and so are names that reach prototypes', async () => {
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

describe('changing', () => {
  test('replaces the fields, but not the date nor, without a file, the image', async () => {
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

  test('does not change the status without one, and accepts the own name of the item', async () => {
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
  ])('with %s %j: %s', async (field, value, message) => {
    const item = await added()
    const { status, body } = await update(item.id, { [field]: value })
    expect([status, body]).toEqual([
      400,
      { success: false, code: 'invalid', message, errors: { [field]: message } },
    ])
    expect((await list()).portfolios).toEqual([item])
  })

  test('gets an error for every invalid field', async () => {
    const item = await added()
    const { body } = await update(item.id, { pname: '', purl: 'x y', categories: '' })
    expect(Object.keys(body.errors).sort()).toEqual(['categories', 'pname', 'purl'])
  })
})

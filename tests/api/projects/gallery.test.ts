// What visitors get of the portfolio: the public list, the categories and the sitemap.

import { beforeEach, expect, test } from 'vitest'
import type { Project } from '../../../contract/responses/projects.ts'
import { portfolioCalls } from '../../support/calls.ts'
import { publishProject, seed } from '../../support/seed.ts'
import { sharedApp } from '../../support/start.ts'

const app = await sharedApp()
beforeEach(() => app.empty('projects'))

let count = 0
const add = (
  pname: string,
  categories = ['Web'],
  over: Partial<{ status: 'draft' | 'published'; createdAt: string }> = {},
) =>
  publishProject(app, pname, {
    categories,
    createdAt: new Date(Date.UTC(2026, 0, 1) + ++count * 1000).toISOString(),
    ...over,
  })
const gallery = async (query: Record<string, string> = {}) =>
  (await app.json(`/getportfolio/public?${new URLSearchParams(query)}`)).body
const names = async (query: Record<string, string> = {}) =>
  (await gallery(query)).portfolios.map((project: Project) => project.pname)
const categories = async () => (await app.json('/public-categories')).body.categories

test('the public list shows published projects, newest first, without a cookie; by an id that one, by an unknown one none', async () => {
  const [old] = [await add('Old'), await add('Middle'), await add('New')]
  expect(await names()).toEqual(['New', 'Middle', 'Old'])
  expect((await app.send('/getportfolio/public')).headers.get('set-cookie')).toBeNull()
  expect(await gallery({ id: old.id })).toEqual({ portfolios: [old], totalPages: 1 })
  for (const id of ['f'.repeat(24), '%'])
    expect(await gallery({ id })).toEqual({ portfolios: [], totalPages: 1 })
})

test('the public list shows no draft by any filter or id, nor in the sitemap, not even to admins', async () => {
  const { id } = await add('Canary Project', ['Canary Category'], { status: 'draft' })
  const cookie = await app.asAdmin()
  const filters = ['', '?search=canary', '?category=Canary%20Category', '?status=draft', `?id=${id}`]
  const lists = filters.map((filter) => `/getportfolio/public${filter}`)
  for (const path of [...lists, '/public-categories', '/sitemap.xml'])
    for (const who of [{}, { cookie }]) {
      const response = await app.send(path, who)
      expect(response.status).toBe(200)
      const text = await response.text()
      expect(text.toLowerCase()).not.toContain('canary')
      expect(text).not.toContain(id)
    }
})

test('the public list follows every change at once', async () => {
  const cookie = await app.asAdmin('second@example.com')
  const portfolio = portfolioCalls(() => ({ app, cookie }))
  const { id } = await add('Changing', ['Web'], { status: 'draft' })
  const set = (status: string) => app.send('/bulk-update-status', { cookie, json: { ids: [id], status } })
  const changed = { pname: 'Changed', categories: 'Print' }
  const steps: [() => Promise<unknown>, string[], string[]][] = [
    [async () => {}, [], []],
    [() => set('published'), ['Changing'], ['Web']],
    [() => portfolio.update(id, changed), ['Changed'], ['Print']],
    [() => set('draft'), [], []],
    [() => set('published'), ['Changed'], ['Print']],
    [() => portfolio.remove(id), [], []],
  ]
  for (const [change, ...shown] of steps) {
    await change()
    expect([await names(), await categories()]).toEqual(shown)
  }
})

test('a category matches whole, in any case, with curly or straight quotes', async () => {
  await add('One', ['Kid’s Books'])
  await add('Two', ['Kid'])
  for (const category of ["kid's books", 'KID‘S BOOKS']) expect(await names({ category })).toEqual(['One'])
  expect(await names({ category: 'kid' })).toEqual(['Two'])
  expect(await names({ category: 'Ki%' })).toEqual([])
  for (const category of ['All', 'all', '']) expect(await names({ category })).toEqual(['Two', 'One'])
})

test('pages are clamped whatever is asked for; parameters given twice or as objects do no harm, a long search is cut', async () => {
  await seed(app.context.db, { projects: 130 })
  await add('a'.repeat(100))
  app.context.changes.emit('portfolio')
  for (const value of ['0', '-9999999999', '1.5', '1e309', 'NaN', '0x10', '', 'x', '\u0000'])
    for (const name of ['page', 'limit']) {
      const { portfolios, totalPages } = await gallery({ [name]: value })
      expect(portfolios.length, value).toBeLessThanOrEqual(100)
      expect(totalPages, value).toBeGreaterThanOrEqual(2)
    }
  for (const query of ['page=1&page=2', 'search[]=x', 'search[a]=x', '__proto__[id]=x', 'constructor=x'])
    expect((await app.send(`/getportfolio/public?${query}`)).status).toBe(200)
  expect(await names({ search: 'a'.repeat(10_000) })).toEqual(['a'.repeat(100)])
})

test('categories are those of published projects, A to Z, in the spelling that came first', async () => {
  await add('One', ['web', 'Zebra'], { createdAt: '2026-03-01T00:00:00.000Z' })
  await add('Two', ['Émail', 'apps'])
  await add('Three', ['Hidden'], { status: 'draft' })
  await app.context.db
    .updateTable('project_categories')
    .set({ name: 'WEB', key: 'web', position: 5 })
    .where('key', '=', 'apps')
    .execute()
  app.context.changes.emit('portfolio')
  // "Two" is older, so its spelling is the one.
  expect(await categories()).toEqual(['Émail', 'WEB', 'Zebra'])
})

test('the sitemap has every public page and published project once, and no draft', async () => {
  await seed(app.context.db, { projects: 20 })
  const response = await app.send('/sitemap.xml')
  expect(response.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const listed = [...(await response.text()).matchAll(/<loc>[a-z]+:\/\/[^/]+([^<]*)<\/loc>/g)]
  const published = app.context.db.selectFrom('projects').select('id').where('status', '=', 'published')
  const projects = (await published.execute()).map(({ id }) => `/portfolio/${id}`)
  expect(listed.map(([, path]) => path).sort()).toEqual(
    ['/', '/about', '/portfolio', '/contact', ...projects].sort(),
  )
})

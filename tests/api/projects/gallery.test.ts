// What visitors get of the portfolio: the public list, the categories and the sitemap.

import { beforeEach, expect, test } from 'vitest'
import type { Project } from '../../../contract/responses/projects.ts'
import { publishProject, seed } from '../../support/seed.ts'
import { sharedApp } from '../../support/start.ts'

const app = await sharedApp()
beforeEach(() => app.empty('projects'))

const add = (pname: string, categories = ['Web'], status: 'draft' | 'published' = 'published') =>
  publishProject(app, pname, { categories, status })
const gallery = async (query: Record<string, string> = {}) =>
  (await app.json(`/getportfolio/public?${new URLSearchParams(query)}`)).body
const names = async (query: Record<string, string> = {}) =>
  (await gallery(query)).portfolios.map((project: Project) => project.pname)

test('the public list shows published projects, newest first, without a cookie, by an id that one, by an unknown one none; categories are A to Z, and the sitemap has every public page once', async () => {
  const [old, middle, latest] = [
    await add('Old', ['Zebra', 'web']),
    await add('Middle', ['Émail']),
    await add('New'),
  ]
  expect(await names()).toEqual(['New', 'Middle', 'Old'])
  expect((await app.send('/getportfolio/public')).headers.get('set-cookie')).toBeNull()
  expect(await gallery({ id: old.id })).toEqual({ portfolios: [old], totalPages: 1 })
  for (const id of ['f'.repeat(24), '%'])
    expect(await gallery({ id })).toEqual({ portfolios: [], totalPages: 1 })
  expect((await app.json('/public-categories')).body.categories).toEqual(['Émail', 'web', 'Zebra'])
  const sitemap = await app.send('/sitemap.xml')
  expect(sitemap.headers.get('content-type')).toBe('application/xml; charset=utf-8')
  const listed = [...(await sitemap.text()).matchAll(/<loc>[a-z]+:\/\/[^/]+([^<]*)<\/loc>/g)]
  const projects = [old, middle, latest].map(({ id }) => `/portfolio/${id}`)
  expect(listed.map(([, path]) => path).sort()).toEqual(
    ['/', '/about', '/portfolio', '/contact', ...projects].sort(),
  )
})

test('the public list shows no draft by any filter or id, nor in the sitemap, not even to admins', async () => {
  const { id } = await add('Canary Project', ['Canary Category'], 'draft')
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

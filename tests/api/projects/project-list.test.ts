// The list of projects as admins see it: filters and pages, bulk calls, unique names, and the owner’s order.

import { beforeEach, expect, test } from 'vitest'
import type { Project } from '../../../contract/responses/projects.ts'
import { callsOf, statusesAtOnce, storedImages } from '../../support/calls.ts'
import { seed } from '../../support/seed.ts'
import { sharedApp } from '../../support/start.ts'

const app = await sharedApp()
const cookie = await app.asAdmin()
beforeEach(() => app.empty('projects'))

const { add, added, update, remove, list } = callsOf(() => ({ app, cookie })).projects
const post = (path: string, json: unknown) => app.json(path, { cookie, json })
const setStatus = (ids: unknown, status: unknown) => post('/bulk-update-status', { ids, status })
const namesOf = (projects: Project[]) => projects.map(({ pname }) => pname)
const names = async (query = '') => namesOf((await list(query)).portfolios)

test('a bulk call sets a status or deletes, which the gallery follows at once, counts duplicates once, and says how many ids were unknown; what is no list of ids or no status is rejected', async () => {
  const [one, two] = [await added({ pname: 'One' }), await added({ pname: 'Two' })]
  expect(await gallery()).toEqual([])
  expect(await setStatus([one.id, two.id, one.id, 'gone'], 'Published')).toMatchObject({
    status: 200,
    body: { message: '2 portfolios set to published. 1 was skipped: it no longer exists.', updated: 2 },
  })
  expect((await list('status=Published')).total).toBe(2)
  expect(await gallery()).toEqual(['Two', 'One'])
  expect(await post('/bulk-delete', { ids: [one.id, 'gone', 'away'] })).toMatchObject({
    status: 200,
    body: { message: '1 portfolio deleted. 2 were skipped: they no longer exist.', deleted: 1 },
  })
  for (const left of [await names(), await gallery()]) expect(left).toEqual(['Two'])
  expect((await app.send(one.pimage ?? '')).status).toBe(404)
  // A list of 1 to 100 texts, and the two statuses.
  const many = Array.from({ length: 101 }, (_, n) => `id${n}`)
  for (const ids of [[], 'all', [1, 2], [{ $ne: 1 }], ['x'.repeat(101)], many])
    for (const response of [await setStatus(ids, 'draft'), await post('/bulk-delete', { ids })])
      expect([ids, response.status]).toEqual([ids, 400])
  for (const status of [undefined, 'gone']) expect((await setStatus([two.id], status)).status).toBe(400)
  expect((await list()).portfolios).toEqual([{ ...two, status: 'published' }])
})

test('opposite bulk changes at once never mix', async () => {
  await seed(app.context.db, { projects: 60 })
  const ids = (await list('limit=100')).portfolios.map(({ id }: Project) => id)
  const changes = ['draft', 'published', 'draft', 'published']
  const statuses = await statusesAtOnce(
    changes.map((status, n) => setStatus(n % 2 ? ids : ids.toReversed(), status)),
  )
  // On a busy machine one may have waited for the others for longer than a request may, and has changed nothing.
  expect(statuses).toContain(200)
  expect([200, 503]).toEqual(expect.arrayContaining(statuses))
  expect([0, 60]).toContain((await list('status=draft')).total)
})

test('the list filters by status in any letter case, searches name and categories, sorts both ways', async () => {
  await added({ pname: 'Vélo Atlas', categories: 'Branding', status: 'published' })
  await added({ pname: 'Plain', categories: 'Œuvre, 100%' })
  for (const query of ['status=Published', 'status=PUBLISHED', 'search=VELO'])
    expect(await names(query)).toEqual(['Vélo Atlas'])
  for (const status of ['All', '', 'All Statuses', 'x'])
    expect(await names(`status=${status}`)).toHaveLength(2)
  expect(await names('search=100%25')).toEqual(['Plain'])
  expect(await names('search=branding&status=draft')).toEqual([])
  expect(await names('sort=oldest')).toEqual(['Vélo Atlas', 'Plain'])
  for (const sort of ['newest', 'nonsense', ''])
    expect(await names(`sort=${sort}`)).toEqual(['Plain', 'Vélo Atlas'])
})

const taken = 'Project name already exists. Please use a unique name.'

test('names are unique in any letter case and spacing, when added and when changed', async () => {
  const [first, second] = [await added(), await added({ pname: 'Second' })]
  for (const pname of ['Fjord Hotel', '  fjord HOTEL ']) {
    expect(await add({ pname })).toMatchObject({
      status: 409,
      body: { code: 'duplicate', message: taken, errors: { pname: taken } },
    })
    expect((await update(second.id, { pname })).status).toBe(409)
  }
  expect((await list()).portfolios).toEqual([second, first])
  // An accent or a vowel sign makes another name.
  for (const pname of ['Vélo', 'Velo', 'कि', 'का']) await added({ pname })
})

test('names are unique also at the same moment: one of six is added, one of two renamed, one of two deleted, and no file is left over', async () => {
  const before = await storedImages(app)
  const six = Array.from({ length: 6 }, () => add())
  expect(await statusesAtOnce(six)).toEqual([201, 409, 409, 409, 409, 409])
  expect((await list()).total).toBe(1)
  expect((await storedImages(app)).length - before.length).toBe(1)
  const [one, two] = [await added({ pname: 'One' }), await added({ pname: 'Two' })]
  const renamed = [update(one.id, { pname: 'Same' }), update(two.id, { pname: 'same' })]
  expect(await statusesAtOnce(renamed)).toEqual([200, 409])
  expect(await statusesAtOnce([remove(one.id), remove(one.id)])).toEqual([200, 404])
})

const move = (id = '', to = '', other?: string) => post(`/api/portfolio/${id}/move`, { to, other })
const moved = async (...call: Parameters<typeof move>) => expect((await move(...call)).status).toBe(200)
const own = (query = '') => names(`sort=own&limit=100&${query}`)
const gallery = async (query = '') =>
  namesOf((await app.json(`/getportfolio/public?limit=100&${query}`)).body.portfolios)

/** The last one is the newest. @returns their ids by name */
async function publish(...names: string[]): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = (await added({ pname: name, status: 'published' })).id
  return ids
}

test('a project is moved up, down, to the top, above and below another one, not next to an unknown one; the gallery follows at once', async () => {
  const { A, B, C, D } = await publish('A', 'B', 'C', 'D')
  expect(await own()).toEqual(['D', 'C', 'B', 'A'])
  for (const [id, to, other, order] of [
    [B, 'up', undefined, 'D B C A'],
    [B, 'up', undefined, 'B D C A'],
    [B, 'up', undefined, 'B D C A'],
    [A, 'top', undefined, 'A B D C'],
    [A, 'down', undefined, 'B A D C'],
    [B, 'below', C, 'A D C B'],
    [B, 'down', undefined, 'A D C B'],
    [B, 'above', D, 'A B D C'],
    [B, 'above', B, 'A B D C'],
    [A, 'above', C, 'B D A C'],
    [C, 'below', B, 'B C D A'],
  ] as const) {
    await moved(id, to, other)
    for (const shown of [await own(), await gallery(), await gallery('category=print')])
      expect(shown.join(' ')).toBe(order)
  }
  // The other orders stay what they are.
  expect(await names('sort=newest')).toEqual(['D', 'C', 'B', 'A'])
  expect(await names('sort=oldest')).toEqual(['A', 'B', 'C', 'D'])
  const gone = 'f'.repeat(24)
  for (const [id, to, other, status] of [
    [gone, 'top', undefined, 404],
    [B, 'above', gone, 404],
    [A, 'left', undefined, 400],
    [A, 'above', undefined, 400],
    [A, 'top', B, 400],
  ] as const)
    expect([to, other, (await move(id, to, other)).status]).toEqual([to, other, status])
  expect(await own()).toEqual(['B', 'C', 'D', 'A'])
})

test('among moved projects a new one is on top, a draft has its place among the others, and a change leaves it there', async () => {
  const { A } = await publish('A', 'B')
  await moved(A, 'top')
  const { id } = await added({ pname: 'Draft' })
  await moved(id, 'down')
  await publish('New')
  expect(await own()).toEqual(['New', 'A', 'Draft', 'B'])
  expect(await own('status=draft')).toEqual(['Draft'])
  expect(await gallery()).toEqual(['New', 'A', 'B'])
  await update(id, { pname: 'Public', categories: 'Web' })
  expect(await gallery()).toEqual(['New', 'A', 'Public', 'B'])
  expect(await gallery('category=web')).toEqual(['Public'])
  expect(await gallery('search=wordpress')).toEqual(['New', 'A', 'B'])
})

test('moves of two admins at once, and a third who adds: nothing is lost, all see the same order', async () => {
  const ids = Object.values(await publish('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'))
  // One call after the other, as a browser sends them.
  const each = async (call: (id: string, n: number) => Promise<unknown>) => {
    for (const [n, id] of ids.entries()) await call(id, n)
  }
  await Promise.all([
    each((id, n) => moved(id, 'above', ids[(n * 3 + 1) % ids.length])),
    each((id, n) => moved(id, n % 2 === 0 ? 'top' : 'down')),
    publish('I').then(() => setStatus(ids, 'published')),
  ])
  const order = await own()
  expect(order.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'])
  expect(await gallery()).toEqual(order)
})

test('a featured project is one in the list and in the gallery until it is no more', async () => {
  const { A = '' } = await publish('A', 'B')
  const feature = (featured: unknown, id = A) => post(`/api/portfolio/${id}/feature`, { featured })
  const featured = async () =>
    (await app.json('/getportfolio/public')).body.portfolios.map((project: Project) => project.featured)
  expect((await feature(true)).status).toBe(200)
  expect(await featured()).toEqual([undefined, true])
  expect((await feature(false)).status).toBe(200)
  expect(await featured()).toEqual([undefined, undefined])
  // By the form, too. An update without it does not change it.
  const updated = async (sent: object) => (await update(A, { pname: 'A', ...sent })).body.portfolio.featured
  expect(await updated({ featured: 'true' })).toBe(true)
  expect(await updated({})).toBe(true)
  expect(await updated({ featured: 'false' })).toBeUndefined()
  expect((await feature('yes')).status).toBe(400)
  expect((await feature(true, 'f'.repeat(24))).status).toBe(404)
})

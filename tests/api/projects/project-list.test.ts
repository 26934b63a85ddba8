// The list of projects as admins see it: filters and pages, bulk calls, unique names, and the owner’s order.

import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Project } from '../../../contract/responses/projects.ts'
import { emptyPortfolio, portfolioCalls } from '../../support/calls.ts'
import { seedProjects } from '../../support/seed.ts'
import { type Running, sharedApp } from '../../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(() => emptyPortfolio(app))

const { add, added, update, remove, list } = portfolioCalls(() => ({ app, cookie }))
const post = (path: string, json: unknown) => app.json(path, { cookie, json })

const names = async (query = '') => (await list(query)).portfolios.map((project: Project) => project.pname)

test('ids in bulk calls are rejected unless they are a list of 1 to 100 texts', async () => {
  const project = await added()
  const many = Array.from({ length: 101 }, (_, n) => `id${n}`)
  const lists = [[], 'all', [1, 2], [null], [{ $ne: 1 }], ['x'.repeat(101)], many].map((ids) => ({ ids }))
  for (const body of [...lists, [], {}, null, 'text']) {
    const sent = typeof body === 'object' && !Array.isArray(body) ? { ...body, status: 'published' } : body
    const statuses = [await post('/bulk-update-status', sent), await post('/bulk-delete', body)]
    expect([body, ...statuses.map(({ status }) => status)]).toEqual([body, 400, 400])
  }
  expect((await list()).portfolios).toEqual([project])
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

  test('rejects any other status', async () => {
    const { id } = await added()
    for (const status of [undefined, '', 'gone', 7, null])
      expect((await post('/bulk-update-status', { ids: [id], status })).status).toBe(400)
    expect((await list('status=draft')).total).toBe(1)
  })

  test('opposite changes at once never mix', async () => {
    await seedProjects(app.context.db, 60)
    const ids = (await list('limit=100')).portfolios.map(({ id }: Project) => id)
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

  test('two deletions of one project at the same moment: 200 and 404', async () => {
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

  test('of 1,000 projects has a first, a last and a searched page, and nothing past the end', async () => {
    await seedProjects(app.context.db, 1_000)
    expect(await list()).toMatchObject({ total: 1_000, totalPages: 100 })
    const last = await list('page=100')
    expect(last.portfolios).toHaveLength(10)
    expect(last.portfolios.at(-1).pname).toBe('Orchard Bakery 1000')
    expect(await list('page=101')).toMatchObject({ portfolios: [], totalPages: 100 })
    expect(await names('search=orchard bakery 1000')).toEqual(['Orchard Bakery 1000'])
    expect((await list('limit=500')).portfolios).toHaveLength(100)
  })
})

describe('names are unique', () => {
  const taken = 'Project name already exists. Please use a unique name.'
  test.each(['Fjord Hotel', '  fjord HOTEL ', 'FJORD HOTEL'])('%j is taken', async (pname) => {
    const first = await added()
    const { status, body } = await add({ pname })
    expect([status, body]).toEqual([
      409,
      { success: false, code: 'duplicate', message: taken, errors: { pname: taken } },
    ])
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

  test('one name added six times at the same moment: one is stored, and no file is left over', async () => {
    const folder = join(app.context.config.dataDir, 'uploads')
    const before = await readdir(folder)
    const responses = await Promise.all(Array.from({ length: 6 }, () => add()))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await list()).total).toBe(1)
    expect((await readdir(folder)).length - before.length).toBe(1)
  })

  test('two projects renamed alike at the same moment: one gets the name, the other 409', async () => {
    const [one, two] = [await added({ pname: 'One' }), await added({ pname: 'Two' })]
    const responses = await Promise.all([
      update(one.id, { pname: 'Same' }),
      update(two.id, { pname: 'same' }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

const move = (id: string, to: string, other?: string) => post(`/api/portfolio/${id}/move`, { to, other })
const moved = async (...call: Parameters<typeof move>) => expect((await move(...call)).status).toBe(200)
const namesOf = (projects: Project[]) => projects.map(({ pname }) => pname)
const own = async (query = '') => namesOf((await list(`sort=own&limit=100&${query}`)).portfolios)
const gallery = async (query = '') =>
  namesOf((await app.json(`/getportfolio/public?limit=100&${query}`)).body.portfolios)

/** Published unless told; the last one is the newest. @returns their ids by name */
async function publish(...names: string[]): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = (await added({ pname: name, status: 'published' })).id
  return ids
}
const idIn = (ids: Record<string, string>, name: string) => ids[name] ?? ''

describe('moves', () => {
  test('until the first one everything is newest first', async () => {
    await publish('A', 'B', 'C')
    expect(await own()).toEqual(['C', 'B', 'A'])
    expect(await gallery()).toEqual(['C', 'B', 'A'])
  })

  test('up, down, to the top, above and below another one; the gallery follows at once', async () => {
    const ids = await publish('A', 'B', 'C', 'D')
    const [a, b, d] = ['A', 'B', 'D'].map((name) => idIn(ids, name)) as [string, string, string]
    for (const [call, order] of [
      [() => moved(b, 'up'), 'D B C A'],
      [() => moved(b, 'up'), 'B D C A'],
      [() => moved(b, 'up'), 'B D C A'],
      [() => moved(a, 'top'), 'A B D C'],
      [() => moved(a, 'top'), 'A B D C'],
      [() => moved(a, 'down'), 'B A D C'],
      [() => moved(b, 'below', d), 'A D B C'],
      [() => moved(b, 'below', idIn(ids, 'C')), 'A D C B'],
      [() => moved(b, 'down'), 'A D C B'],
      [() => moved(b, 'above', d), 'A B D C'],
      [() => moved(b, 'above', b), 'A B D C'],
    ] as const) {
      await call()
      expect((await own()).join(' ')).toBe(order)
      expect((await gallery()).join(' ')).toBe(order)
      expect((await gallery('category=print')).join(' ')).toBe(order)
    }
    // The other orders stay what they are.
    expect(namesOf((await list('sort=newest')).portfolios)).toEqual(['D', 'C', 'B', 'A'])
    expect(namesOf((await list('sort=oldest')).portfolios)).toEqual(['A', 'B', 'C', 'D'])
  })

  test('a new project is on top, a draft has its place among the others, and a change leaves it there', async () => {
    const ids = await publish('A', 'B')
    await moved(idIn(ids, 'A'), 'top')
    const { id } = await added({ pname: 'Draft' })
    await moved(id, 'down')
    await publish('New')
    expect(await own()).toEqual(['New', 'A', 'Draft', 'B'])
    expect(await own('status=draft')).toEqual(['Draft'])
    expect(await gallery()).toEqual(['New', 'A', 'B'])
    await update(id, { pname: 'Public', categories: 'Web' })
    expect(await gallery()).toEqual(['New', 'A', 'Public', 'B'])
    expect(await gallery('category=web')).toEqual(['Public'])
    await moved(id, 'top')
    expect(await gallery('search=public')).toEqual(['Public'])
    expect(await gallery('search=wordpress')).toEqual(['New', 'A', 'B'])
  })

  test('pages follow one another in this order, however far down', async () => {
    await seedProjects(app.context.db, 250)
    const { portfolios, total } = await list('limit=100&page=3')
    const { id, pname } = portfolios[7]
    await moved(id, 'up')
    const before = namesOf(portfolios)
    ;[before[6], before[7]] = [pname, before[6] ?? '']
    expect(namesOf((await list('sort=own&limit=100&page=3')).portfolios)).toEqual(before)
    await moved(id, 'top')
    expect((await own())[0]).toBe(pname)
    expect(total).toBe(250)
    const all = new Set<string>()
    for (let page = 1; page <= 3; page++)
      for (const { id } of (await list(`sort=own&limit=100&page=${page}`)).portfolios) all.add(id)
    expect(all.size).toBe(250)
  })

  test('an unknown project, or one unknown next to which it is to stand, is 404 and changes nothing', async () => {
    const ids = await publish('A', 'B')
    await moved(idIn(ids, 'A'), 'top')
    const gone = 'f'.repeat(24)
    for (const response of [
      await move(gone, 'top'),
      await move('..', 'top'),
      await move(idIn(ids, 'B'), 'above', gone),
      await move(idIn(ids, 'B'), 'below', "' or 1=1 --"),
    ])
      expect(response.status).toBe(404)
    expect(await own()).toEqual(['A', 'B'])
  })

  test('of another kind are rejected', async () => {
    const { A = '' } = await publish('A')
    const id = 'f'.repeat(24)
    for (const json of [
      {},
      { to: 'left' },
      { to: 'above' },
      { to: 'top', other: id },
      { to: 'below', other: 1 },
    ])
      expect((await post(`/api/portfolio/${A}/move`, json)).status).toBe(400)
  })
})

describe('many moves', () => {
  test('two admins at once, and a third who adds: nothing is lost, all see the same order', async () => {
    const ids = Object.values(await publish('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'))
    // One call after the other, as a browser sends them.
    const each = async (call: (id: string, n: number) => Promise<unknown>) => {
      for (const [n, id] of ids.entries()) await call(id, n)
    }
    await Promise.all([
      each((id, n) => moved(id, 'above', ids[(n * 3 + 1) % ids.length])),
      each((id, n) => moved(id, n % 2 === 0 ? 'top' : 'down')),
      publish('I').then(() => post('/bulk-update-status', { ids, status: 'published' })),
    ])
    const order = await own()
    expect(order.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'])
    expect(await gallery()).toEqual(order)
  })
})

describe('a featured project', () => {
  test('is one in the list and in the gallery until it is no more', async () => {
    const { A = '' } = await publish('A', 'B')
    const featured = async () =>
      (await app.json('/getportfolio/public')).body.portfolios.map((project: Project) => project.featured)
    expect(await featured()).toEqual([undefined, undefined])
    expect((await post(`/api/portfolio/${A}/feature`, { featured: true })).status).toBe(200)
    expect(await featured()).toEqual([undefined, true])
    expect((await list()).portfolios[1].featured).toBe(true)
    expect((await post(`/api/portfolio/${A}/feature`, { featured: false })).status).toBe(200)
    expect(await featured()).toEqual([undefined, undefined])
    // By the form, too. An update without it does not change it.
    const updated = async (sent: object) => (await update(A, { pname: 'A', ...sent })).body.portfolio.featured
    expect(await updated({ featured: 'true' })).toBe(true)
    expect(await updated({})).toBe(true)
    expect(await updated({ featured: 'false' })).toBeUndefined()
    expect((await post(`/api/portfolio/${A}/feature`, { featured: 'yes' })).status).toBe(400)
    expect((await post(`/api/portfolio/${'f'.repeat(24)}/feature`, { featured: true })).status).toBe(404)
  })
})

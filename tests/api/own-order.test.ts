// Projects in the owner's order: moves, the gallery that follows them, and two admins who move at once.
import { beforeEach, describe, expect, test } from 'vitest'
import type { PortfolioItem } from '../../contract/responses/projects.ts'
import { emptyPortfolio, portfolioCalls } from '../support/calls.ts'
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
const post = (path: string, json: unknown) => app.json(path, { cookie, json })
const move = (id: string, to: string, other?: string) => post(`/api/portfolio/${id}/move`, { to, other })
const moved = async (...call: Parameters<typeof move>) => expect((await move(...call)).status).toBe(200)
const namesOf = (items: PortfolioItem[]) => items.map(({ pname }) => pname)
const own = async (query = '') => namesOf((await list(`sort=own&limit=100&${query}`)).portfolios)
const gallery = async (query = '') =>
  namesOf((await app.json(`/getportfolio/public?limit=100&${query}`)).body.portfolios)

/** Published unless told; the last one is the newest. @returns their ids by name */
async function add(...names: string[]): Promise<Record<string, string>> {
  const ids: Record<string, string> = {}
  for (const name of names) ids[name] = (await added({ pname: name, status: 'published' })).id
  return ids
}
const idIn = (ids: Record<string, string>, name: string) => ids[name] ?? ''

describe('moves', () => {
  test('until the first one everything is newest first', async () => {
    await add('A', 'B', 'C')
    expect(await own()).toEqual(['C', 'B', 'A'])
    expect(await gallery()).toEqual(['C', 'B', 'A'])
  })

  test('a project names its neighbours in that order', async () => {
    const ids = await add('A', 'B', 'C')
    const a = idIn(ids, 'A')
    await update(a, { pname: 'A', summary: 'What it is.' })
    const neighbours = async () => {
      const [item] = (await app.json(`/getportfolio/public?id=${a}`)).body.portfolios
      return [item.neighbours.previous?.name, item.neighbours.next?.name]
    }
    expect(await neighbours()).toEqual(['B', undefined])
    await moved(a, 'up')
    expect(await neighbours()).toEqual(['C', 'B'])
  })

  test('up, down, to the top, above and below another one; the gallery follows at once', async () => {
    const ids = await add('A', 'B', 'C', 'D')
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
    const ids = await add('A', 'B')
    await moved(idIn(ids, 'A'), 'top')
    const { id } = await added({ pname: 'Draft' })
    await moved(id, 'down')
    await add('New')
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
    await seedItems(app.context.db, 2_500)
    const { portfolios, total } = await list('limit=100&page=23')
    const { id, pname } = portfolios[7]
    await moved(id, 'up')
    const before = namesOf(portfolios)
    ;[before[6], before[7]] = [pname, before[6] ?? '']
    expect(namesOf((await list('sort=own&limit=100&page=23')).portfolios)).toEqual(before)
    await moved(id, 'top')
    expect((await own())[0]).toBe(pname)
    expect(total).toBe(2_500)
    const all = new Set<string>()
    for (let page = 1; page <= 25; page++)
      for (const { id } of (await list(`sort=own&limit=100&page=${page}`)).portfolios) all.add(id)
    expect(all.size).toBe(2_500)
  })

  test('an unknown project, or one unknown next to which it is to stand, is 404 and changes nothing', async () => {
    const ids = await add('A', 'B')
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

  test.each([
    {},
    { to: 'left' },
    { to: 'above' },
    { to: 'top', other: 'f'.repeat(24) },
    { to: 'below', other: 'f'.repeat(65) },
    { to: 'below', other: 1 },
  ])('%j is rejected', async (json) => {
    const { A = '' } = await add('A')
    expect((await post(`/api/portfolio/${A}/move`, json)).status).toBe(400)
  })
})

describe('many moves', () => {
  test('two admins at once, and a third who adds: nothing is lost, all see the same order', async () => {
    const ids = Object.values(await add('A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'))
    // One call after the other, as a browser sends them.
    const each = async (call: (id: string, n: number) => Promise<unknown>) => {
      for (const [n, id] of ids.entries()) await call(id, n)
    }
    await Promise.all([
      each((id, n) => moved(id, 'above', ids[(n * 3 + 1) % ids.length])),
      each((id, n) => moved(id, n % 2 === 0 ? 'top' : 'down')),
      add('I').then(() => post('/bulk-update-status', { ids, status: 'published' })),
    ])
    const order = await own()
    expect(order.toSorted()).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I'])
    expect(await gallery()).toEqual(order)
  })

  test('two admins who begin at once: both moves are there', async () => {
    const ids = await add('A', 'B', 'C')
    const [a, b, c] = ['A', 'B', 'C'].map((name) => idIn(ids, name)) as [string, string, string]
    await Promise.all([moved(a, 'top'), moved(c, 'below', b)])
    expect(await own()).toEqual(['A', 'B', 'C'])
  })

  test('a project that is deleted while another one moves next to it gives 404, never 500', async () => {
    const ids = await add('A', 'B', 'C')
    const [{ status }] = await Promise.all([
      move(idIn(ids, 'A'), 'above', idIn(ids, 'B')),
      remove(idIn(ids, 'B')),
    ])
    expect([200, 404]).toContain(status)
    expect((await own()).toSorted()).toEqual(['A', 'C'])
  })
})

describe('a featured project', () => {
  test('is one in the list and in the gallery until it is no more', async () => {
    const { A = '' } = await add('A', 'B')
    const featured = async () =>
      (await app.json('/getportfolio/public')).body.portfolios.map((item: PortfolioItem) => item.featured)
    expect(await featured()).toEqual([undefined, undefined])
    expect((await post(`/api/portfolio/${A}/feature`, { featured: true })).status).toBe(200)
    expect(await featured()).toEqual([undefined, true])
    expect((await list()).portfolios[1].featured).toBe(true)
    expect((await post(`/api/portfolio/${A}/feature`, { featured: false })).status).toBe(200)
    expect(await featured()).toEqual([undefined, undefined])
    expect((await post(`/api/portfolio/${A}/feature`, { featured: 'yes' })).status).toBe(400)
    expect((await post(`/api/portfolio/${'f'.repeat(24)}/feature`, { featured: true })).status).toBe(404)
  })
})

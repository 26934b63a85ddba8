// "About this project": what admins send, what is stored, and who gets it; and what stands before and after a project.
import { beforeEach, describe, expect, test } from 'vitest'
import { aboutLengths, aboutParts } from '../../contract/portfolio.ts'
import type { PortfolioItem } from '../../contract/responses/projects.ts'
import { addItem } from '../../server/projects/items.ts'
import { emptyPortfolio, cover as image, portfolioCalls } from '../support/calls.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(() => emptyPortfolio(app))

const { add, added, update, remove, list } = portfolioCalls(() => ({ app, cookie }))
const shown = async (query: string): Promise<PortfolioItem[]> =>
  (await app.json(`/getportfolio/public?${query}`)).body.portfolios
const one = async (id: string) => (await shown(`id=${id}`))[0]
const rows = () => app.context.db.selectFrom('item_details').selectAll().execute()

const about = {
  summary: 'A booking site for nine rooms.',
  role: 'Design and frontend',
  year: '2025',
  client: 'Fjordlys Hotel, Norway',
  tools: 'WordPress, Figma',
  outcome: 'Direct bookings rose.\nThe page loads in a second.',
}

describe('About this project', () => {
  test('is shown where one project is requested by its id, and to admins', async () => {
    const item = await added({ ...about, status: 'published' })
    expect(item.about).toEqual(about)
    expect((await one(item.id))?.about).toEqual(about)
    const { portfolios } = await list()
    expect(portfolios).toEqual([item])
    for (const query of ['', 'page=1&limit=12', 'category=Print', 'search=fjord'])
      expect((await shown(query)).map(({ about }) => about)).toEqual([undefined])
  })

  test('of a draft is shown to admins alone', async () => {
    const item = await added(about)
    expect(await shown(`id=${item.id}`)).toEqual([])
    expect(JSON.stringify(await shown(''))).not.toContain(about.summary)
    expect((await list()).portfolios[0].about).toEqual(about)
    // Its edit dialog opens there, too.
    const home = (await app.json('/api/dashboard/home', { cookie })).body
    expect(home.drafts.newest[0].about).toEqual(about)
  })

  test('is in no response while nothing is filled in', async () => {
    const item = await added({ status: 'published', summary: ' \n', outcome: '' })
    const usual = Object.keys(item)
    expect(usual).not.toContain('about')
    for (const response of [(await list()).portfolios[0], await one(item.id)])
      expect(Object.keys(response)).toEqual(usual)
    expect(await rows()).toEqual([])
  })

  test('keeps each part that an update does not send, and clears what it sends empty', async () => {
    const { id } = await added(about)
    expect((await update(id)).body.portfolio.about).toEqual(about)
    const { role, ...rest } = about
    expect((await update(id, { role: '', year: '2026' })).body.portfolio.about).toEqual({
      ...rest,
      year: '2026',
    })
    expect((await one(id))?.about).toEqual({ ...rest, year: '2026' })
    const nothing = Object.fromEntries(aboutParts.map((part) => [part, '']))
    expect((await update(id, nothing)).body.portfolio).not.toHaveProperty('about')
    expect(await rows()).toEqual([])
    expect((await update(id, { role })).body.portfolio.about).toEqual({ role })
  })

  test('is cleaned: line breaks stay in the outcome alone', async () => {
    const { about } = await added({
      summary: ' One\r\nline\u202e ',
      outcome: ' First\r\n\r\nSecond\u0000 ',
      role: '<b>Cafe\u0301</b>',
    })
    expect(about).toEqual({ summary: 'One line', role: '<b>Caf\u00e9</b>', outcome: 'First\n\nSecond' })
  })

  test.each(aboutParts)('%s has a limit, and more is rejected', async (part) => {
    const max = aboutLengths[part]
    const item = await added({ [part]: 'x'.repeat(max) })
    expect(item.about).toEqual({ [part]: 'x'.repeat(max) })
    const label = `${part[0]?.toUpperCase()}${part.slice(1)}`
    const over = { [part]: 'x'.repeat(max + 1) }
    for (const { status, body } of [await add({ pname: 'Another', ...over }), await update(item.id, over)])
      expect([status, body.errors]).toEqual([400, { [part]: `${label} must be at most ${max} characters.` }])
    expect((await list()).portfolios).toEqual([item])
  })

  test('of two updates at the same moment, the parts of both are stored', async () => {
    const { id } = await added()
    const responses = await Promise.all([update(id, { role: 'Design' }), update(id, { year: '2026' })])
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    expect((await one(id))?.about).toEqual({ role: 'Design', year: '2026' })
  })

  test('goes with its project', async () => {
    const { id } = await added(about)
    expect(await rows()).toHaveLength(1)
    await remove(id)
    expect(await rows()).toEqual([])
  })
})

describe('the projects before and after one', () => {
  const at = async (pname: string, createdAt: string, status: 'draft' | 'published' = 'published') =>
    addItem(app.context, {
      pname,
      purl: 'https://fjord.example/',
      categories: ['Web'],
      status,
      createdAt,
      summary: 'Told.',
      image: new Uint8Array(await (image as Blob).arrayBuffer()),
    })

  test('are those of the gallery, in its order, without drafts', async () => {
    await at('Oldest', '2026-01-01T00:00:00.000Z')
    await at('Draft', '2026-01-02T00:00:00.000Z', 'draft')
    // Of the same time: their ids decide.
    await at('Twin', '2026-01-03T00:00:00.000Z')
    await at('Other twin', '2026-01-03T00:00:00.000Z')
    await at('Newest', '2026-01-04T00:00:00.000Z')
    const gallery = await shown('')
    expect(gallery).toHaveLength(4)
    const asNeighbour = (item: PortfolioItem | undefined) => (item ? { id: item.id, name: item.name } : null)
    for (const [place, { id }] of gallery.entries())
      expect((await one(id))?.neighbours).toEqual({
        previous: place === 0 ? null : asNeighbour(gallery[place - 1]),
        next: asNeighbour(gallery[place + 1]),
      })
  })

  test('are told only where something is told of the project, and never in a list', async () => {
    const silent = await added({ status: 'published' })
    await at('Told', '2026-01-01T00:00:00.000Z')
    expect(await one(silent.id)).not.toHaveProperty('neighbours')
    for (const item of await shown('')) expect(item).not.toHaveProperty('neighbours')
  })
})

// Ids of projects: addresses that people can read, made of the name when the project is added.
import { beforeEach, expect, test } from 'vitest'
import { emptyPortfolio, portfolioCalls } from '../support/calls.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(() => emptyPortfolio(app))

const { added, update, remove } = portfolioCalls(() => ({ app, cookie }))
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

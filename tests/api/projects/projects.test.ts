// Adding and changing a project: its fields, its id, invalid input, and About this project.

import { beforeEach, expect, test } from 'vitest'
import { factLengths, facts } from '../../../contract/case-study.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { callsOf, goodProject as good, cover as image, invalid, statusesAtOnce } from '../../support/calls.ts'
import { ownApp, sharedApp } from '../../support/start.ts'

const app = await sharedApp()
const cookie = await app.asAdmin()
beforeEach(() => app.empty('projects'))

const { add, added, update, remove, list } = callsOf(() => ({ app, cookie })).projects
const shown = async (query: string): Promise<Project[]> =>
  (await app.json(`/getportfolio/public?${query}`)).body.portfolios
const one = async (id: string) => (await shown(`id=${id}`))[0]

const required = 'All fields are required.'
const all = '"All" cannot be a category.'
test.each<[string, string | File | null, string]>([
  ...['pname', 'purl', 'categories', 'pimage'].map(
    (name) => [name, null, required] as [string, null, string],
  ),
  ['pname', '\u0000\u0007', required],
  ['pname', 'é'.repeat(101), 'Project name must be at most 100 characters.'],
  ['categories', ' , ,, ', required],
  ['categories', 'Web, aLL', all],
  ['categories', 'x'.repeat(41), 'A category has at most 40 characters.'],
  ['categories', '1,2,3,4,5,6,7,8,9,10,11', 'Use at most 10 categories.'],
  // As an empty file input sends.
  ['pimage', new File([], '', { type: 'application/octet-stream' }), required],
  ['status', 'public', 'Status is draft or published.'],
  ['focalX', '101', 'The focal point is given in whole percent from 0 to 100.'],
  ['preview', 'live,image', 'Preview is live or image.'],
  ['summary', 'x'.repeat(factLengths.summary + 1), 'Summary must be at most 300 characters.'],
])('a project with %s %j is not added: %s', async (field, value, message) => {
  const { [field]: _, ...others }: Record<string, string | Blob> = { ...good, pimage: image }
  const form = value === null ? others : { ...others, [field]: value }
  const response = await app.json('/portfolio/add-portfolio', { cookie, form })
  expect(response).toMatchObject(invalid(field, message))
  expect((await list()).total).toBe(0)
})

test('a change replaces the fields, but not what the server sets nor, without a file or a status, these', async () => {
  const ofServer = { id: 'chosen', createdAt: '2000-01-01T00:00:00.000Z', __proto__: 'x', constructor: 'x' }
  const { status: code, body: answer } = await add({ status: 'published', ...ofServer })
  expect([code, answer.message]).toEqual([201, 'Portfolio added successfully!'])
  const project = answer.portfolio
  expect([project.id, project.createdAt > '2020']).toEqual(['fjord-hotel', true])
  expect(project.pimage).toMatch(/^\/uploads\/[0-9a-f]{24}-40x30\/40\.webp$/)
  const same = await app.json(`/update/${project.id}`, { method: 'PUT', cookie, form: good })
  expect(same.body.portfolio).toEqual(project)
  const sent = { pname: 'Fjord Hostel', purl: 'https://other.example', categories: '["React"]' }
  const { status, body } = await update(project.id, { ...sent, ...ofServer })
  expect([status, body.message]).toEqual([200, 'Portfolio updated successfully!'])
  expect(body.portfolio).toEqual({
    ...project,
    pname: 'Fjord Hostel',
    Title: 'Fjord Hostel',
    name: 'Fjord Hostel',
    purl: 'https://other.example/',
    categories: ['React'],
  })
  expect([(await list('search=fjord hostel')).total, (await list('search=wordpress')).total]).toEqual([1, 0])
})

test.each([
  ['pname', ' ', 'Portfolio name is required.'],
  ['categories', '[]', 'At least one category is required.'],
  ['preview', '', 'Preview is live or image.'],
  ['year', 'x'.repeat(factLengths.year + 1), 'Year must be at most 20 characters.'],
])('a change to %s %j is rejected: %s', async (field, value, message) => {
  const project = await added()
  expect(await update(project.id, { [field]: value })).toMatchObject(invalid(field, message))
  expect((await list()).portfolios).toEqual([project])
})

test.each([
  ['categories', 'One, Two ,,  Three', ['One', 'Two', 'Three']],
  ['categories', '["One","Two, too"]', ['One', 'Two, too']],
  ['categories', "Kid’s, kid's, KID'S, Web", ['Kid’s', 'Web']],
  ['categories', '[Draft, Two', ['[Draft', 'Two']],
  ['purl', 'httpbin.org/get', 'https://httpbin.org/get'],
  ['purl', '  HTTP://Fjord.Example/A?b=c#d ', 'http://fjord.example/A?b=c#d'],
  ['purl', 'fjord.example:8443/a', 'https://fjord.example:8443/a'],
])('%s %j are stored as %j', async (field, sent, stored) => {
  expect(await added({ [field]: sent })).toMatchObject({ [field]: stored })
})

test('a category in use has one spelling, which a project that has it changes for all', async () => {
  const first = await added({ categories: 'WordPress' })
  const second = await added({ pname: 'Second', categories: 'wordpress, New' })
  expect(second.categories).toEqual(['WordPress', 'New'])
  const { body } = await update(first.id, { categories: 'Wordpress' })
  expect(body.portfolio.categories).toEqual(['Wordpress'])
  const all: Project[] = (await list()).portfolios
  expect(all.find(({ id }) => id === second.id)?.categories).toEqual(['Wordpress', 'New'])
})

const never = [
  'JaVaScRiPt:alert(1)//https://x.example',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '//x.example/',
  'https:\\x.example',
  'https://user:secret@x.example/',
  'https://x.example\n.y.example/',
  `https://x.example/${'a'.repeat(2000)}`,
]
test('URLs of no site are rejected when added and when changed', async () => {
  const project = await added()
  for (const purl of never)
    for (const response of [await add({ pname: 'Another', purl }), await update(project.id, { purl })])
      expect(response, purl).toMatchObject(invalid('purl', 'Invalid URL format.'))
  expect((await list()).portfolios).toEqual([project])
})

test('the URL of a page of this site is rejected, by any name of this machine, but for demo pages, which are stored as their path and move with PUBLIC_URL', async () => {
  const { port } = new URL(app.url)
  for (const place of [
    `127.0.0.1:${port}/`,
    `[::1]:${port}/`,
    `[::ffff:127.0.0.1]:${port}/dashboard`,
    `0.0.0.0:${port}/dashboard`,
    `www.localhost:${port}/`,
    `localhost.:${port}/`,
    `localhost:${port}/demo/../dashboard`,
    `localhost:${port}/demo/kestrel?x`,
  ])
    expect(await add({ purl: `http://${place}` }), place).toMatchObject(
      invalid('purl', expect.stringMatching(/^A page of this site itself/)),
    )
  const purl = `${app.context.config.publicUrl}/demo/kestrel`
  const project = await added({ purl })
  const { url } = await app.context.db.selectFrom('projects').select('url').executeTakeFirstOrThrow()
  expect([project.purl, url]).toEqual([purl, '/demo/kestrel'])
  expect((await update(project.id, { purl })).body.portfolio.purl).toBe(purl)
})

test('the URL of a page at the port of PUBLIC_URL is rejected where PUBLIC_URL is on this machine, otherwise not', async () => {
  for (const [PUBLIC_URL, status] of [
    ['http://127.0.0.1:3000', 400],
    ['https://juno.example', 201],
  ] as const) {
    const own = await ownApp({ PUBLIC_URL })
    const admin = await own.asAdmin()
    const there = callsOf(() => ({ app: own, cookie: admin })).projects
    const { status: code } = await there.add({ purl: 'http://[::ffff:127.0.0.1]:3000/' })
    expect([PUBLIC_URL, code]).toEqual([PUBLIC_URL, status])
  }
})

test('the focal point and what the preview shows are told to everybody, and stay where an update does not send them', async () => {
  const usual = { status: 'draft', opens: 'preview', preview: 'live', focalX: 50, focalY: 0 }
  expect(await added({ pname: 'Usual', status: '' })).toMatchObject(usual)
  const set = { focalX: 7, focalY: 100, preview: 'image' }
  const project = await added({ focalX: '7', focalY: '100', preview: ' Image ', status: 'published' })
  expect(project).toMatchObject(set)
  expect((await list()).portfolios[0]).toEqual(project)
  expect([await one(project.id), await shown('')]).toEqual([project, [project]])
  expect((await update(project.id, { focalY: '0' })).body.portfolio).toMatchObject({ ...set, focalY: 0 })
  expect((await update(project.id, { preview: 'live' })).body.portfolio.preview).toBe('live')
  expect((await one(project.id))?.preview).toBe('live')
})

/** Addresses that people can read, made of the name when the project is added. */
const idOf = async (pname: string) => (await added({ pname, status: 'published' })).id

test.each([
  ['  Größe & Maß, Łódź! ', 'grosse-mass-lodz'],
  ["Client's İstanbul 2026", 'clients-istanbul-2026'],
  ['Студия Bold', 'bold'],
  ['../add-portfolio', 'add-portfolio-2'],
  ['Site', 'site-2'],
  [`Long ${'word '.repeat(15)}`, 'long-word-word-word-word-word-word-word-word'],
  ['x'.repeat(100), 'x'.repeat(48)],
  // Without Latin letters it is short and random.
  ['東京', '[a-z0-9]{8}'],
])('%j is at %s', async (name, id) => {
  const made = await idOf(name)
  expect(made).toMatch(new RegExp(`^${id}$`))
  expect(await shown(`id=${made}`)).toHaveLength(1)
})

test('a taken id gets a number, also of two at once, and a new name changes nothing', async () => {
  const id = await idOf('Fjord')
  const both = await Promise.all([idOf('Fjord!'), idOf('Fjord?')])
  expect(both.sort()).toEqual(['fjord-2', 'fjord-3'])
  expect((await update(id, { pname: 'Harbour' })).body.portfolio.id).toBe('fjord')
  expect(await idOf('Fjord')).toBe('fjord-4')
  await remove('fjord')
  expect(await idOf('Fjord.')).toBe('fjord')
})

const about = {
  summary: 'A booking site for nine rooms.',
  role: 'Design and frontend',
  year: '2025',
  client: 'Fjordlys Hotel, Norway',
  tools: 'WordPress, Figma',
}

test('the facts of a project are cleaned, shown where it is requested by its id, and stay until they are cleared; those of a draft are for admins alone', async () => {
  const { id, ...others } = await added({ summary: ' \n', role: '' })
  expect(others).not.toHaveProperty('facts')
  await update(id, { ...about, summary: ' A booking\r\nsite for nine rooms.\u202e ', status: 'draft' })
  expect((await list()).portfolios[0].facts).toEqual(about)
  // Its edit dialog opens there, too, where the draft that was changed last is the first.
  await added({ pname: 'Newer' })
  await update(id, { status: 'draft' })
  const { drafts } = (await app.json('/api/dashboard/home', { cookie })).body
  expect(drafts).toMatchObject({ total: 2, newest: [{ facts: about }, { pname: 'Newer' }] })
  expect(await one(id)).toBeUndefined()

  expect((await update(id)).body.portfolio.facts).toEqual(about)
  expect((await one(id))?.facts).toEqual(about)
  expect((await shown('')).map(({ facts }) => facts)).toEqual([undefined])
  const { role: _, ...rest } = { ...about, year: '2026' }
  expect((await update(id, { role: '', year: '2026' })).body.portfolio.facts).toEqual(rest)
  const nothing = Object.fromEntries(facts.map((fact) => [fact, '']))
  expect((await update(id, nothing)).body.portfolio).not.toHaveProperty('facts')
  expect(await one(id)).not.toHaveProperty('facts')
})

test('of two updates of facts at the same moment, those of both are stored', async () => {
  const { id } = await added()
  const calls = [update(id, { role: 'Design' }), update(id, { year: '2026' })]
  expect(await statusesAtOnce(calls)).toEqual([200, 200])
  expect((await one(id))?.facts).toEqual({ role: 'Design', year: '2026' })
})

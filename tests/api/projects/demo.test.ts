// The demo content: loaded once, pages that can do nothing, and what of the site is still the demo's.
import { expect, test } from 'vitest'
import { demoProjects } from '../../../content/demo/projects.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { callsOf, cover } from '../../support/calls.ts'
import { publishProject } from '../../support/seed.ts'
import { ownApp } from '../../support/start.ts'

async function started() {
  const app = await ownApp()
  return {
    app,
    add: (pname: string, createdAt?: string) => publishProject(app, pname, createdAt ? { createdAt } : {}),
    list: async () =>
      (await app.json('/getportfolio/public')).body.portfolios.map(({ pname }: Project) => pname),
  }
}

test('the demo is loaded where it is wanted and no project is; an image that cannot be stored ends no start, and the next one goes on', async () => {
  const { app, add, list } = await started()
  const log = app.captureLog()
  const { images } = app.context
  const store = images.store.bind(images)
  await add('Own')
  await app.loadDemo()
  expect(await list()).toEqual(['Own'])
  await app.empty('projects')
  await app.loadDemo(false)
  expect(await list()).toEqual([])
  log.length = 0
  images.store = () => Promise.reject(new Error('ended from outside'))
  await app.loadDemo()
  expect(log.map((line) => JSON.parse(line).event)).toEqual(['demo.not-loaded'])
  // A small one for each: the demo's own take seconds.
  const small = await cover.bytes()
  images.store = (_, kind) => store(small, kind)
  await app.loadDemo()
  expect(await list()).toEqual(demoProjects.map(({ name }) => name))
})

test('demo projects that nobody changed are deleted at once, and loaded again where they stood', async () => {
  const { app, add, list } = await started()
  const cookie = await app.asAdmin()
  const demo = (at: number) => add(String(demoProjects[at]?.name), demoProjects[at]?.createdAt)
  // Not the one with a case study, and only one: to encode their pictures takes a busy machine longer than a request may take.
  await demo(1)
  await add('Own')
  const last = await demo(4)
  await app.json('/bulk-update-status', { cookie, json: { ids: [last.id], status: 'draft' } })
  const before = ['Own', demoProjects[1]?.name]

  const path = '/api/dashboard/demo'
  const { projects } = (await app.json(path, { method: 'DELETE', cookie })).body
  expect(projects).toMatchObject([{ slug: demoProjects[1]?.slug }])
  expect(await list()).toEqual(['Own'])
  // A second press, and what is no demo, load nothing.
  for (const sent of [projects, [...projects, { slug: '../x', position: 1 }]]) {
    expect((await app.json(path, { cookie, json: { projects: sent } })).status).toBe(200)
    expect(await list()).toEqual(before)
  }
})

test('demo pages can run nothing and may be framed by this site only; others are not found', async () => {
  const { app } = await started()
  for (const { slug } of demoProjects) {
    const response = await app.send(`/demo/${slug}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-security-policy': expect.stringMatching(
        /^sandbox; default-src 'none'; style-src 'sha256-[^']+'; img-src data:; frame-ancestors 'self'$/,
      ),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    })
    // Anything the policy would stop has no place in them.
    expect(await response.text()).not.toMatch(/<script|\sstyle=|<link|\son\w+=|https?:\/\/(?!www\.w3\.org)/i)
  }
  for (const slug of ['nothing', '..%2fprojects.ts', 'kestrel.html', 'Kestrel', '__proto__', ''])
    expect((await app.send(`/demo/${slug}`)).status, slug).toBe(404)
})

test('what is the owner’s is found in the content itself, and goes once all is done', async () => {
  const app = await ownApp()
  const cookie = await app.asAdmin()
  const { publish } = callsOf(() => ({ app, cookie })).site
  const home = async () => (await app.json('/api/dashboard/home', { cookie })).body
  const done = async () => (await home()).own.done.join(' ')
  const send = async (path: string, json: object) =>
    expect((await app.json(path, { method: 'PUT', cookie, json })).status).toBe(200)
  const change = (change: string) => send('/api/dashboard/own', { change })
  await publish((site) => {
    site.name.brand = 'Emma & Co'
    site.hero.line = 'Bread since 1999.'
    site.about.portrait = 'none'
    site.home = [{ section: 'services', isShown: false }]
  })
  // The name and the figures of the hero are the demo's still.
  expect(await done()).toBe('portrait services projects')
  await publish((site) => {
    site.name.owner = 'Emma Wagner'
    site.stats = []
  })
  expect(await done()).toBe('name role portrait services projects')
  await send('/api/settings/registration', { registrationEnabled: true })
  await change('no-legal-pages')
  expect(await done()).toMatch(/ projects legal registration$/)
  await change('finish')
  expect((await home()).own).toBe(null)
})

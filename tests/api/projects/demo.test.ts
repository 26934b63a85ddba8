// The demo content: loaded once, and pages that can do nothing.
import { expect, test } from 'vitest'
import { demoProjects } from '../../../content/demo/projects.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { loadDemo } from '../../../server/projects/demo.ts'
import { addProject } from '../../../server/projects/projects.ts'
import { png } from '../../support/sample-images.ts'
import { ownApps, type Running, sharedApp } from '../../support/start.ts'

const ownApp = ownApps()
let app: Running

sharedApp((started) => {
  app = started
})

const names = async () =>
  (await app.json('/getportfolio/public')).body.portfolios.map((project: Project) => project.pname)

test('the demo is not loaded with DEMO_CONTENT=off, nor into a database that has projects', async () => {
  await loadDemo(app.context)
  expect(await names()).toEqual([])
  await addProject(app.context, {
    pname: 'Own',
    purl: 'https://example.com/own',
    categories: ['Web'],
    status: 'published',
    image: new Uint8Array(await (await png()).arrayBuffer()),
  })
  await loadDemo({ ...app.context, config: { ...app.context.config, demoContent: true } })
  expect(await names()).toEqual(['Own'])
})

test('demo projects that nobody changed are deleted at once, and loaded again where they stood', async () => {
  const fresh = await ownApp()
  const cookie = await fresh.asAdmin()
  const image = new Uint8Array(await (await png()).arrayBuffer())
  const add = (pname: string, createdAt?: string) =>
    addProject(fresh.context, {
      ...{ pname, image, purl: 'https://example.com/own', categories: ['Web'], status: 'published' as const },
      ...(createdAt ? { createdAt } : {}),
    })
  const demo = (at: number) => add(String(demoProjects[at]?.name), demoProjects[at]?.createdAt)
  const list = async () =>
    (await fresh.json('/getportfolio/public')).body.portfolios.map(({ pname }: Project) => pname)
  // Not the one with a case study, and only one: to encode their pictures takes a busy machine longer than a request may take.
  await demo(1)
  await add('Own')
  const last = await demo(4)
  const json = { ids: [last.id], status: 'draft' }
  expect((await fresh.json('/bulk-update-status', { cookie, json })).status).toBe(200)
  const before = await list()
  const named = [demoProjects[1]]
  expect(before).toEqual(['Own', ...named.map((project) => project?.name)])

  const path = '/api/dashboard/demo'
  const { body } = await fresh.json(path, { method: 'DELETE', cookie })
  const slugs = body.projects.map(({ slug }: { slug: string }) => slug)
  expect(slugs).toEqual(named.map((project) => project?.slug))
  expect(await list()).toEqual(['Own'])
  const { projects } = body
  expect((await fresh.json(path, { cookie, json: { projects } })).status).toBe(200)
  expect(await list()).toEqual(before)
  // A second press, and what is no demo, load nothing.
  const again = [...projects, { slug: '../x', position: 1 }]
  expect((await fresh.json(path, { cookie, json: { projects: again } })).status).toBe(200)
  expect(await list()).toEqual(before)
})

test('demo pages can run nothing and may be framed by this site only', async () => {
  for (const { slug } of demoProjects) {
    const response = await app.send(`/demo/${slug}`)
    expect(response.status).toBe(200)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(
      /^sandbox; default-src 'none'; style-src 'sha256-[^']+'; img-src data:; frame-ancestors 'self'$/,
    )
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    // Anything the policy would stop has no place in them.
    expect(await response.text()).not.toMatch(/<script|\sstyle=|<link|\son\w+=|https?:\/\/(?!www\.w3\.org)/i)
  }
})

test.each(['nothing', '..%2fprojects.ts', '%2e%2e%2fprojects', 'kestrel.html', 'Kestrel', '__proto__', ''])(
  '/demo/%s is not found',
  async (slug) => {
    expect((await app.send(`/demo/${slug}`)).status).toBe(404)
  },
)

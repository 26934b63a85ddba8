// The sitemap: every published project once, however many there are.
import { expect, test } from 'vitest'
import { withTimeLimit } from '../../server/db/time-limit.ts'
import { seedItems } from '../support/seed.ts'
import { sharedApp } from '../support/shared-app.ts'
import type { Running } from '../support/start.ts'

let app: Running

sharedApp((started) => {
  app = started
})

const get = async (path: string) => {
  const response = await app.send(path)
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/xml; charset=utf-8',
  ])
  return response.text()
}
const locations = (xml: string) =>
  [...xml.matchAll(/<loc>[a-z]+:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, path]) => path ?? '')
const published = async () => {
  const rows = await app.context.db
    .selectFrom('items')
    .select('id')
    .where('status', '=', 'published')
    .execute()
  return rows.map(({ id }) => `/portfolio/${id}`).sort()
}
const ofProjects = (paths: string[]) => paths.filter((path) => path.startsWith('/portfolio/')).sort()

test('the sitemap of few projects is one file, without drafts', async () => {
  await seedItems(app.context.db, 20)
  const paths = locations(await get('/sitemap.xml'))
  expect(paths.filter((path) => !path.startsWith('/portfolio/'))).toEqual([
    '/',
    '/about',
    '/portfolio',
    '/contact',
  ])
  expect(ofProjects(paths)).toEqual(await published())
  for (const path of ['/sitemap-0.xml', '/sitemap-.xml', '/sitemap-g.xml'])
    expect((await app.send(path)).status, path).toBe(404)
})

test('the sitemap of many projects is an index of parts, in which each is once [R184]', async () => {
  // More than a busy machine inserts in the time that a request may wait.
  await withTimeLimit(60_000, async () => {
    await app.context.db.deleteFrom('items').execute()
    await seedItems(app.context.db, 10_020)
  })
  app.context.changes.emit('portfolio')
  const index = await get('/sitemap.xml')
  expect(index).toMatch(/^<\?xml version="1.0" encoding="UTF-8"\?><sitemapindex xmlns="[^"]*"><sitemap><loc>/)
  const parts = locations(index)
  expect(parts).toHaveLength(16)
  const paths: string[] = []
  for (const part of parts) paths.push(...locations(await get(part)))
  expect(ofProjects(paths)).toEqual(await published())
  expect(paths.filter((path) => path === '/about')).toHaveLength(1)
  for (const path of ['/sitemap-00.xml', '/sitemap-g.xml', '/sitemap-A.xml'])
    expect((await app.send(path)).status, path).toBe(404)
})

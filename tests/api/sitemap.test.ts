// The sitemap: every public page and published project.
import { expect, test } from 'vitest'
import { seedItems } from '../support/seed.ts'
import { type Running, sharedApp } from '../support/start.ts'

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

test('the sitemap has every public page and published project once, and no draft', async () => {
  await seedItems(app.context.db, 20)
  const paths = locations(await get('/sitemap.xml'))
  expect(paths.filter((path) => !path.startsWith('/portfolio/'))).toEqual([
    '/',
    '/about',
    '/portfolio',
    '/contact',
  ])
  expect(ofProjects(paths)).toEqual(await published())
})

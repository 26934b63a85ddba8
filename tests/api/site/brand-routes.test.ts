// The files that depend on the brand: icons, share images and fonts.
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { shareImageSize } from '../../../contract/images.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import type { SiteContent } from '../../../contract/site.ts'
import { callsOf, statusesAtOnce } from '../../support/calls.ts'
import { colourAt, plain } from '../../support/sample-images.ts'
import { seed } from '../../support/seed.ts'
import { ownApp, sharedApp } from '../../support/start.ts'

const app = await sharedApp()
const cookie = await app.asAdmin()
beforeEach(() => app.empty('projects'))
const portfolio = callsOf(() => ({ app, cookie })).projects
const { publish } = callsOf(() => ({ app, cookie })).site
const named =
  (brand: string) =>
  ({ name }: SiteContent) =>
    Object.assign(name, { brand, owner: brand })
await publish(named('Juno Balint'))

const bytes = async (path: string, from = app) => {
  const response = await from.send(path)
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

test('favicon, app icons and the one font that is served are those of the brand', async () => {
  const own = await ownApp()
  const admin = await own.asAdmin()
  await callsOf(() => ({ app: own, cookie: admin })).site.publish(named('דוד בן גוריון'))
  const favicon = await bytes('/favicon.svg', own)
  expect(favicon.response.headers.get('content-type')).toBe('image/svg+xml')
  expect((await bytes('/pictures/favicon.svg', own)).body).toEqual(favicon.body)
  const { body: ico } = await bytes('/favicon.ico', own)
  // An icon of three sizes, of which the first is 16 pixels wide.
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6)]).toEqual([1, 3, 16])
  const { body: manifest } = await own.json('/manifest.webmanifest')
  expect(manifest.name).toBe('דוד בן גוריון')
  for (const { src, sizes } of manifest.icons) {
    const { width, height } = await sharp((await bytes(src, own)).body).metadata()
    expect(`${width}x${height}`).toBe(sizes)
  }
  const { fonts } = await (await own.context.site.current()).brand()
  expect(fonts).toEqual(['/fonts/heebo-hebrew-wght-normal.woff2'])
  const { response, body } = await bytes(fonts[0] ?? '', own)
  expect(response.headers.get('content-type')).toBe('font/woff2')
  expect(body.subarray(0, 4).toString()).toBe('wOF2')
  for (const path of ['/fonts/inter-greek-wght-normal.woff2', '/fonts/..%2f..%2fpackage.json', '/fonts/x'])
    expect((await bytes(path, own)).response.status).toBe(404)
})

/** Any other path of its share image redirects there. */
const pathOf = async ({ id }: Project) =>
  (await app.send(`/share/${id}-0123456789abcdef.jpg`)).headers.get('location') ?? ''

/** From here on counts what is drawn; nothing is finished before `hold`. */
function countDrawings(hold = Promise.resolve()) {
  const { images } = app.context
  const draw = images.draw.bind(images)
  const counted = { drawn: 0, running: 0, most: 0 }
  images.draw = async (...args) => {
    counted.drawn++
    counted.most = Math.max(counted.most, ++counted.running)
    await hold
    return draw(...args).finally(() => counted.running--)
  }
  return counted
}

test('share images of the owner and of a project are drawn once, in the size of the contract; not for a draft or a made-up path; a change gives a new URL, and the old one redirects', async () => {
  const counted = countDrawings()
  const owner = await bytes('/pictures/og.png')
  expect(await sharp(owner.body).metadata()).toMatchObject({ format: 'png', ...shareImageSize })
  const project = await portfolio.added({ pname: 'Łódź, Сайт, 网站, متجر', status: 'published' })
  const path = await pathOf(project)
  const { response, body } = await bytes(path)
  expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', ...shareImageSize })
  expect(response.headers.get('cache-control')).toContain('immutable')
  expect((await bytes(path)).body).toEqual(body)
  expect((await bytes('/pictures/og.png')).body).toEqual(owner.body)
  const draft = await portfolio.added({ pname: 'Draft', status: 'published' })
  const withdrawn = await pathOf(draft)
  await portfolio.update(draft.id, { pname: 'Draft', status: 'draft' })
  for (const [made, status] of [
    [`/share/${project.id}-0123456789abcdef.jpg`, 302],
    [`/share/${'0'.repeat(24)}-0123456789abcdef.jpg`, 404],
    [withdrawn, 404],
    ['/share/..%2f..%2fportfolio.db', 404],
  ] as const)
    expect([made, (await bytes(made)).response.status]).toEqual([made, status])
  expect(counted.drawn).toBe(2)
  const { portfolio: changed } = (await portfolio.update(project.id, { pname: 'Another Name' })).body
  const old = (await bytes(path)).response
  expect([old.status, old.headers.get('location')]).toEqual([302, await pathOf(changed)])
  expect((await bytes(await pathOf(changed))).response.status).toBe(200)
})

test('share images are cropped around the focal point, and have another URL for another point', async () => {
  // The upper half red, the lower half blue.
  const image = plain(600, 600).extend({ bottom: 600, background: '#1414dc' }).png()
  const pimage = new Blob([await image.toBuffer()])
  const top = await portfolio.added({ status: 'published', pimage, focalX: '50', focalY: '0' })
  const colour = async (project: Project) => colourAt((await bytes(await pathOf(project))).body, 790, 310)
  const [red] = await colour(top)
  expect(red).toBeGreaterThan(200)
  const before = await pathOf(top)
  const { body } = await portfolio.update(top.id, { focalX: '50', focalY: '100' })
  expect(await pathOf(body.portfolio)).not.toBe(before)
  const [, , blue] = await colour(body.portfolio)
  expect(blue).toBeGreaterThan(200)
})

test('share images are drawn one at a time, and a crawler that requests more than may wait gets 503 for the rest', async () => {
  app.context.log.level = 'silent'
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const counted = countDrawings(promise)
  // Of these 13 are published.
  await seed(app.context.db, { projects: 16 })
  const { portfolios } = (await app.json('/getportfolio/public?limit=13')).body
  const draw = async (project: Project) => app.send(await pathOf(project))
  const requests: Promise<Response>[] = portfolios.map(draw)
  const first = await Promise.race(requests)
  expect([first.status, Number(first.headers.get('retry-after')) > 0]).toEqual([503, true])
  release()
  expect(await statusesAtOnce(requests)).toEqual([...Array(12).fill(200), 503])
  expect([counted.drawn, counted.most]).toEqual([12, 1])
  for (const project of portfolios) expect((await draw(project)).status).toBe(200)
})

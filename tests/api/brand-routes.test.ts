// The files that depend on the brand: icons, share images and fonts. How share images are stored: share-images.test.ts.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { shareImageSize } from '../../contract/brand.ts'
import { defaultFocalPoint } from '../../contract/portfolio.ts'
import { ShareImages } from '../../server/brand/share-images.ts'
import { contentDefaults } from '../../server/site/defaults.ts'
import { namedContent } from '../support/named-site.ts'
import { ownApps } from '../support/own-apps.ts'
import { emptyPortfolio, portfolioCalls } from '../support/portfolio-calls.ts'
import type { Running } from '../support/start.ts'

const ownApp = ownApps()
let app: Running
let cookie = ''
const portfolio = portfolioCalls(() => ({ app, cookie }))

async function start(name: { brand: string } = { brand: 'Juno Balint' }): Promise<void> {
  const { portrait } = contentDefaults()
  app = await ownApp({}, { defaults: namedContent(name, { portrait }) })
  cookie = await app.asAdmin()
  await emptyPortfolio(app)
}

const bytes = async (path: string, headers: Record<string, string> = {}) => {
  const response = await app.send(path, { headers })
  return { response, body: Buffer.from(await response.arrayBuffer()) }
}

describe('icons', () => {
  test('favicon and app icons are drawn from the brand', async () => {
    await start({ brand: 'Łukasz Żółć' })
    const favicon = await bytes('/favicon.svg')
    expect(favicon.response.headers.get('content-type')).toBe('image/svg+xml')
    expect((await bytes('/pictures/favicon.svg')).body).toEqual(favicon.body)
    const { body: ico } = await bytes('/favicon.ico')
    expect([ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([1, 3])
    for (const [at, size] of [16, 32, 48].entries()) {
      const entry = 6 + 16 * at
      const png = ico.subarray(ico.readUInt32LE(entry + 12)).subarray(0, ico.readUInt32LE(entry + 8))
      expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: size, height: size })
    }
    const { body: manifest } = await app.json('/manifest.webmanifest')
    expect(manifest.name).toBe('Łukasz Żółć')
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await sharp((await bytes(src)).body).metadata()
      expect(`${width}x${height}`).toBe(sizes)
    }
    const own = (await bytes('/pictures/icon-192.png')).body
    await start({ brand: 'Emma Wagner' })
    expect((await bytes('/pictures/icon-192.png')).body).not.toEqual(own)
  })
})

describe('share images', () => {
  test('of the owner and of a project have the size that the contract names', async () => {
    await start()
    const owner = await bytes('/pictures/og.png')
    expect(await sharp(owner.body).metadata()).toMatchObject({ format: 'png', ...shareImageSize })
    const item = await portfolio.added({ pname: 'Łódź, Сайт, 网站, متجر', status: 'published' })
    const images = new ShareImages(app.context)
    const { response, body } = await bytes(await images.pathOf(item))
    expect(await sharp(body).metadata()).toMatchObject({ format: 'jpeg', ...shareImageSize })
    expect(response.headers.get('cache-control')).toContain('immutable')
  })

  test('are not found for a draft, nor for a project that does not exist', async () => {
    await start()
    const item = await portfolio.added()
    const path = await new ShareImages(app.context).pathOf(item)
    await portfolio.update(item.id, { status: 'draft' })
    expect((await bytes(path)).response.status).toBe(404)
    expect((await bytes(path.replace(item.id, '0'.repeat(24)))).response.status).toBe(404)
  })

  test('a change of the project gives a new URL, and the old one redirects there', async () => {
    await start()
    const item = await portfolio.added({ status: 'published' })
    const images = new ShareImages(app.context)
    const { body } = await portfolio.update(item.id, { pname: 'Another Name' })
    expect(images.pathOf(body.portfolio)).not.toBe(await images.pathOf(item))
    const { response } = await bytes(await images.pathOf(item))
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(await images.pathOf(body.portfolio))
  })

  test('are drawn one at a time, and too many at once are rejected', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    let reading = 0
    let most = 0
    await start()
    const uploads = {
      ...app.context.uploads,
      read: async () => {
        reading++
        most = Math.max(most, reading)
        await held
        reading--
        return null
      },
    }
    const images = new ShareImages({ ...app.context, uploads })
    const item = (number: number) => ({
      id: number.toString(16).padStart(24, '0'),
      name: `Project ${number}`,
      pimage: '/uploads/a-1200x900/1200.webp',
      ...defaultFocalPoint,
    })
    let rejected = 0
    const requests = Array.from({ length: 13 }, (_, number) => images.ofProject(item(number)))
    for (const image of requests) image.catch(() => rejected++)
    // A request for an image that is being drawn waits for it.
    const joined = images.ofProject(item(0))
    await expect.poll(() => rejected, { timeout: 20_000 }).toBe(1)
    release()
    expect(await joined).toBe(await requests[0])
    const outcomes = await Promise.allSettled(requests)
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(12)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'unavailable', message: expect.stringContaining('Too many images') },
    })
    expect(most).toBe(1)
    expect(await images.ofProject(item(99))).toBeInstanceOf(Buffer)
  })
})

test.each([
  ['Анна Каренина', 'inter-cyrillic'],
  ['דוד בן גוריון', 'heebo-hebrew'],
  ['محمد العلي', 'alexandria-arabic'],
  ['Nguyễn Ánh', 'familjen-grotesk-vietnamese'],
])('only the font that the name %s needs is served', async (name, file) => {
  await start({ brand: name })
  const { fonts } = await (await app.context.site.current()).brand()
  expect(fonts).toEqual([`/fonts/${file}-wght-normal.woff2`])
  const { response, body } = await bytes(fonts[0] ?? '')
  expect(response.headers.get('content-type')).toBe('font/woff2')
  expect(body.subarray(0, 4).toString()).toBe('wOF2')
  for (const path of ['/fonts/inter-greek-wght-normal.woff2', '/fonts/..%2f..%2fpackage.json', '/fonts/x'])
    expect((await bytes(path)).response.status).toBe(404)
})

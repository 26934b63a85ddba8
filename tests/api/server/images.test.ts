// Uploaded images: what is accepted, what is rejected, what is served. Their files and rows: image-files.test.ts.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { imageSources } from '../../../contract/images.ts'
import { imageNames } from '../../../server/image-names.ts'
import { cleanUpImages } from '../../../server/images/cleanup.ts'
import { portfolioCalls } from '../../support/calls.ts'
import {
  animatedWebp,
  bytesOf,
  canary,
  colourAt,
  file,
  pixelFlood,
  png,
  sizeOf,
  turnedJpeg,
} from '../../support/sample-images.ts'
import { type Running, sharedApp } from '../../support/start.ts'

let app: Running
let cookie: string
let count = 0

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(async () => {
  const { portfolios } = (await app.json('/get-portfolios?limit=100', { cookie })).body
  const ids = portfolios.map(({ id }: { id: string }) => id)
  if (ids.length > 0) await app.send('/bulk-delete', { cookie, json: { ids } })
})

const portfolio = portfolioCalls(() => ({ app, cookie }))
const fields = (pimage: Blob) => ({ pname: `Project ${++count}`, pimage })
const add = (pimage: Blob) => portfolio.add({ ...fields(pimage), status: 'published' })
const update = (id: string, pimage: Blob) => portfolio.update(id, fields(pimage))
/** Once no AVIF file is being written: that of a deleted image is removed a moment later. */
const folders = async () => {
  await app.context.images.settled()
  const names = await readdir(join(app.context.config.dataDir, 'uploads'))
  return names.filter((name) => /^[\da-f]{24}-/.test(name))
}
const bytesAt = async (address: string) => new Uint8Array(await (await app.send(address)).arrayBuffer())

describe('a good image', () => {
  test('is immutable under an unguessable name, and sandboxed', async () => {
    const { body } = await add(await png(40, 30))
    expect(body.portfolio.pimage).toMatch(/^\/uploads\/[0-9a-f]{24}-40x30\/40\.webp$/)
    const { status, headers } = await app.send(body.portfolio.pimage)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; sandbox")
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(headers.get('set-cookie')).toBeNull()
  })

  test('exists at every URL of its srcset, in its width, and none is wider than the upload or 1920', async () => {
    for (const [upload, widths] of [
      [await png(1000, 500), [320, 640, 960, 1000]],
      [await png(4000, 1000), [320, 640, 960, 1280, 1920]],
    ] as const) {
      const { body } = await add(upload)
      const entries =
        imageSources(body.portfolio.pimage)
          ?.webp.split(', ')
          .map((entry) => entry.split(' ')) ?? []
      expect(entries.map(([, width]) => width)).toEqual(widths.map((width) => `${width}w`))
      for (const [at, [address = '']] of entries.entries())
        expect(await sizeOf(await bytesAt(address))).toMatchObject({ width: widths[at] })
    }
  })

  test('of 4 × 20,000 pixels is scaled to what WebP can hold', async () => {
    const { status, body } = await add(await png(4, 20_000))
    expect(status).toBe(201)
    expect((await sizeOf(await bytesAt(body.portfolio.pimage))).height).toBeLessThanOrEqual(16_383)
  })

  test('is rotated by its EXIF orientation, and loses its position and author', async () => {
    const { body } = await add(await turnedJpeg(400, 200))
    expect(body.portfolio.pimage).toMatch(/-200x400\/200\.webp$/)
    const bytes = await bytesAt(body.portfolio.pimage)
    const [top, bottom] = [await colourAt(bytes, 100, 50), await colourAt(bytes, 100, 350)]
    expect(top[0]).toBeGreaterThan(150)
    expect(bottom[2]).toBeGreaterThan(150)
    const text = Buffer.from(bytes).toString('latin1')
    for (const trace of [canary, 'Exif', 'GPS']) expect(text).not.toContain(trace)
  })

  test('that is animated becomes its first frame', async () => {
    const { body } = await add(await animatedWebp())
    const bytes = await bytesAt(body.portfolio.pimage)
    expect(await sizeOf(bytes)).toEqual({ width: 50, height: 50, pages: 1 })
    expect((await colourAt(bytes, 25, 25))[0]).toBeGreaterThan(150)
  })

  test.each([
    ['a path', '../../etc/passwd', 'image/png'],
    ['NUL and SVG', 'a\0.svg', 'image/svg+xml'],
  ])('is accepted by content, whatever its name and type say: %s', async (_, name, type) => {
    const { status, body } = await add(file(await bytesOf('jpeg'), name, type))
    expect(status).toBe(201)
    expect(body.portfolio.pimage).toMatch(/^\/uploads\/[0-9a-f]{24}-64x48\/64\.webp$/)
  })
})

test('an AVIF file is made in the background, after the next start if a stop cut it off; until then its URL responds with the WebP file, uncached', async () => {
  const { body } = await add(await png(70, 40))
  const [, , folder = ''] = body.portfolio.pimage.split('/')
  const webp = await bytesAt(body.portfolio.pimage)
  const avif = async () => {
    await app.context.images.settled()
    const response = await app.send(body.portfolio.pimage.replace('.webp', '.avif'))
    return [response.status, ...['content-type', 'cache-control'].map((name) => response.headers.get(name))]
  }
  const made = [200, 'image/avif', expect.stringContaining('immutable')]
  expect(await avif()).toEqual(made)

  // As it is before the queue has come to it.
  await app.context.uploads.drop(folder)
  await app.context.uploads.store(folder, new Map([['70.webp', webp]]))
  expect(await avif()).toEqual([200, 'image/webp', 'no-cache'])
  // On PostgreSQL a younger one may be under way in another instance.
  const later = new Date(Date.now() + 11 * 60_000)
  await cleanUpImages({ ...app.context, now: () => later }, imageNames)
  expect(await avif()).toEqual(made)
})

describe('a rejected image leaves no file and the old one in place', () => {
  const half = async () => (await bytesOf('jpeg')).subarray(0, 1000)
  const wrong: [string, number, () => Promise<Uint8Array | string>][] = [
    ['SVG', 415, async () => '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script/></svg>'],
    ['a GIF that is also a script', 415, async () => 'GIF89a/*\0\0\0\0\0\0*/=1;alert(1)//'],
    ['TIFF', 415, () => bytesOf('tiff')],
    ['AVIF', 415, () => bytesOf('avif')],
    ['MVG', 415, async () => 'push graphic-context\nfill "url(https://example.com/x)"\npop graphic-context'],
    ['half a JPEG', 400, half],
    ['a PNG with its middle overwritten', 400, async () => (await bytesOf('png')).fill(7, 40, 90)],
    ['a WebP of noise', 400, async () => `RIFF\x40\0\0\0WEBPVP8 ${'noise'.repeat(20)}`],
  ]
  test.each(wrong)('%s: %i', async (_, status, make) => {
    const { body } = await add(await png())
    const before = await folders()
    const bad = () => make().then((bytes) => file(bytes, 'cover.png', 'image/png'))

    const added = await add(await bad())
    expect(added.status).toBe(status)
    expect(added.body.errors.pimage).toBe(
      status === 415 ? 'Choose a PNG, JPEG or WebP image.' : 'This image is damaged and could not be read.',
    )
    expect((await update(body.portfolio.id, await bad())).status).toBe(status)

    expect(await folders()).toEqual(before)
    expect((await app.send(body.portfolio.pimage)).status).toBe(200)
    expect((await app.json('/get-portfolios', { cookie })).body.portfolios).toEqual([body.portfolio])
  })

  test.each([
    ['a flood of pixels', pixelFlood(), 'An image may have at most 50 megapixels.'],
    [
      'one byte more than 10 MB',
      file(new Uint8Array(10 * 1024 * 1024 + 1), 'cover.png', 'image/png'),
      'The image may have at most 10 MB.',
    ],
  ])('%s: 413 before it is decoded', async (_, image, message) => {
    const { status, body } = await add(image)
    expect([status, body.errors.pimage]).toEqual([413, message])
    expect(await folders()).toEqual([])
  })
})

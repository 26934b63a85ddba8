// Uploaded images: what is accepted, rejected and served, and their files and rows: none without the other.
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest'
import { imageSources } from '../../../contract/images.ts'
import { callsOf, cover, statusesAtOnce, storedImages } from '../../support/calls.ts'
import { sharedStorage } from '../../support/peers/object-storage.ts'
import { colourAt, plain, png } from '../../support/sample-images.ts'
import { day, sharedApp } from '../../support/start.ts'

let app = await sharedApp()
let cookie = await app.asAdmin()
let count = 0

beforeEach(async () => {
  const ids = (await projects()).map(({ id }: { id: string }) => id)
  if (ids.length > 0) await app.send('/bulk-delete', { cookie, json: { ids } })
  for (const folder of await folders()) await app.context.uploads.drop(folder)
})

const portfolio = callsOf(() => ({ app, cookie })).projects
const fields = (pimage: Blob) => ({ pname: `Project ${++count}`, pimage })
const add = (pimage: Blob) => portfolio.add({ ...fields(pimage), status: 'published' })
/** @returns the path of the image of a new project */
const stored = async (pimage: Blob): Promise<string> => {
  const { status, body } = await add(pimage)
  expect(status, body.message).toBe(201)
  return body.portfolio.pimage
}
const update = (id: string, pimage: Blob) => portfolio.update(id, fields(pimage))
const projects = async () => (await app.json('/get-portfolios?limit=100', { cookie })).body.portfolios
const folders = () => storedImages(app)
const folderOf = (image: string) => image.split('/')[2] ?? ''
const shows = async (image: string) => (await app.send(image)).status === 200

test('a good image is accepted by its content, whatever its name and type say, immutable under an unguessable name, and sandboxed', async () => {
  const image = await stored(
    new File([await plain(64, 48).jpeg().toBuffer()], '../a\0.svg', { type: 'image/svg+xml' }),
  )
  expect(image).toMatch(/^\/uploads\/[0-9a-f]{24}-64x48\/64\.webp$/)
  const { headers } = await app.send(image)
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(headers.get('set-cookie')).toBeNull()
})

test.each([
  [1000, 500, [320, 640, 960, 1000]],
  [4000, 1000, [320, 640, 960, 1280, 1920]],
  // Scaled to what WebP can hold.
  [4, 20_000, [3]],
])('a good image of %i × %i pixels exists at every URL of its srcset: %j', async (width, height, widths) => {
  const { webp = '' } = imageSources(await stored(await png(width, height))) ?? {}
  const entries = webp.split(', ').map((entry) => entry.split(' '))
  expect(entries.map(([, width]) => width)).toEqual(widths.map((width) => `${width}w`))
  for (const [at, [address = '']] of entries.entries())
    expect(await sharp(await app.bytes(address)).metadata()).toMatchObject({ width: widths[at] })
})

test('a good image is rotated by its EXIF orientation, and loses its position and author', async () => {
  const canary = 'canary-7f3a-in-the-metadata'
  const place = { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100' }
  // The left half red, the right half blue, to be rotated by 90 degrees.
  const turned = plain(200, 200)
    .extend({ right: 200, background: '#1414dc' })
    .jpeg()
    .withExif({ IFD0: { Copyright: canary }, IFD3: place })
    .withMetadata({ orientation: 6 })
  const image = await stored(new Blob([await turned.toBuffer()]))
  expect(image).toMatch(/-200x400\/200\.webp$/)
  const bytes = await app.bytes(image)
  expect((await colourAt(bytes, 100, 50))[0]).toBeGreaterThan(150)
  expect((await colourAt(bytes, 100, 350))[2]).toBeGreaterThan(150)
  const text = Buffer.from(bytes).toString('latin1')
  for (const trace of [canary, 'Exif', 'GPS']) expect(text).not.toContain(trace)
})

test('a good image that is animated becomes its first frame', async () => {
  const frames = await Promise.all(['red', 'blue'].map((colour) => plain(50, 50, colour).png().toBuffer()))
  const moving = sharp(frames, { join: { animated: true } }).webp()
  const bytes = await app.bytes(await stored(new Blob([await moving.toBuffer()])))
  const { width, height, pages } = await sharp(bytes).metadata()
  expect([width, height, pages]).toEqual([50, 50, undefined])
  expect((await colourAt(bytes, 25, 25))[0]).toBeGreaterThan(150)
})

test('a good image gets an AVIF file in the background, after the next start if a stop cut it off; until then its URL responds with the WebP file, uncached', async () => {
  const image = await stored(await png(70, 40))
  const webp = await app.bytes(image)
  const avif = async () => {
    await app.context.images.settled()
    const { headers } = await app.send(image.replace('.webp', '.avif'))
    return [headers.get('content-type'), headers.get('cache-control')]
  }
  const made = ['image/avif', expect.stringContaining('immutable')]
  expect(await avif()).toEqual(made)
  // As it is before the queue has come to it.
  await app.context.uploads.drop(folderOf(image))
  await app.context.uploads.store(folderOf(image), new Map([['70.webp', webp]]))
  expect(await avif()).toEqual(['image/webp', 'no-cache'])
  // On PostgreSQL a younger one may be under way in another instance.
  await app.cleanUp(11 * 60_000)
  expect(await avif()).toEqual(made)
})

const notAccepted = 'Choose a PNG, JPEG or WebP image.'
const damaged = 'This image is damaged and could not be read.'
const wrong: [string, number, string, () => BlobPart | Promise<BlobPart>][] = [
  ['SVG', 415, notAccepted, () => '<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>'],
  ['a GIF that is also a script', 415, notAccepted, () => 'GIF89a/*\0\0\0\0\0\0*/=1;alert(1)//'],
  ['half a JPEG', 400, damaged, async () => (await plain(2000, 1500).jpeg().toBuffer()).subarray(0, 1000)],
  ['a PNG with its middle overwritten', 400, damaged, async () => (await cover.bytes()).fill(7, 40, 90)],
  [
    'a flood of pixels',
    413,
    'An image may have at most 50 megapixels.',
    () => plain(8_000, 7_000).png().toBuffer(),
  ],
  ['one byte too many', 413, 'The image may have at most 10 MB.', () => new Uint8Array(10 * 1024 ** 2 + 1)],
]
test.each(wrong)(
  'a rejected image leaves no file and the old one in place: %s: %i',
  async (_, status, message, make) => {
    const { body } = await add(await png())
    const before = await folders()
    const bad = new File([await make()], 'cover.png', { type: 'image/png' })
    const added = await add(bad)
    expect([added.status, added.body.errors]).toEqual([status, { pimage: message }])
    expect((await update(body.portfolio.id, bad)).status).toBe(status)
    expect(await folders()).toEqual(before)
    expect(await shows(body.portfolio.pimage)).toBe(true)
    expect(await projects()).toEqual([body.portfolio])
  },
)

const unnamed = 'ffffffffffffffffffffffff-10x10'
const storeUnnamed = () => app.context.uploads.store(unnamed, new Map([['10.webp', new Uint8Array([1])]]))

// The bucket has no part in what differs between the databases.
const bucket = inject('postgres') === null ? await (await sharedStorage()).bucket() : null
const onS3 = bucket && (await sharedApp({ STORAGE_URL: bucket.url }))
const places = bucket ? ['a folder', 'S3'] : ['a folder']

describe.each(places)('files and rows on %s', (place) => {
  let uploads = join(app.context.config.dataDir, 'uploads')
  /** Sets when all files were stored. */
  const age = async (ms: number) => {
    const time = new Date(Date.now() - ms)
    for (const folder of await folders())
      for (const name of await readdir(join(uploads, folder)))
        await utimes(join(uploads, folder, name), time, time)
  }
  beforeAll(async () => {
    if (place !== 'S3' || !bucket || !onS3) return
    uploads = bucket.path
    app = onS3
    cookie = await app.asAdmin()
  })

  test('of a replaced image no file stays, also after ten replacements and three at the same moment, and of a deleted project none', async () => {
    const first = (await add(await png())).body.portfolio
    for (let n = 0; n < 10; n++) await update(first.id, await png(20 + n, 20))
    const images = await Promise.all([31, 32, 33].map((size) => png(size, size)))
    expect(await statusesAtOnce(images.map((image) => update(first.id, image)))).toEqual([200, 200, 200])
    expect(await shows(first.pimage)).toBe(false)
    const [{ pimage }] = await projects()
    expect(await shows(pimage)).toBe(true)
    expect(await folders()).toEqual([folderOf(pimage)])

    const [updated, deleted] = await Promise.all([update(first.id, await png()), portfolio.remove(first.id)])
    expect(deleted.status).toBe(200)
    expect([200, 404]).toContain(updated.status)
    // Also from the cache.
    const gone = await app.json(pimage)
    expect([gone.status, gone.body.message]).toEqual([404, 'There is no image at this URL.'])
    expect(gone.headers.get('cache-control')).toBe('no-store')
    expect(await folders()).toEqual([])
  })

  test('an image stays where the outcome of the commit is unknown', async () => {
    const { db } = app.context
    const transaction = db.transaction.bind(db)
    type Work = Parameters<ReturnType<typeof transaction>['execute']>[0]
    const execute = async (work: Work) => {
      await transaction().execute(work)
      throw Object.assign(new Error('Connection terminated unexpectedly'), { code: '08006' })
    }
    const lost = vi.spyOn(db, 'transaction').mockReturnValue({ execute } as never)
    const { status } = await add(await png())
    lost.mockRestore()
    expect(status).toBe(503)
    expect(await shows((await projects())[0].pimage)).toBe(true)
  })

  test('the cleanup job removes what no row names a week after it was stored, also where the clock is ahead, unless no row names any', async () => {
    await storeUnnamed()
    await age(8 * day)
    // As in an empty database, with an image that is younger.
    await app.context.uploads.store(`0${unnamed.slice(1)}`, new Map([['10.webp', new Uint8Array([1])]]))
    await app.cleanUp()
    expect(await folders()).toHaveLength(2)
    await app.context.uploads.drop(`0${unnamed.slice(1)}`)
    const named = await stored(await png())
    await age(0)
    for (const ahead of [0, 40 * day]) await app.cleanUp(ahead)
    expect(await shows(`/uploads/${unnamed}/10.webp`)).toBe(true)
    await age(8 * day)
    // The session has ended in these forty days.
    cookie = await app.asAdmin('later@example.com')
    const another = await stored(await png())
    await app.cleanUp()
    expect(await folders()).toEqual([named, another].map(folderOf).sort())
  })

  test('the cleanup job removes nothing from uploads with another or no installation id', async () => {
    await storeUnnamed()
    await age(8 * day)
    await stored(await png())
    const own = (await app.context.uploads.readInstallation()) ?? ''
    for (const [id, left] of [
      ['other-installation', 2],
      ['', 2],
      [own, 1],
    ] as const) {
      await app.context.uploads.writeInstallation(id)
      await app.cleanUp()
      expect([id, (await folders()).length]).toEqual([id, left])
    }
  })
})

// The screenshots of a project's whole page.
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { imageSources } from '../../../contract/images.ts'
import { callsOf, statusesAtOnce, storedImages } from '../../support/calls.ts'
import { colourAt, plain, png } from '../../support/sample-images.ts'
import { sharedApp } from '../../support/start.ts'

const { added, remove, page } = callsOf(() => ({ app, cookie })).projects
const images = (id: string) => app.json(`/api/portfolio/${id}/images`, { cookie })
const dropMobile = (id: string) => app.json(`/api/portfolio/${id}/pages/mobile`, { method: 'DELETE', cookie })
const folders = () => storedImages(app)

const app = await sharedApp()
const cookie = await app.asAdmin()
beforeEach(async () => {
  await app.empty('projects')
  for (const folder of await folders()) await app.context.uploads.drop(folder)
})

const heightOf = (parts: readonly string[] = []) =>
  parts.reduce((sum, src) => sum + (imageSources(src)?.height ?? 0), 0)
const widthsOf = (parts: readonly string[] = []) => new Set(parts.map((src) => imageSources(src)?.width))

test('a screenshot that is 20,000 px high is stored whole, in parts from its top to its foot', async () => {
  const { id } = await added({ status: 'published' })
  const tall = plain(320, 15_000, '#0000ff').extend({ bottom: 5_000, background: '#ff0000' }).png()
  const { status, body } = await page(id, new Blob([await tall.toBuffer()]))
  expect([status, body.message]).toEqual([200, 'Screenshot saved.'])
  const parts: string[] = body.pages.desktop
  expect(parts.length).toBeGreaterThan(1)
  const shown = await app.json(`/getportfolio/public?id=${id}`)
  expect(shown.body.portfolios).toMatchObject([{ pages: { desktop: parts } }])
  expect([heightOf(parts), widthsOf(parts)]).toEqual([20_000, new Set([320])])
  let top = 0
  for (const src of parts) {
    const response = await app.send(src)
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const bytes = Buffer.from(await response.arrayBuffer())
    const { height } = await sharp(bytes).metadata()
    for (const row of [top + 8, top + height - 8]) {
      const [red, , blue] = await colourAt(bytes, 100, row - top)
      expect(red > blue, `row ${row}`).toBe(row >= 15_000)
    }
    top += height
  }
})

test('replacing, removing and deleting a screenshot leave no file', async () => {
  const { id } = await added()
  const before = (await folders()).length
  await page(id, await png(60, 200))
  await page(id, await png(30, 90), 'mobile')
  expect(await folders()).toHaveLength(before + 2)
  await page(id, await png(50, 210))
  expect(await folders()).toHaveLength(before + 2)
  const { body } = await dropMobile(id)
  expect(Object.keys(body.pages)).toEqual(['desktop'])
  expect((await dropMobile(id)).status).toBe(200)
  expect(await folders()).toHaveLength(before + 1)
  await remove(id)
  expect(await folders()).toHaveLength(before - 1)
  // Of an unknown project or device there is none.
  const other = await added({ pname: 'Other' })
  for (const response of [await page(id, await png()), await page(other.id, await png(), 'watch')])
    expect(response.status).toBe(404)
})

const interlaced = plain(6_000, 4_000).toColourspace('rgb16').png({ progressive: true })

// What else no image may be: tests/api/server/images.test.ts.
test.each<[string, () => Promise<Blob>, number, unknown]>([
  ['that is none', async () => new Blob(['text']), 415, 'Choose a PNG, JPEG or WebP image.'],
  ['over 20,000 px', () => png(10, 20_001), 413, 'A screenshot may be at most 20,000 px high.'],
  [
    'of nine megapixels as WebP, which is opened as a whole',
    async () => new Blob([await plain(1_000, 9_000).webp({ effort: 0 }).toBuffer()]),
    413,
    'A WebP this large takes too much memory to be opened as a screenshot. Please save it as PNG or JPEG.',
  ],
  [
    'that takes too much memory',
    async () => new Blob([await interlaced.toBuffer()]),
    413,
    expect.stringMatching(/too much memory/),
  ],
])('a screenshot %s is rejected, and the one before stays', async (_, make, status, message) => {
  const { id } = await added()
  const { body: before } = await page(id, await png(40, 90))
  const stored = await folders()
  expect(await page(id, await make())).toMatchObject({ status, body: { message } })
  expect((await images(id)).body.pages).toEqual(before.pages)
  expect(await folders()).toEqual(stored)
})

test('of two admins at once one screenshot stays, whole, and no file of the other', async () => {
  const { id } = await added()
  const { length } = await folders()
  const both = [page(id, await png(50, 9_000)), page(id, await png(60, 9_000))]
  expect(await statusesAtOnce(both)).toEqual([200, 200])
  const { desktop } = (await images(id)).body.pages
  expect([heightOf(desktop), widthsOf(desktop).size]).toEqual([9_000, 1])
  expect(await folders()).toHaveLength(length + desktop.length)
})

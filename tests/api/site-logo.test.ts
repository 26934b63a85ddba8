// An uploaded logo: the bar, icons, emails and share images follow it, and go back when it is removed.
import sharp from 'sharp'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ShareImages } from '../../server/brand/share-images.ts'
import { notResponding } from '../../server/images/s3.ts'
import { portfolioCalls, siteCalls } from '../support/calls.ts'
import { colourAt, file } from '../support/sample-images.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie = ''

sharedApp(
  async (started) => {
    app = started
    cookie = await app.asAdmin()
  },
  {},
  { pages: true },
)
const { read, put, text, changed, upload } = siteCalls(() => ({ app, cookie }))
const publishLogo = async (logo: string) => {
  const { version, content } = await read()
  const next = await changed((site) => {
    site.name.logo = logo
  }, content)
  expect((await put({ content: next, basedOn: version })).status).toBe(200)
}
const bytes = async (path: string) => Buffer.from(await (await app.send(path)).arrayBuffer())
const icons = ['/favicon.ico', '/favicon.svg', '/pictures/apple-touch-icon.png', '/pictures/icon-192.png']
const blue = { r: 20, g: 20, b: 220 }
/** A blue square, opaque or with a transparent margin of a quarter. */
const logo = async (isOpaque: boolean) => {
  const square = sharp({ create: { width: 300, height: 300, channels: 3, background: blue } })
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  const image = isOpaque
    ? square
    : square.extend({ top: 150, bottom: 150, left: 150, right: 150, background: clear })
  return file(await image.png().toBuffer(), 'logo.png', 'image/png')
}
type Colour = readonly [number, number, number]
const isBlue = ([red, green, blue]: Colour) => red < 60 && green < 60 && blue > 180
const isPaper = ([red, green, blue]: Colour) => red > 240 && green > 235 && blue > 225

beforeEach(async () => {
  await app.context.db.deleteFrom('site_versions').execute()
  app.context.changes.emit('portfolio')
})

describe('an uploaded logo', () => {
  test('is on every page, and icons follow it under URLs of their own, and go back', async () => {
    const before = await Promise.all(icons.map(bytes))
    expect(await text('/')).toContain('href="/favicon.svg"')
    const name = await upload(await logo(true), 'logo')
    await publishLogo(name)
    for (const page of ['/', '/about', '/login', '/portfolio']) {
      const html = await text(page)
      expect(html, page).toContain(`<image href="/uploads/${name}/300.webp"`)
      for (const icon of ['/favicon.ico', '/favicon.svg', '/pictures/apple-touch-icon.png'])
        expect(html, page).toContain(`href="${icon}?logo=${name.slice(0, 8)}"`)
    }
    const { icons: listed } = (await app.json('/manifest.webmanifest')).body
    expect(listed.map(({ src }: { src: string }) => src)).toEqual([
      `/pictures/icon-192.png?logo=${name.slice(0, 8)}`,
      `/pictures/icon-512.png?logo=${name.slice(0, 8)}`,
    ])
    for (const [at, icon] of icons.entries()) expect(await bytes(icon), icon).not.toEqual(before[at])
    expect(isBlue(await colourAt(await bytes('/pictures/apple-touch-icon.png'), 2, 2))).toBe(true)
    expect((await app.send(`/uploads/${name}/300.webp`)).headers.get('cache-control')).toContain('immutable')
    await publishLogo('')
    expect(await Promise.all(icons.map(bytes))).toEqual(before)
    expect(await text('/')).toContain('href="/favicon.svg"')
  })

  test('that cannot be read makes the icons unavailable until it can', async () => {
    const { level } = app.context.log
    app.context.log.level = 'silent'
    await publishLogo(await upload(await logo(true), 'logo'))
    const read = app.context.uploads.read.bind(app.context.uploads)
    const uploads = vi.spyOn(app.context.uploads, 'read')
    onTestFinished(() => {
      uploads.mockRestore()
      app.context.log.level = level
    })
    uploads.mockRejectedValueOnce(notResponding('S3', 'ECONNREFUSED'))
    expect((await app.send('/favicon.ico')).status).toBe(503)
    // Damaged, as after a disk was full.
    uploads.mockImplementationOnce(async (...of) => (await read(...of))?.subarray(0, 100) ?? null)
    expect((await app.send('/favicon.svg')).status).toBe(503)
    uploads.mockRestore()
    for (const icon of icons) expect((await app.send(icon)).status, icon).toBe(200)
  })

  test('with transparency stands on paper, whole, with a margin', async () => {
    await publishLogo(await upload(await logo(false), 'logo'))
    const icon = await bytes('/pictures/icon-192.png')
    expect(isPaper(await colourAt(icon, 3, 3))).toBe(true)
    expect(isBlue(await colourAt(icon, 96, 96))).toBe(true)
    const svg = (await bytes('/favicon.svg')).toString()
    expect(svg).toContain('href="data:image/png;base64,')
    expect(svg).not.toContain('http://localhost')
  })

  test('is on share images, of which stored ones are drawn again', async () => {
    const { added } = portfolioCalls(() => ({ app, cookie }))
    const item = await added({ pname: 'Shared', status: 'published' })
    const images = new ShareImages(app.context)
    const before = await images.pathOf(item)
    await publishLogo(await upload(await logo(true), 'logo'))
    const path = await images.pathOf(item)
    expect(path).not.toBe(before)
    // The foot's mark, 56 px, in the corner.
    expect(isBlue(await colourAt(await bytes(path), 90, 535))).toBe(true)
    expect(isBlue(await colourAt(await bytes('/pictures/og.png'), 90, 515))).toBe(true)
  })

  test('is part of emails', async () => {
    await publishLogo(await upload(await logo(true), 'logo'))
    await app.json('/api/settings/test-mail', { method: 'POST', cookie, json: {} })
    const email = (await app.emails()).at(-1)
    const png = Buffer.from(email?.attachments[0]?.content as ArrayBuffer)
    expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 120, height: 120 })
    expect(isBlue(await colourAt(png, 60, 60))).toBe(true)
  })

  test('is at most 512 pixels large, whatever was uploaded, and keeps its shape', async () => {
    const wide = sharp({ create: { width: 2000, height: 500, channels: 3, background: blue } })
    const name = await upload(file(await wide.png().toBuffer(), 'wide.png', 'image/png'), 'logo')
    expect(name).toMatch(/-512x128$/)
    const tall = sharp({ create: { width: 500, height: 2000, channels: 3, background: blue } })
    expect(await upload(file(await tall.png().toBuffer(), 'tall.png', 'image/png'), 'logo')).toMatch(
      /-128x512$/,
    )
  })
})

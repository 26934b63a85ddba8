// Images of the site: uploaded, named by content, shown, and removed; and an uploaded logo.

import sharp, { type Sharp } from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { callsOf, sitePath, storedImages } from '../../support/calls.ts'
import { colourAt, plain, png } from '../../support/sample-images.ts'
import { day, sharedApp } from '../../support/start.ts'

const app = await sharedApp({}, { pages: true })
let cookie = await app.asAdmin()
beforeEach(() => app.empty('site_versions', 'named_uploads'))

const { read, put, publish, changed, upload } = callsOf(() => ({ app, cookie })).site
const { added } = callsOf(() => ({ app, cookie })).projects
const names = async () => {
  const rows = await app.context.db.selectFrom('named_uploads').select('name').execute()
  return rows.map(({ name }) => name).sort()
}

const path = '/api/images'
const send = (form: Record<string, string | Blob>) => app.json(path, { cookie, form })
const imageFile = (part: BlobPart, type = 'png') => new File([part], `x.${type}`, { type: `image/${type}` })

// What no image may be: tests/api/server/images.test.ts.
test('an upload is an image of at most 10 MB, recognised by its bytes', async () => {
  expect(await send({ image: imageFile(await plain(64, 48).webp().toBuffer(), 'gif') })).toMatchObject({
    status: 201,
    body: { message: 'Image stored.', name: expect.stringMatching(/^[\da-f]{24}-64x48$/) },
  })
  expect(await send({ image: imageFile('text') })).toMatchObject({
    status: 415,
    body: { code: 'wrong-type' },
  })
  const rejected = (status: number, image: string) => ({ status, body: { errors: { image } } })
  const huge = imageFile(new Uint8Array(10 * 1024 * 1024 + 1))
  expect(await send({ image: huge })).toMatchObject(rejected(413, 'The image may have at most 10 MB.'))
  expect(await send({ kind: 'image' })).toMatchObject(rejected(400, 'Choose an image.'))
  expect(await names()).toHaveLength(1)
})

test('content that names uploads shows them on every page, in its head and in its data, at once', async () => {
  const sizes = [png(700, 900), png(1500, 500), png(800, 600), png(1300, 700)]
  const uploads = await Promise.all(sizes.map(async (image) => upload(await image)))
  const [portrait = '', teaser = '', slide = '', share = ''] = uploads
  await publish((site) => {
    site.name.owner = 'Emma Wagner'
    site.about.portrait = portrait
    site.slider.teaser = teaser
    site.slider.slides[1] = { image: slide, alt: 'A loaf' }
    site.slider.slides[2] = { image: '1', alt: 'The first' }
    site.search.image = share
  })
  const home = await app.text('/')
  expect(home).toContain(`srcSet="/uploads/${portrait}/320.avif 320w, `)
  expect(home).toContain('alt="Portrait of Emma Wagner"')
  expect(home).toMatch(new RegExp(`"image":"[^"]*/uploads/${portrait}/700\\.webp"`))
  expect(home).toContain(`src="/uploads/${teaser}/1500.webp"`)
  const slides = [...home.matchAll(/src="\/(?:pictures|uploads)\/(\S+?)[-/]\d+\.webp"[^>]*alt="([^"]*)"/g)]
  expect(slides.slice(2, 8).map(([, name, alt]) => [name, alt])).toEqual([
    ['slide-1', 'Slide 1'],
    [slide, 'A loaf'],
    ['slide-1', 'The first'],
    ...['4', '5', '6'].map((number) => [`slide-${number}`, `Slide ${number}`]),
  ])
  expect(await app.text('/about')).toContain(`src="/uploads/${portrait}/700.webp"`)
  const [, url = ''] = /property="og:image" content="([^"]+)"/.exec(await app.text('/portfolio')) ?? []
  expect(url).toMatch(/\/share\/site-[\da-f]{16}\.jpg$/)
  expect((await app.send(new URL(url).pathname)).status).toBe(200)
})

test('content may name nothing but stored uploads of the right kind', async () => {
  const { pimage } = await added({ pname: 'A secret draft', status: 'draft' })
  const [, cover = ''] = /\/uploads\/([^/]+)\//.exec(pimage ?? '') ?? []
  const logo = await upload(await png(), 'logo')
  const rejected = async (image: string, message: string) => {
    const content = await changed((site) => {
      site.slider.slides[3] = { image, alt: 'x' }
      site.about.portrait = image
    })
    const { status, body } = await put({ content, basedOn: 0 })
    const errors = { 'content.about.portrait': message, 'content.slider.slides.3.image': message }
    expect([image, status, body.errors]).toEqual([image, 400, errors])
  }
  for (const name of [cover, logo, `${'ab'.repeat(12)}-40x30`])
    await rejected(name, 'This image is not stored any more. Choose it again.')
  for (const name of ['../x', 'https://x.example/x.png', '7', `${logo}"`])
    await rejected(name, 'Choose an image again.')
  expect((await read()).version).toBe(0)
})

/** The cleanup jobs as they run when so much time has passed, which ends sessions, too. */
const cleanUpAfter = async (days: number) => {
  app.pass(days * day)
  await app.cleanUp()
  cookie = await app.asAdmin(`admin-after-${days}@example.com`)
}

test('an image that nothing names is removed after 30 days; what a stored version or a previewed draft names stays', async () => {
  const [live, drafted] = [await upload(await png()), await upload(await png())]
  const forgotten = await upload(await png())
  await publish(({ about }) => Object.assign(about, { portrait: live }))
  await cleanUpAfter(29)
  expect(await names()).toEqual([live, drafted, forgotten].sort())
  const content = await changed(({ search }) => Object.assign(search, { image: drafted }))
  expect((await app.json(`${sitePath}/preview`, { cookie, json: { content } })).status).toBe(200)
  await cleanUpAfter(2)
  expect(await names()).toEqual([live, drafted].sort())
  const left = await storedImages(app)
  expect([live, drafted, forgotten].map((name) => left.includes(name))).toEqual([true, true, false])
  // Replaced, and still in a version that can be restored.
  await publish(({ about }) => Object.assign(about, { portrait: '' }))
  await cleanUpAfter(400)
  expect(await names()).toEqual([live])
  const first = await read(1)
  expect((await put({ content: first.content, basedOn: 2 })).status).toBe(200)
})

const icons = ['/favicon.ico', '/favicon.svg', '/pictures/apple-touch-icon.png', '/pictures/icon-192.png']
const blue = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: { r: 20, g: 20, b: 220 } } })
/** @returns its name */
async function publishLogo(image: Sharp): Promise<string> {
  const logo = await upload(imageFile(await image.png().toBuffer()), 'logo')
  await publish(({ name }) => Object.assign(name, { logo }))
  return logo
}
type Colour = readonly [number, number, number]
const isBlue = ([red, green, blue]: Colour) => red < 60 && green < 60 && blue > 180
const isPaper = ([red, green, blue]: Colour) => red > 240 && green > 235 && blue > 225

test('an uploaded logo is on every page, and icons follow it under URLs of their own, and go back', async () => {
  const before = await Promise.all(icons.map(app.bytes))
  expect(await app.text('/')).toContain('href="/favicon.svg"')
  const name = await publishLogo(blue(300, 300))
  const query = `?logo=${name.slice(0, 8)}`
  for (const page of ['/', '/about', '/login', '/portfolio']) {
    const html = await app.text(page)
    expect(html, page).toContain(`<image href="/uploads/${name}/300.webp"`)
    for (const icon of icons.slice(0, 3)) expect(html, page).toContain(`href="${icon}${query}"`)
  }
  const { icons: listed } = (await app.json('/manifest.webmanifest')).body
  expect(listed.map(({ src }: { src: string }) => src)).toEqual([
    `/pictures/icon-192.png${query}`,
    `/pictures/icon-512.png${query}`,
  ])
  for (const [at, icon] of icons.entries()) expect(await app.bytes(icon), icon).not.toEqual(before[at])
  expect(isBlue(await colourAt(await app.bytes('/pictures/apple-touch-icon.png'), 2, 2))).toBe(true)
  await publish((site) => {
    site.name.logo = ''
  })
  expect(await Promise.all(icons.map(app.bytes))).toEqual(before)
  expect(await app.text('/')).toContain('href="/favicon.svg"')
})

test('an uploaded logo with transparency stands on paper, whole, with a margin, also on share images, of which stored ones are drawn again, and in emails', async () => {
  const project = await added({ pname: 'Shared', status: 'published' })
  /** Any other path of the share image redirects there. */
  const pathOf = async () =>
    (await app.send(`/share/${project.id}-0123456789abcdef.jpg`)).headers.get('location') ?? ''
  const before = await pathOf()
  const margin = { top: 150, bottom: 150, left: 150, right: 150 }
  await publishLogo(blue(300, 300).extend({ ...margin, background: { r: 0, g: 0, b: 0, alpha: 0 } }))
  const icon = await app.bytes('/pictures/icon-192.png')
  expect(isPaper(await colourAt(icon, 3, 3))).toBe(true)
  expect(isBlue(await colourAt(icon, 96, 96))).toBe(true)
  const path = await pathOf()
  expect(path).not.toBe(before)
  // The foot's mark, 56 px, in the corner.
  expect(isBlue(await colourAt(await app.bytes(path), 90, 535))).toBe(true)
  expect(isBlue(await colourAt(await app.bytes('/pictures/og.png'), 90, 515))).toBe(true)
  await app.json('/api/settings/test-mail', { method: 'POST', cookie, json: {} })
  const email = (await app.emails()).at(-1)
  const png = Buffer.from(email?.attachments[0]?.content as ArrayBuffer)
  expect(await sharp(png).metadata()).toMatchObject({ format: 'png', width: 120, height: 120 })
  expect(isBlue(await colourAt(png, 60, 60))).toBe(true)
})

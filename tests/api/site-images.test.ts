// Images of the site: uploaded, named by content, and shown. How long they stay: site-images-kept.test.ts.
import { beforeEach, describe, expect, test } from 'vitest'
import type { SiteContent } from '../../contract/site.ts'
import type { Database } from '../../server/db/connect.ts'
import { addSiteImage } from '../../server/site/images.ts'
import { portfolioCalls, siteCalls, sitePath } from '../support/calls.ts'
import { bytesOf, file, png } from '../support/sample-images.ts'
import { type Running, sharedApp } from '../support/start.ts'

const path = `${sitePath}/images`
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
const published = async (change: (site: SiteContent) => void) => {
  const { version, content } = await read()
  const response = await put({ content: await changed(change, content), basedOn: version })
  expect(response.body.message).toBe('Published!')
}
const send = (form: Record<string, string | Blob>, as = cookie) => app.json(path, { cookie: as, form })
const names = async () =>
  (await app.context.db.selectFrom('site_images').select('name').execute()).map(({ name }) => name)
const svg = file(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'x.svg',
  'image/svg+xml',
)

beforeEach(async () => {
  await app.context.db.deleteFrom('site_versions').execute()
  await app.context.db.deleteFrom('site_images').execute()
  app.context.changes.emit('portfolio')
})

describe('an upload', () => {
  test('is for admins, and takes PNG, JPEG and WebP of at most 10 MB, recognised by their bytes', async () => {
    const image = await png()
    expect((await send({ image }, '')).status).toBe(401)
    expect((await send({ image }, await app.asUser())).status).toBe(403)
    for (const format of ['png', 'jpeg', 'webp'] as const) {
      const { status, body } = await send({ image: file(await bytesOf(format), 'x.gif', 'image/gif') })
      expect([status, body]).toEqual([
        201,
        { success: true, message: 'Image stored.', name: expect.stringMatching(/^[\da-f]{24}-64x48$/) },
      ])
    }
    const gif = file(await bytesOf('gif'), 'x.png', 'image/png')
    for (const wrong of [
      svg,
      file(await svg.bytes(), 'x.png', 'image/png'),
      gif,
      file('text', 'x.png', 'image/png'),
    ])
      expect(await send({ image: wrong })).toMatchObject({ status: 415, body: { code: 'wrong-type' } })
    const huge = file(new Uint8Array(10 * 1024 * 1024 + 1), 'x.png', 'image/png')
    expect(await send({ image: huge })).toMatchObject({
      status: 413,
      body: { errors: { image: 'The image may have at most 10 MB.' } },
    })
    expect(await send({ kind: 'image' })).toMatchObject({
      status: 400,
      body: { errors: { image: 'Choose an image.' } },
    })
    expect((await send({ image, kind: 'avatar' })).status).toBe(400)
    expect(await names()).toHaveLength(3)
  })

  test('is not stored when its row cannot be written', async () => {
    const before = (await Array.fromAsync(app.context.uploads.list())).length
    const insertInto = () => {
      throw new Error('no row')
    }
    const db = { insertInto } as unknown as Database
    const stored = addSiteImage({ ...app.context, db }, await bytesOf('png'), 'image')
    await expect(stored).rejects.toThrow()
    expect(await Array.fromAsync(app.context.uploads.list())).toHaveLength(before)
  })
})

describe('content', () => {
  test('without uploads shows the images of the build, in the same places as ever', async () => {
    const home = await text('/')
    for (const shown of [
      'src="/pictures/portrait-960.webp"',
      'srcSet="/pictures/portrait-320.avif 320w, /pictures/portrait-640.avif 640w, /pictures/portrait-960.avif 960w"',
      'src="/pictures/teaser-header-1920.webp"',
      'content="http://localhost:3000/pictures/og.png"',
      'href="/favicon.ico"',
    ])
      expect(home).toContain(shown.replace('http://localhost:3000', app.context.config.publicUrl))
    const slides = [...home.matchAll(/src="\/pictures\/slide-(\d)-960\.webp"[^>]*alt="([^"]*)"/g)]
    expect(slides.slice(0, 6).map(([, number, alt]) => [number, alt])).toEqual(
      ['1', '2', '3', '4', '5', '6'].map((number) => [number, `Slide ${number}`]),
    )
    expect(await text('/about')).toContain('src="/pictures/portrait-960.webp"')
  })

  test('that names uploads shows them on every page, in its head and in its data, at once', async () => {
    const [portrait, teaser, slide, share] = await Promise.all(
      [png(700, 900), png(1500, 500), png(800, 600), png(1300, 700)].map(async (image) =>
        upload(await image),
      ),
    )
    await text('/')
    await published((site) => {
      site.name.owner = 'Emma Wagner'
      site.about.portrait = portrait ?? ''
      site.slider.teaser = teaser ?? ''
      site.slider.slides[1] = { image: slide ?? '', alt: 'A loaf' }
      site.slider.slides[2] = { image: '1', alt: 'The first' }
      site.search.image = share ?? ''
    })
    const home = await text('/')
    expect(home).toContain(
      `srcSet="/uploads/${portrait}/320.avif 320w, /uploads/${portrait}/640.avif 640w, /uploads/${portrait}/700.avif 700w"`,
    )
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
    expect(await text('/about')).toContain(`src="/uploads/${portrait}/700.webp"`)
    for (const page of ['/', '/about', '/portfolio']) {
      const [, url = ''] = /property="og:image" content="([^"]+)"/.exec(await text(page)) ?? []
      expect(url).toMatch(/\/share\/site-[\da-f]{16}\.jpg$/)
      const image = await app.send(new URL(url).pathname)
      expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
      expect(image.headers.get('cache-control')).toContain('immutable')
    }
    const old = await app.send(`/share/site-${'0'.repeat(16)}.jpg`)
    expect([old.status, old.headers.get('cache-control')]).toEqual([302, 'no-cache'])
  })

  test('says what an uploaded image of link previews shows, or nothing: never that it is the owner', async () => {
    const alts = async () =>
      [...(await text('/')).matchAll(/<meta [^>]*"(og|twitter):image:alt"[^>]*>/g)].map(
        ([tag]) => /content="([^"]*)"/.exec(tag)?.[1],
      )
    const [owner] = await alts()
    expect(owner).toBeTruthy()
    const share = await upload(await png(1300, 700))
    await published((site) => {
      site.search.image = share
    })
    expect(await alts()).toEqual([])
    await published((site) => {
      site.search.image = share
      site.search.imageAlt = 'Three loaves on a table'
    })
    expect(await alts()).toEqual(['Three loaves on a table', 'Three loaves on a table'])
    await published((site) => {
      site.search.image = ''
      site.search.imageAlt = 'Three loaves on a table'
    })
    expect(await alts()).toEqual([owner, owner])
  })

  test('may do without a portrait: the mark stands in its place, and nothing names the delivered one', async () => {
    await published((site) => {
      site.about.portrait = 'none'
    })
    for (const page of ['/', '/about']) expect(await text(page)).not.toContain('/pictures/portrait')
    expect(await text('/')).toContain('/pictures/og.png"')
  })

  test('may name nothing but stored uploads of the right kind', async () => {
    const { added } = portfolioCalls(() => ({ app, cookie }))
    const { pimage } = await added({ pname: 'A secret draft', status: 'draft' })
    const [, cover = ''] = /\/uploads\/([^/]+)\//.exec(pimage ?? '') ?? []
    const logo = await upload(await png(), 'logo')
    const invented = `${'ab'.repeat(12)}-40x30`
    for (const name of [cover, logo, invented]) {
      const content = await changed((site) => {
        site.slider.slides[3] = { image: name, alt: 'x' }
      })
      const { status, body } = await put({ content, basedOn: 0 })
      expect([status, body.errors]).toEqual([
        400,
        { 'content.slider.slides.3.image': 'This image is not stored any more. Choose it again.' },
      ])
    }
    for (const name of [
      '../x',
      'https://elsewhere.example/x.png',
      '7',
      '0',
      ' ',
      `${logo}"`,
      `/uploads/${logo}`,
    ])
      for (const place of ['about', 'slide'] as const) {
        const content = await changed((site) => {
          if (place === 'about') site.about.portrait = name
          else site.slider.slides[3] = { image: name, alt: 'x' }
        })
        const field = place === 'about' ? 'about.portrait' : 'slider.slides.3.image'
        const { status, body } = await put({ content, basedOn: 0 })
        expect([status, body.errors]).toEqual([400, { [`content.${field}`]: 'Choose an image again.' }])
      }
    expect((await read()).version).toBe(0)
  })
})

// Images of the site: uploaded, named by content, shown, and removed; and an uploaded logo.

import sharp from 'sharp'
import { beforeEach, describe, expect, test } from 'vitest'
import type { SiteContent } from '../../../contract/site.ts'
import { ShareImages } from '../../../server/brand/share-images.ts'
import type { Database } from '../../../server/db/connect.ts'
import { addImage } from '../../../server/images/named-uploads.ts'
import { portfolioCalls, siteCalls, sitePath } from '../../support/calls.ts'
import { cleanUp } from '../../support/evidence.ts'
import { bytesOf, colourAt, file, png } from '../../support/sample-images.ts'
import { type Running, sharedApp } from '../../support/start.ts'

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
beforeEach(async () => {
  await app.context.db.deleteFrom('site_versions').execute()
  await app.context.db.deleteFrom('named_uploads').execute()
  app.context.changes.emit('portfolio')
})

const { read, put, text, changed, upload } = siteCalls(() => ({ app, cookie }))
const { added } = portfolioCalls(() => ({ app, cookie }))
const published = async (change: (site: SiteContent) => void) => {
  const { version, content } = await read()
  expect((await put({ content: await changed(change, content), basedOn: version })).status).toBe(200)
}
const names = async () => {
  const rows = await app.context.db.selectFrom('named_uploads').select('name').execute()
  return rows.map(({ name }) => name).sort()
}

const path = '/api/images'
const send = (form: Record<string, string | Blob>) => app.json(path, { cookie, form })
const svg = file(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  'x.svg',
  'image/svg+xml',
)

describe('an upload', () => {
  test('takes PNG, JPEG and WebP of at most 10 MB, recognised by their bytes', async () => {
    const image = await png()
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
    await app.context.images.settled()
    const before = (await Array.fromAsync(app.context.uploads.list())).length
    const insertInto = () => {
      throw new Error('no row')
    }
    const db = { insertInto } as unknown as Database
    const stored = addImage({ ...app.context, db }, await bytesOf('png'), 'image')
    await expect(stored).rejects.toThrow()
    await app.context.images.settled()
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

const day = 24 * 60 * 60_000
/** The cleanup jobs as they run some time later. They end sessions, too. */
const cleanUpAfter = async (ms: number) => {
  await cleanUp({ ...app.context, now: () => new Date(app.context.now().getTime() + ms) })
  cookie = await app.asAdmin(`admin-after-${ms}@example.com`)
}

test('an image that nothing names is removed after 30 days; what a stored version or a previewed draft names stays', async () => {
  const [live, drafted, forgotten] = [
    await upload(await png()),
    await upload(await png()),
    await upload(await png()),
  ]
  await published((site) => {
    site.about.portrait = live
  })
  await cleanUpAfter(29 * day)
  expect(await names()).toEqual([live, drafted, forgotten].sort())
  const content = await changed((site) => {
    site.search.image = drafted
  })
  app.pass(29 * day)
  // Sessions have ended by then.
  cookie = await app.asAdmin('later@example.com')
  const previewed = await app.json(`${sitePath}/preview`, { cookie, json: { content } })
  expect(previewed.status).toBe(200)
  app.pass(-29 * day)
  await cleanUpAfter(31 * day)
  expect(await names()).toEqual([live, drafted].sort())
  await app.context.images.settled()
  const stored = (await Array.fromAsync(app.context.uploads.list())).map(({ id }) => id)
  expect([stored.includes(live), stored.includes(drafted), stored.includes(forgotten)]).toEqual([
    true,
    true,
    false,
  ])
  // Replaced, and still in a version that can be restored.
  await published((site) => {
    site.about.portrait = ''
  })
  await cleanUpAfter(400 * day)
  expect(await names()).toEqual([live])
  const first = await read(1)
  expect((await put({ content: first.content, basedOn: 2 })).status).toBe(200)
})

const publishLogo = (logo: string) =>
  published((site) => {
    site.name.logo = logo
  })
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
    const project = await added({ pname: 'Shared', status: 'published' })
    const images = new ShareImages(app.context)
    const before = await images.pathOf(project)
    await publishLogo(await upload(await logo(true), 'logo'))
    const path = await images.pathOf(project)
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

// Files drawn from the brand: favicon, app icons, share images, and the fonts that only its name needs.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { drawnShareImage } from '../../contract/images.ts'
import { pairFiles } from '../../contract/type-pairs.ts'
import type { AppContext } from '../context.ts'
import type { Env } from '../http/env.ts'
import { matchesEtag } from '../http/negotiation.ts'
import { sendBytes } from '../http/send-bytes.ts'
import { readPublished } from '../projects/gallery.ts'
import type { BrandBook } from './brand.ts'
import { fontPath } from './faces.ts'
import { drawnMark, iconSvg, partOf, squarePng, toPng } from './mark.ts'
import type { ShareImages } from './share-images.ts'

const forever = 'public, max-age=31536000, immutable'

/** A favicon or app icon is another one once another brand is published: browsers request it with its ETag. */
const ofThisBrand = 'public, max-age=0, must-revalidate'

/** The part of a favicon's side that a logo takes; a monogram takes all of it. */
const logoPart = 0.86
/** So small that the first letter of a wide monogram stands alone. */
const smallest = 16
/** The dot of a favicon is larger, or it would be a pixel. */
const faviconDot = 1.2

export function brandFiles(shareImages: ShareImages): Hono<Env> {
  const bookOf = async (c: Context<Env>) => (await c.var.context.site.current()).book
  /** @throws Problem 'unavailable' while an uploaded logo cannot be read. */
  const sendIcon = async (c: Context<Env>, type: string, name: string, draw: Draw) => {
    const book = await bookOf(c)
    const bytes = await book.file(name, () => draw(book, c.var.context))
    return send(c, type, bytes, ofThisBrand)
  }
  const routes = new Hono<Env>()
  for (const path of ['/favicon.svg', '/pictures/favicon.svg'])
    routes.get(path, (c) =>
      sendIcon(c, 'image/svg+xml', 'svg', async (...of) => Buffer.from(await faviconSvg(...of, 64))),
    )
  routes.get('/favicon.ico', (c) => sendIcon(c, 'image/x-icon', 'ico', faviconIco))
  for (const [name, size] of [
    ['icon-192', 192],
    ['icon-512', 512],
    ['apple-touch-icon', 180],
  ] as const)
    routes.get(`/pictures/${name}.png`, (c) =>
      sendIcon(c, 'image/png', `app ${size}`, (...of) => squarePng(...of, size)),
    )

  routes.get(drawnShareImage, async (c) => send(c, 'image/png', await shareImages.ofOwner(), ofThisBrand))
  routes.get('/share/:file{site-[0-9a-f]{16}\\.jpg}', async (c) => {
    const path = await shareImages.uploadedPath()
    if (path === c.req.path) return send(c, 'image/jpeg', await shareImages.uploaded(), forever)
    c.header('Cache-Control', 'no-cache')
    return c.redirect(path ?? drawnShareImage, 302)
  })
  routes.get('/share/:file{[0-9a-z-]{1,64}-[0-9a-f]{16}\\.jpg}', async (c) => {
    const id = c.req.param('file').slice(0, -'-0123456789abcdef.jpg'.length)
    const project = await readPublished(c.var.context, id)
    if (!project) return c.notFound()
    const path = await shareImages.pathOf(project)
    // An old URL redirects to the current image; nothing is drawn for an invented URL.
    if (path !== c.req.path) {
      c.header('Cache-Control', 'no-cache')
      return c.redirect(path, 302)
    }
    return send(c, 'image/jpeg', await shareImages.ofProject(project), forever)
  })

  routes.get('/fonts/:file', async (c) => {
    const book = await bookOf(c)
    const { fonts } = await book.brand()
    // The editor shows every pair.
    if (!fonts.includes(c.req.path) && !pairFiles.includes(c.req.param('file'))) return c.notFound()
    const bytes = await book.file(c.req.path, async () => readFile(fontPath(c.req.param('file'))))
    return send(c, 'font/woff2', bytes, forever)
  })
  return routes
}

type Draw = (book: BrandBook, context: AppContext) => Promise<Buffer<ArrayBuffer>>

/** @param size pixels at which it is shown, in part on screens with two to one */
async function faviconSvg(book: BrandBook, context: AppContext, size: number): Promise<string> {
  const dot = book.marker.onInk
  if (book.source.logo || book.source.logoImage) {
    const mark = await drawnMark(book, context, size)
    return iconSvg(mark, partOf(mark, logoPart), dot)
  }
  const { mark, firstLetter, ink } = await book.monogram()
  const isWide = ink.right - ink.left > 1.1 * (ink.bottom - ink.top)
  return iconSvg(size <= smallest && isWide ? firstLetter : mark, 1, dot, faviconDot)
}

async function faviconIco(book: BrandBook, context: AppContext): Promise<Buffer<ArrayBuffer>> {
  const sizes = [16, 32, 48]
  const images = sizes.map(async (size) => ({
    size,
    png: await toPng(await faviconSvg(book, context, size), size),
  }))
  return ico(await Promise.all(images))
}

/**
 * The ICO container: a small table before whole PNG files, which every browser of the last fifteen years reads.
 * @param images PNG files with their side in pixels, at most 255
 */
function ico(images: readonly { size: number; png: Buffer }[]): Buffer<ArrayBuffer> {
  const head = Buffer.alloc(6 + 16 * images.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(images.length, 4)
  let offset = head.length
  for (const [index, { size, png }] of images.entries()) {
    const at = 6 + 16 * index
    head.writeUInt8(size, at)
    head.writeUInt8(size, at + 1)
    head.writeUInt16LE(1, at + 4)
    head.writeUInt16LE(32, at + 6)
    head.writeUInt32LE(png.length, at + 8)
    head.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([head, ...images.map(({ png }) => png)])
}

function send(c: Context<Env>, type: string, bytes: Buffer<ArrayBuffer>, cacheControl: string) {
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  c.header('Cache-Control', cacheControl)
  c.header('Content-Type', type)
  c.header('ETag', etag)
  // A favicon of an uploaded logo has it as a data URL.
  const images = type === 'image/svg+xml' ? ' img-src data:;' : ''
  c.header('Content-Security-Policy', `default-src 'none';${images} sandbox`)
  return matchesEtag(c.req.header('if-none-match'), etag) ? c.body(null, 304) : sendBytes(c, bytes)
}

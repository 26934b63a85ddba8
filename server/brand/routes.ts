// Files drawn from the brand: favicon, app icons, share images, and the fonts that only its name needs.
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { drawnShareImage } from '../../contract/images.ts'
import { pairFiles } from '../../contract/type-pairs.ts'
import type { AppContext } from '../context.ts'
import type { Env } from '../http/env.ts'
import { Limiter } from '../http/limiter.ts'
import { fileOf, forever, sendFile } from '../http/send-bytes.ts'
import { readPublished } from '../projects/gallery.ts'
import type { BrandBook } from './brand.ts'
import { fontPath } from './faces.ts'
import { drawnMark, iconSvg, squarePng, toPng } from './mark.ts'
import { ownerImage, projectImage, type ShareImage, uploadedImage } from './share-images.ts'

/** A favicon or app icon is another one once another brand is published: browsers request it with its ETag. */
const ofThisBrand = 'public, max-age=0, must-revalidate'

/** The part of a favicon's side that a logo takes; a monogram takes all of it. */
const logoPart = 0.86
/** So small that the first letter of a wide monogram stands alone. */
const smallest = 16
/** The dot of a favicon is larger, or it would be a pixel. */
const faviconDot = 1.2

/** Drawing a share image takes a third of a second. */
const drawings = {
  running: 1,
  waiting: 11,
  message: 'Too many images are being drawn. Please try again in a moment.',
  retryAfter: 5,
}

export function brandFiles(): Hono<Env> {
  const limiter = new Limiter(drawings)
  const bookOf = async (c: Context<Env>) => (await c.var.context.site.current()).book
  /** @throws Problem 'unavailable' while an uploaded image cannot be read, and while too many wait. */
  const sendMade = async (c: Context<Env>, type: string, make: Make, caching = ofThisBrand) => {
    const book = await bookOf(c)
    const file = await book.made(c.req.path, async () => fileOf(type, await make(book, c.var.context)))
    return sendFile(c, file, caching)
  }
  const sendShareImage = async (c: Context<Env>, image: ShareImage, type: string, caching?: string) => {
    if (image.path === c.req.path)
      return sendMade(c, type, (_, context) => limiter.run(() => image.draw(context)), caching)
    // An old URL redirects to the current image; nothing is drawn for an invented URL.
    c.header('Cache-Control', 'no-cache')
    return c.redirect(image.path, 302)
  }

  const routes = new Hono<Env>()
  const svg: Make = async (...of) => Buffer.from(await faviconSvg(...of, 64))
  const icons: Record<string, [type: string, Make]> = {
    '/favicon.svg': ['image/svg+xml', svg],
    '/pictures/favicon.svg': ['image/svg+xml', svg],
    '/favicon.ico': ['image/x-icon', faviconIco],
    '/pictures/icon-192.png': ['image/png', (...of) => squarePng(...of, 192)],
    '/pictures/icon-512.png': ['image/png', (...of) => squarePng(...of, 512)],
    '/pictures/apple-touch-icon.png': ['image/png', (...of) => squarePng(...of, 180)],
  }
  for (const [path, of] of Object.entries(icons)) routes.get(path, (c) => sendMade(c, ...of))

  routes.get(drawnShareImage, async (c) => sendShareImage(c, ownerImage(await bookOf(c)), 'image/png'))
  routes.get('/share/:file{site-[0-9a-f]{16}\\.jpg}', async (c) => {
    const book = await bookOf(c)
    return sendShareImage(c, uploadedImage(book) ?? ownerImage(book), 'image/jpeg', forever)
  })
  routes.get('/share/:file{[0-9a-z-]{1,64}-[0-9a-f]{16}\\.jpg}', async (c) => {
    const id = c.req.param('file').slice(0, -'-0123456789abcdef.jpg'.length)
    const project = await readPublished(c.var.context, id)
    if (!project) return c.notFound()
    return sendShareImage(c, projectImage(await bookOf(c), project), 'image/jpeg', forever)
  })

  routes.get('/fonts/:file', async (c) => {
    const file = c.req.param('file')
    const { fonts } = await (await bookOf(c)).brand()
    // The editor shows every pair.
    if (!fonts.includes(c.req.path) && !pairFiles.includes(file)) return c.notFound()
    return sendMade(c, 'font/woff2', () => readFile(fontPath(file)), forever)
  })
  return routes
}

type Make = (book: BrandBook, context: AppContext) => Promise<Buffer<ArrayBuffer>>

/** @param size pixels at which it is shown, in part on screens with two to one */
async function faviconSvg(book: BrandBook, context: AppContext, size: number): Promise<string> {
  const dot = book.marker.onInk
  if (book.hasLogo) return iconSvg(await drawnMark(book, context, size), logoPart, dot)
  const { mark, firstLetter, ink } = await book.monogram()
  const isWide = ink.right - ink.left > 1.1 * (ink.bottom - ink.top)
  const shown = size <= smallest && isWide ? firstLetter : mark
  const radius = shown.dot.radius * faviconDot
  return iconSvg({ ...shown, dot: { ...shown.dot, radius } }, 1, dot)
}

/** The ICO container: a small table before whole PNG files, which every browser of the last fifteen years reads. */
async function faviconIco(book: BrandBook, context: AppContext): Promise<Buffer<ArrayBuffer>> {
  const sizes = [16, 32, 48]
  const images = await Promise.all(
    sizes.map(async (size) => toPng(await faviconSvg(book, context, size), size)),
  )
  const table = Buffer.alloc(6 + 16 * sizes.length)
  table.writeUInt16LE(1, 2)
  table.writeUInt16LE(sizes.length, 4)
  let offset = table.length
  for (const [index, { length }] of images.entries()) {
    const at = 6 + 16 * index
    table.fill(sizes[index] ?? 0, at, at + 2)
    table.writeUInt16LE(1, at + 4)
    table.writeUInt16LE(32, at + 6)
    table.writeUInt32LE(length, at + 8)
    table.writeUInt32LE(offset, at + 12)
    offset += length
  }
  return Buffer.concat([table, ...images])
}

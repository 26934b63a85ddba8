// Files drawn from the brand: favicon, app icons, share images, and the fonts that only its name needs.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { type Context, Hono } from 'hono'
import { drawnShareImage } from '../../contract/brand.ts'
import { Problem } from '../../contract/problem.ts'
import { isStorageUnusable } from '../db/connect.ts'
import type { Env } from '../http/env.ts'
import { matchesEtag } from '../http/negotiation.ts'
import { sendBytes } from '../http/send-bytes.ts'
import { OnceAMinute } from '../once-a-minute.ts'
import { readGallery } from '../projects/gallery.ts'
import type { BrandBook } from './brand.ts'
import { drawnMark } from './drawn-mark.ts'
import { fontPath } from './faces.ts'
import { ico } from './ico.ts'
import { type DrawnMark, iconSvg, partOf } from './mark-svg.ts'
import { toPng } from './raster.ts'
import type { ShareImages } from './share-images.ts'

const forever = 'public, max-age=31536000, immutable'

/** A favicon or app icon is another one once another brand is published: browsers request it with its ETag. */
const ofThisBrand = 'public, max-age=0, must-revalidate'

/** The mark's part of an icon's side: the whole square of a favicon, the safe zone of an app icon. */
const parts = { favicon: 1, logoFavicon: 0.86, app: 0.65 }
/** So small that the first letter of a wide monogram stands alone. */
const smallest = 16
/** The dot of a favicon is larger, or it would be a pixel. */
const faviconDot = 1.2

export function brandFiles(shareImages: ShareImages): Hono<Env> {
  // A handful of files for each brand, each made once; those of a brand that is no longer published go with it.
  const files = new WeakMap<BrandBook, Map<string, Promise<Buffer<ArrayBuffer>>>>()
  const once = (book: BrandBook, name: string, make: () => Promise<Buffer<ArrayBuffer>>) => {
    const made = files.get(book) ?? new Map()
    files.set(book, made)
    const known = made.get(name) ?? make()
    made.set(name, known)
    known.catch(() => made.delete(name))
    return known
  }
  const lines = new OnceAMinute()
  const bookOf = async (c: Context<Env>) => (await c.var.context.site.current()).book
  /** An uploaded logo that cannot be read leaves the icon without it, until it can. */
  const sendIcon = async (
    c: Context<Env>,
    type: string,
    name: string,
    draw: (markOf: MarkOf, book: BrandBook) => Promise<Buffer<ArrayBuffer>>,
  ) => {
    const book = await bookOf(c)
    try {
      const bytes = await once(book, name, () => draw((side) => drawnMark(book, c.var.context, side), book))
      return send(c, type, bytes, ofThisBrand)
    } catch (error) {
      if (!book.source.logoImage || !isLogoAway(error)) throw error
      if (lines.isDue())
        c.var.context.log.warn(
          { event: 'icons.logo-missing', err: error },
          'icons are drawn without the logo',
        )
      const bytes = await once(book, `${name} without upload`, () => draw(() => book.ownMark(), book))
      return send(c, type, bytes, 'no-store')
    }
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
      sendIcon(c, 'image/png', `app ${size}`, async (markOf, book) => {
        const mark = await markOf(size)
        return toPng(iconSvg(mark, partOf(mark, parts.app), book.marker.onInk), size)
      }),
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
    const { portfolios } = await readGallery(c.var.context, {
      id,
      search: '',
      category: '',
      page: 1,
      limit: 1,
    })
    const [item] = portfolios
    if (!item) return c.notFound()
    const path = await shareImages.pathOf(item)
    // An old URL redirects to the current image; nothing is drawn for an invented URL.
    if (path !== c.req.path) {
      c.header('Cache-Control', 'no-cache')
      return c.redirect(path, 302)
    }
    return send(c, 'image/jpeg', await shareImages.ofProject(item), forever)
  })

  routes.get('/fonts/:file', async (c) => {
    const book = await bookOf(c)
    const { fonts } = await book.brand()
    if (!fonts.includes(c.req.path)) return c.notFound()
    const bytes = await once(book, c.req.path, async () => readFile(fontPath(c.req.param('file'))))
    return send(c, 'font/woff2', bytes, forever)
  })
  return routes
}

/** The mark of a drawing, for so many pixels. */
type MarkOf = (side: number) => Promise<DrawnMark>

/** The storage is away, or has lost the file, or the image worker ended: it may be back soon. */
function isLogoAway(error: unknown): boolean {
  return (error instanceof Problem && error.code === 'unavailable') || isStorageUnusable(error)
}

/** @param size pixels at which it is shown, in part on screens with two to one */
async function faviconSvg(markOf: MarkOf, book: BrandBook, size: number): Promise<string> {
  const dot = book.marker.onInk
  if (book.source.logo || book.source.logoImage) {
    const mark = await markOf(size)
    return iconSvg(mark, partOf(mark, parts.logoFavicon), dot)
  }
  const { mark, firstLetter, ink } = await book.monogram()
  const isWide = ink.right - ink.left > 1.1 * (ink.bottom - ink.top)
  return iconSvg(size <= smallest && isWide ? firstLetter : mark, parts.favicon, dot, faviconDot)
}

async function faviconIco(markOf: MarkOf, book: BrandBook): Promise<Buffer<ArrayBuffer>> {
  const sizes = [16, 32, 48]
  const images = sizes.map(async (size) => ({
    size,
    png: await toPng(await faviconSvg(markOf, book, size), size),
  }))
  return ico(await Promise.all(images))
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

// Share images of the owner and of projects: drawn when first requested, one at a time, and stored on disk.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { deliveredAccent } from '../../contract/accent.ts'
import { shareImageSize } from '../../contract/brand.ts'
import { imageSources } from '../../contract/images.ts'
import { defaultFocalPoint, type PortfolioItem } from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import { siteImageUrl } from '../../contract/site-images.ts'
import type { AppContext } from '../context.ts'
import { Limiter } from '../http/limiter.ts'
import { root } from '../root.ts'
import { type BrandBook, sharePathOf } from './brand.ts'
import { drawnMark } from './drawn-mark.ts'
import type { DrawnMark } from './mark-svg.ts'
import { toPixels } from './raster.ts'
import { type Drawing, ownerDrawing, projectDrawing } from './share-drawing.ts'

/** Bytes of images cached in memory, for concurrent requests; one is about 100 kB. */
const maxBytes = 4 * 1024 * 1024
/** Drawing one takes a third of a second. */
const limits = {
  running: 1,
  waiting: 11,
  message: 'Too many images are being drawn. Please try again in a moment.',
  retryAfter: 5,
}
/** Pixels of the mark's side where it is largest, in an empty plate. */
const largestMark = 260
/** To be raised when the drawing changes, so that URLs change, too. */
const drawingVersion = 1

type Needs = Pick<AppContext, 'site' | 'config' | 'images' | 'log' | 'shareImageFiles' | 'uploads'>
type Image = Buffer<ArrayBuffer>
type FocalPoint = Pick<PortfolioItem, 'focalX' | 'focalY'>
/** What a project's share image is made from. */
type Project = Pick<PortfolioItem, 'id' | 'name' | 'pimage'> & FocalPoint

interface Drawn {
  image: Image
  /** False while something of it is missing: it is not stored. */
  isFinal: boolean
}

export class ShareImages {
  readonly #context: Needs
  readonly #recent = new LRUCache<string, Image>({
    maxSize: maxBytes,
    sizeCalculation: (image) => image.length,
  })
  /** What is being read or drawn, by file name. */
  readonly #underway = new Map<string, Promise<Image>>()
  readonly #limiter = new Limiter(limits)
  #portraitHash: Promise<string> | null = null

  constructor(context: Needs) {
    this.#context = context
  }

  /** The URL changes with all that the image is made from, so it can be cached for ever. */
  async pathOf(item: Project): Promise<string> {
    return `/share/${fileOf(await this.#book(), item)}`
  }

  /**
   * @param item published: its image is stored
   * @throws Problem 'unavailable' while too many wait, or when the image worker ended.
   */
  async ofProject(item: Project): Promise<Image> {
    const book = await this.#book()
    return this.#find(fileOf(book, item), async () => {
      const { photo, isMissing } = await this.#cover(item.pimage)
      const drawing = await projectDrawing(book, await this.#mark(book), item.name)
      return { image: await this.#draw(drawing, photo, item, 'jpeg'), isFinal: !isMissing }
    })
  }

  /** @throws Problem 'unavailable', as `ofProject`. */
  async ofOwner(): Promise<Image> {
    const book = await this.#book()
    const { host } = new URL(this.#context.config.publicUrl)
    // The delivered image may be replaced under the same name, which takes a restart like any change of a file.
    const { portrait } = book.source
    const isUpload = portrait?.src.startsWith('/uploads/')
    if (!isUpload && portrait) {
      this.#portraitHash ??= readFile(deliveredFile(portrait)).then(sha256)
      this.#portraitHash.catch(() => {
        this.#portraitHash = null
      })
    }
    // Names of uploads are never used again.
    const photoKey = isUpload ? portrait?.src : portrait && (await this.#portraitHash)
    const name = `_owner-${hash(book, [host, photoKey ?? null])}.png`
    return this.#find(name, async () => {
      const photo = await this.#portrait(book)
      const drawing = await ownerDrawing(book, await this.#mark(book), host)
      const image = await this.#draw(drawing, photo, defaultFocalPoint, 'png')
      return { image, isFinal: !portrait || photo !== null }
    })
  }

  /** The path of the uploaded image for link previews; null without one. */
  async uploadedPath(): Promise<string | null> {
    const { shareImage } = (await this.#book()).source
    return shareImage ? sharePathOf(shareImage) : null
  }

  /**
   * That image, cropped around its middle.
   * @throws Problem 'unavailable', as `ofProject`, and while it cannot be read.
   */
  async uploaded(): Promise<Image> {
    const { shareImage = '' } = (await this.#book()).source
    return this.#find(sharePathOf(shareImage).replace('/share/', ''), async () => {
      const { photo } = await this.#cover(siteImageUrl(shareImage, 'image', shareImageSize.width))
      if (!photo)
        throw new Problem('unavailable', 'The image could not be read. Please try again in a moment.', {
          retryAfter: 5,
        })
      const { width, height } = shareImageSize
      const ground = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"/>`
      const frame = { left: 0, top: 0, width, height }
      const image = await this.#draw({ svg: ground, frame }, photo, { focalX: 50, focalY: 50 }, 'jpeg')
      return { image, isFinal: true }
    })
  }

  #mark(book: BrandBook): Promise<DrawnMark> {
    return drawnMark(book, this.#context, largestMark)
  }

  async #portrait({ source: { portrait } }: BrandBook): Promise<Uint8Array | null> {
    if (!portrait) return null
    const [, folder] = /^\/uploads\/([^/]+)\/$/.exec(portrait.src) ?? []
    // Others are in the site's own folder of images (app.ts).
    if (!folder) return readFile(deliveredFile(portrait))
    return this.#context.uploads.read(folder, `${portrait.widths.at(-1)}.webp`)
  }

  async #book(): Promise<BrandBook> {
    return (await this.#context.site.current()).book
  }

  async #draw(
    { svg, frame }: Drawing,
    photo: Uint8Array | null,
    { focalX, focalY }: FocalPoint,
    format: 'jpeg' | 'png',
  ): Promise<Image> {
    const { pixels, width, height } = await toPixels(svg, shareImageSize.width)
    const shape = { format, width, height, frame, focal: { focalX, focalY } }
    const file = await this.#context.images.compose(shape, pixels, photo)
    return Buffer.from(file.buffer)
  }

  /** Missing: the row names a file that does not exist, perhaps because it is in the trash and will be restored. */
  async #cover(url: string | null): Promise<{ photo: Uint8Array | null; isMissing: boolean }> {
    const [, folder = '', file = ''] =
      /\/uploads\/([\w-]+)\/(\d+\.webp)$/.exec(imageSources(url)?.src ?? '') ?? []
    const photo = folder === '' ? null : await this.#context.uploads.read(folder, file)
    return { photo, isMissing: folder !== '' && photo === null }
  }

  #find(name: string, draw: () => Promise<Drawn>): Promise<Image> {
    const recent = this.#recent.get(name)
    if (recent) return Promise.resolve(recent)
    const underway = this.#underway.get(name)
    if (underway) return underway
    const found = this.#readOrDraw(name, draw).finally(() => this.#underway.delete(name))
    this.#underway.set(name, found)
    return found
  }

  async #readOrDraw(name: string, draw: () => Promise<Drawn>): Promise<Image> {
    const stored = await this.#read(name)
    const { image, isFinal } = stored ? { image: stored, isFinal: true } : await this.#inTurn(name, draw)
    if (isFinal) this.#recent.set(name, image)
    return image
  }

  #inTurn(name: string, draw: () => Promise<Drawn>): Promise<Drawn> {
    return this.#limiter.run(async () => {
      const drawn = await draw()
      if (drawn.isFinal) await this.#store(name, drawn.image)
      return drawn
    })
  }

  async #read(name: string): Promise<Image | null> {
    const { log, shareImageFiles } = this.#context
    return shareImageFiles.read(name).catch((error) => {
      log.warn({ event: 'share-image.not-read', err: error, name }, 'share image not read')
      return null
    })
  }

  /** On a full disk an image is drawn again the next time. */
  async #store(name: string, image: Image): Promise<void> {
    const { log, shareImageFiles } = this.#context
    await shareImageFiles.write(name, image).catch((error) => {
      log.warn({ event: 'share-image.not-stored', err: error, name }, 'share image not stored')
    })
  }
}

function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function fileOf(book: BrandBook, { id, name, pimage, focalX, focalY }: Project): string {
  return `${id}-${hash(book, [name, pimage, focalX, focalY])}.jpg`
}

function hash(book: BrandBook, parts: unknown[]): string {
  const { brand, logo, logoImage, owner, accent } = book.source
  // Nothing is drawn again for those who never chose an accent.
  const own = accent === deliveredAccent ? [] : [accent]
  const shown = [drawingVersion, brand, logoImage ?? logo, owner, ...own, ...parts]
  return sha256(JSON.stringify(shown)).slice(0, 16)
}

function deliveredFile({ src, widths }: NonNullable<BrandBook['source']['portrait']>): string {
  return join(root, 'content', `${src}${widths.at(-1)}.webp`)
}

// Share images of the owner and of projects: drawn when first requested, one at a time, and stored on disk [R130].
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { deliveredAccent } from '../../contract/accent.ts'
import { shareImageSize } from '../../contract/brand.ts'
import { imageSources } from '../../contract/images.ts'
import { defaultFocalPoint, type PortfolioItem } from '../../contract/portfolio.ts'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import { root } from '../root.ts'
import type { BrandBook } from './brand.ts'
import { toPixels } from './raster.ts'
import { type Drawing, ownerDrawing, projectDrawing } from './share-drawing.ts'

/** Bytes of images cached in memory, for concurrent requests; one is about 100 kB. */
const maxBytes = 4 * 1024 * 1024
/** Drawing one takes a third of a second; requests beyond these are rejected. */
const maxWaiting = 12
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
  #waiting = 0
  #portraitHash: Promise<string | null> | null = null
  #last: Promise<unknown> = Promise.resolve()

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
      const drawing = await projectDrawing(book, item.name)
      return { image: await this.#draw(drawing, photo, item, 'jpeg'), isFinal: !isMissing }
    })
  }

  /** @throws Problem 'unavailable', as `ofProject`. */
  async ofOwner(): Promise<Image> {
    const book = await this.#book()
    const { host } = new URL(this.#context.config.publicUrl)
    // The delivered image may be replaced under the same name, which takes a restart like any change of a file.
    this.#portraitHash ??= portraitOf(book).then((bytes) => bytes && sha256(bytes))
    this.#portraitHash.catch(() => {
      this.#portraitHash = null
    })
    const name = `owner-${hash(book, [host, await this.#portraitHash])}.png`
    return this.#find(name, async () => {
      const drawing = await ownerDrawing(book, host)
      const image = await this.#draw(drawing, await portraitOf(book), defaultFocalPoint, 'png')
      return { image, isFinal: true }
    })
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

  async #inTurn(name: string, draw: () => Promise<Drawn>): Promise<Drawn> {
    if (this.#waiting >= maxWaiting)
      throw new Problem('unavailable', 'Too many images are being drawn. Please try again in a moment.', {
        retryAfter: 5,
      })
    this.#waiting++
    const turn = this.#last.then(async () => {
      const drawn = await draw()
      if (drawn.isFinal) await this.#store(name, drawn.image)
      return drawn
    })
    this.#last = turn.catch(() => {})
    return turn.finally(() => this.#waiting--)
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
  const { brand, logo, owner, accent } = book.source
  // Nothing is drawn again for those who never chose an accent.
  const own = accent === deliveredAccent ? [] : [accent]
  return sha256(JSON.stringify([drawingVersion, brand, logo, owner, ...own, ...parts])).slice(0, 16)
}

async function portraitOf({ source: { portrait } }: BrandBook): Promise<Uint8Array | null> {
  // Its URL is that of the site's own folder of images (app.ts).
  return portrait && readFile(join(root, 'content', `${portrait.src}-${portrait.widths.at(-1)}.webp`))
}

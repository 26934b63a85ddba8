// Share images of the owner and of projects: drawn when first requested, one at a time, and cached.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LRUCache } from 'lru-cache'
import { imageSources, shareImageSize } from '../../contract/images.ts'
import { defaultFocalPoint } from '../../contract/portfolio.ts'
import type { Project } from '../../contract/responses/projects.ts'
import { siteImageUrl } from '../../contract/site.ts'
import type { AppContext } from '../context.ts'
import { Limiter } from '../http/limiter.ts'
import { root } from '../root.ts'
import { type BrandBook, sharePathOf } from './brand.ts'
import { drawnMark, readUpload, render } from './mark.ts'
import { type Drawing, ownerDrawing, projectDrawing } from './share-drawing.ts'

/** Images; one is about 100 kB, so all projects of most sites fit. */
const maxCached = 150
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
const drawingVersion = 2

type Needs = Pick<AppContext, 'site' | 'config' | 'images' | 'uploads'>
type Image = Buffer<ArrayBuffer>
type FocalPoint = Pick<Project, 'focalX' | 'focalY'>
/** What a project's share image is made from. */
type Shared = Pick<Project, 'id' | 'name' | 'pimage'> & FocalPoint

export class ShareImages {
  readonly #context: Needs
  /** What is drawn or being drawn, by path. Never an old one: the path follows from all that an image is made from. */
  readonly #images: LRUCache<string, Image, () => Promise<Image>>

  constructor(context: Needs) {
    this.#context = context
    const limiter = new Limiter(limits)
    this.#images = new LRUCache({
      max: maxCached,
      ignoreFetchAbort: true,
      fetchMethod: (_path, _old, { context: draw }) => limiter.run(draw),
    })
  }

  /** The URL changes with all that the image is made from, so it can be cached for ever. */
  async pathOf(project: Shared): Promise<string> {
    return projectPath(await this.#book(), project)
  }

  /**
   * @param project published
   * @throws Problem 'unavailable' while too many wait, while an uploaded image cannot be read, or when the image worker ended.
   */
  async ofProject(project: Shared): Promise<Image> {
    const book = await this.#book()
    return this.#find(projectPath(book, project), async () => {
      const src = imageSources(project.pimage)?.src
      const photo = src ? await this.#upload(src) : null
      const drawing = await projectDrawing(book, await this.#mark(book), project.name)
      return this.#draw(drawing, photo, project, 'jpeg')
    })
  }

  /** @throws Problem 'unavailable', as `ofProject`. */
  async ofOwner(): Promise<Image> {
    const book = await this.#book()
    const { portrait } = book.source
    return this.#find(`owner ${hash(book, [portrait?.src])}`, async () => {
      const src = portrait && `${portrait.src}${portrait.widths.at(-1)}.webp`
      const photo = src?.startsWith('/uploads/')
        ? await this.#upload(src)
        : src && (await readFile(join(root, 'content', src)))
      const { publicUrl } = this.#context.config
      const drawing = await ownerDrawing(book, await this.#mark(book), publicUrl)
      return this.#draw(drawing, photo || null, defaultFocalPoint, 'png')
    })
  }

  /** The path of the uploaded image for link previews; null without one. */
  async uploadedPath(): Promise<string | null> {
    const { shareImage } = (await this.#book()).source
    return shareImage ? sharePathOf(shareImage) : null
  }

  /**
   * That image, cropped around its middle.
   * @throws Problem 'unavailable', as `ofProject`.
   */
  async uploaded(): Promise<Image> {
    const { shareImage = '' } = (await this.#book()).source
    return this.#find(sharePathOf(shareImage), async () => {
      const { width, height } = shareImageSize
      const photo = await this.#upload(siteImageUrl(shareImage, 'image', width))
      const ground = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"/>`
      const frame = { left: 0, top: 0, width, height }
      return this.#draw({ svg: ground, frame }, photo, defaultFocalPoint, 'jpeg')
    })
  }

  /** One that fails is drawn again for the next request: a file may be back, as when a disk is mounted again. */
  #find(path: string, draw: () => Promise<Image>): Promise<Image> {
    return this.#images.forceFetch(path, { context: draw })
  }

  #mark(book: BrandBook) {
    return drawnMark(book, this.#context, largestMark)
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
    const { pixels, width, height } = await render(svg, shareImageSize.width)
    const job = { kind: 'share', format, width, height, frame, focal: { focalX, focalY } } as const
    const file = await this.#context.images.draw(job, photo ? [pixels, photo] : [pixels])
    return Buffer.from(file.buffer)
  }

  #upload(url: string): Promise<Uint8Array> {
    return readUpload(this.#context, url, 'The image could not be read. Please try again in a moment.')
  }
}

function projectPath(book: BrandBook, { id, name, pimage, focalX, focalY }: Shared): string {
  return `/share/${id}-${hash(book, [name, pimage, focalX, focalY])}.jpg`
}

function hash(book: BrandBook, parts: unknown[]): string {
  const { brand, logo, logoImage, owner, accent, pair } = book.source
  const shown = [drawingVersion, brand, logoImage ?? logo, owner, accent, pair, ...parts]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)
}

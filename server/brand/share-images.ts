// Share images of the owner and of projects: their paths, and what each is drawn from.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawnShareImage, imageSources, imageUrl, shareImageSize } from '../../contract/images.ts'
import { defaultFocalPoint } from '../../contract/portfolio.ts'
import type { Project } from '../../contract/responses/projects.ts'
import { isUploaded } from '../../contract/site.ts'
import type { AppContext } from '../context.ts'
import { root } from '../root.ts'
import { type BrandBook, sharePathOf } from './brand.ts'
import { drawnMark, readUpload, render } from './mark.ts'
import { type Drawing, ownerDrawing, projectDrawing } from './share-drawing.ts'

/** Pixels of the mark's side where it is largest, in an empty plate. */
const largestMark = 260
const unreadable = 'The image could not be read. Please try again in a moment.'
/** To be raised when the drawing changes, so that URLs change, too. */
const drawingVersion = 2

/** What a project's share image is made from. */
type Shared = Pick<Project, 'id' | 'name' | 'pimage' | 'focalX' | 'focalY'>

export interface ShareImage {
  path: string
  /** @throws Problem 'unavailable' while an uploaded image cannot be read, or when the image worker ended. */
  draw(context: AppContext): Promise<Buffer<ArrayBuffer>>
}

/** Its path changes with all that it is made from, so it can be cached for ever. */
export function projectImage(book: BrandBook, project: Shared): ShareImage {
  const { id, name, pimage, focalX, focalY } = project
  return {
    path: `/share/${id}-${hash(book, [name, pimage, focalX, focalY])}.jpg`,
    async draw(context) {
      const src = imageSources(pimage)?.src
      const photo = src ? await readUpload(context, src, unreadable) : null
      const mark = await drawnMark(book, context, largestMark)
      return compose(context, await projectDrawing(book, mark, name), photo, project, 'jpeg')
    },
  }
}

export function ownerImage(book: BrandBook): ShareImage {
  return {
    path: drawnShareImage,
    async draw(context) {
      const src = book.portrait && `${book.portrait.src}${book.portrait.widths.at(-1)}.webp`
      const photo = src?.startsWith('/uploads/')
        ? await readUpload(context, src, unreadable)
        : src && (await readFile(join(root, 'content', src)))
      const mark = await drawnMark(book, context, largestMark)
      const drawing = await ownerDrawing(book, mark, context.config.publicUrl)
      return compose(context, drawing, photo || null, defaultFocalPoint, 'png')
    },
  }
}

/** The uploaded image for link previews, cropped around its middle; null without one. */
export function uploadedImage({ content: { search } }: BrandBook): ShareImage | null {
  const url = imageUrl(search.image, 'image', shareImageSize.width)
  if (!url) return null
  return {
    path: sharePathOf(search.image),
    async draw(context) {
      const { width, height } = shareImageSize
      const photo = await readUpload(context, url, unreadable)
      const ground = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"/>`
      const frame = { left: 0, top: 0, width, height }
      return compose(context, { svg: ground, frame }, photo, defaultFocalPoint, 'jpeg')
    },
  }
}

async function compose(
  { images }: AppContext,
  { svg, frame }: Drawing,
  photo: Uint8Array | null,
  { focalX, focalY }: Pick<Project, 'focalX' | 'focalY'>,
  format: 'jpeg' | 'png',
): Promise<Buffer<ArrayBuffer>> {
  const { pixels, width, height } = await render(svg, shareImageSize.width)
  const job = { kind: 'share', format, width, height, frame, focal: { focalX, focalY } } as const
  return Buffer.from(await images.draw(job, photo ? [pixels, photo] : [pixels]))
}

function hash(book: BrandBook, parts: unknown[]): string {
  const { name, hero, type } = book.content
  const logo = isUploaded(name.logo) ? name.logo : book.logo
  const owner = { name: name.owner, role: hero.role }
  const shown = [drawingVersion, name.brand, logo, owner, book.accent, type.pair, ...parts]
  return createHash('sha256').update(JSON.stringify(shown)).digest('hex').slice(0, 16)
}

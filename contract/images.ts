// Images: accepted types, widths, and the URLs of all sizes of an image, derived from one.
import type { Mark } from './responses/site.ts'

/** Accepted for upload; the server looks at the content and ignores the declared type. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp']
export const imageAccept = '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp'

/** What an upload is called: random, with the size in pixels of an image, or in bytes of a video. */
export const imageName = '[\\da-f]{24}-\\d{1,5}x\\d{1,5}'
const videoName = '[\\da-f]{24}-\\d{1,8}'

/** Names of uploads in the JSON of content. */
export function namesIn(json: string): string[] {
  return (json.match(new RegExp(`"(?:${imageName}|${videoName})"`, 'g')) ?? []).map((quoted) =>
    quoted.slice(1, -1),
  )
}

/** Pixels of the largest file of an image, by its name; null for what is none. */
export function sizeOfImage(name: string | null): { width: number; height: number } | null {
  const [, width, height] = /^[\da-f]{24}-(\d{1,5})x(\d{1,5})$/.exec(name ?? '') ?? []
  return width && height ? { width: Number(width), height: Number(height) } : null
}

/** Bytes of a video, by its name; null for what is none. */
export function sizeOfVideo(name: string): number | null {
  const bytes = /^[\da-f]{24}-(\d{1,8})$/.exec(name)?.[1]
  return bytes ? Number(bytes) : null
}

const coverWidths = [320, 640, 960, 1280, 1920]

/** Pixels. An image is never enlarged: one narrower than a step ends the list with its own width. */
export const widthSteps = {
  cover: coverWidths,
  /** Of content: of the site, and of case studies. */
  image: coverWidths,
  avatar: [256, 512],
  /** Of its longer side. */
  logo: [512],
}
export type ImageKind = keyof typeof widthSteps

/** The widths that exist for an image of this width. */
export function widthsFor(width: number, kind: ImageKind): number[] {
  const steps = widthSteps[kind]
  const largest = steps.at(-1) ?? width
  return [...steps.filter((step) => step < width), Math.min(width, largest)].filter(
    (step, index, list) => list.indexOf(step) === index,
  )
}

/** Ascending; empty for what is no image. */
export function widthsOf(name: string | null, kind: ImageKind): number[] {
  const size = sizeOfImage(name)
  return size ? widthsFor(size.width, kind) : []
}

/**
 * @param atLeast pixels
 * @returns the URL of the smallest file with as many, or of the widest; `imageSources` derives the others from it. Null for
 * what is no image
 */
export function imageUrl(
  name: string | null,
  kind: ImageKind,
  atLeast = Number.POSITIVE_INFINITY,
): string | null {
  const widths = widthsOf(name, kind)
  const width = widths.find((width) => width >= atLeast) ?? widths.at(-1)
  return width === undefined ? null : `/uploads/${name}/${width}.webp`
}

export interface ImageSources {
  src: string
  width: number
  height: number
  webp: string
  avif: string
}

/**
 * All that an <img> needs, from the one URL that the API sends: size in pixels and srcset for both formats.
 * Null for a URL that is no upload (a static image of the owner).
 */
export function imageSources(src: string | null, kind: ImageKind = 'cover'): ImageSources | null {
  const [, base, name = ''] = /^(.*\/uploads\/([\w-]+))\/\d+\.webp$/.exec(src ?? '') ?? []
  const size = sizeOfImage(name)
  if (!src || !size) return null
  const list = (format: string) =>
    widthsOf(name, kind)
      .map((step) => `${base}/${step}.${format} ${step}w`)
      .join(', ')
  return { src, ...size, webp: list('webp'), avif: list('avif') }
}

/** Pixels of the images that link previews show. */
export const shareImageSize = { width: 1200, height: 630 }

/** Path of the one that is drawn from the owner's name. */
export const drawnShareImage = '/pictures/og.png'

/** For URLs of icons, which browsers store for long: another one for each uploaded logo. */
export function iconKey({ image }: Mark): string {
  return image ? `?logo=${image.slice('/uploads/'.length, '/uploads/'.length + 8)}` : ''
}

// Images: accepted types, widths, and the URLs of all sizes of an image, derived from one.
import type { Mark } from './responses/site.ts'

/** Accepted for upload; the server looks at the content and ignores the declared type. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp']
export const imageAccept = '.png,.jpg,.jpeg,.webp,image/png,image/jpeg,image/webp'

/** What content calls an upload: random, with the size in pixels of an image, or in bytes of a video. */
export const imageName = '[\\da-f]{24}-\\d{1,5}x\\d{1,5}'
export const videoName = '[\\da-f]{24}-\\d{1,8}'

/** Names of uploads in the JSON of content. */
export function namesIn(json: string): string[] {
  return (json.match(new RegExp(`"(?:${imageName}|${videoName})"`, 'g')) ?? []).map((quoted) =>
    quoted.slice(1, -1),
  )
}

/** Pixels. An image is never enlarged: one narrower than a step ends the list with its own width. */
export const coverWidths = [320, 640, 960, 1280, 1920]
export const avatarWidths = [256, 512]
/** The longer side of a logo has at most these. */
export const logoWidths = [512]

/** The widths that exist for an image of this width. */
export function widthsFor(width: number, steps: readonly number[] = coverWidths): number[] {
  const largest = steps.at(-1) ?? width
  return [...steps.filter((step) => step < width), Math.min(width, largest)].filter(
    (step, index, list) => list.indexOf(step) === index,
  )
}

const stepsOf = { cover: coverWidths, avatar: avatarWidths }

/**
 * @param id `<random>-<width>x<height>` with the size of the original in pixels, or null.
 * @returns the URL of the widest file; `imageSources` derives the others from it.
 */
export function imageUrl(id: string | null, kind: keyof typeof stepsOf): string | null {
  const width = id ? Number(/-(\d+)x\d+$/.exec(id)?.[1]) : Number.NaN
  return Number.isNaN(width) ? null : `/uploads/${id}/${widthsFor(width, stepsOf[kind]).at(-1)}.webp`
}

export interface ImageSources {
  src: string
  width: number
  height: number
  webp: string
  avif: string
}

// /uploads/<name>-<width>x<height>/<width of this file>.webp
const uploadUrl = /^(.*\/uploads\/[\w-]+-(\d+)x(\d+))\/\d+\.webp$/

/**
 * All that an <img> needs, from the one URL that the API sends: size in pixels and srcset for both formats.
 * Null for a URL that is no upload (a static image of the owner).
 */
export function imageSources(
  src: string | null,
  steps: readonly number[] = coverWidths,
): ImageSources | null {
  const match = src ? uploadUrl.exec(src) : null
  if (!match || !src) return null
  const [, base] = match
  const width = Number(match[2])
  const height = Number(match[3])
  const list = (format: string) =>
    widthsFor(width, steps)
      .map((step) => `${base}/${step}.${format} ${step}w`)
      .join(', ')
  return { src, width, height, webp: list('webp'), avif: list('avif') }
}

/** Pixels of the images that link previews show. */
export const shareImageSize = { width: 1200, height: 630 }

/** Path of the one that is drawn from the owner's name. */
export const drawnShareImage = '/pictures/og.png'

/** For URLs of icons, which browsers store for long: another one for each uploaded logo. */
export function iconKey({ image }: Mark): string {
  return image ? `?logo=${image.slice('/uploads/'.length, '/uploads/'.length + 8)}` : ''
}

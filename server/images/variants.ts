// The files of an image: its id, its widths, which of them exist as AVIF, and the parts of a screenshot of a whole page.
import { randomBytes } from 'node:crypto'
import { sizeOfImage, sizeOfVideo, widthSteps } from '../../contract/images.ts'
import { maxImageArea, maxPageHeight } from '../../contract/limits.ts'

/** The one file of a video. */
export const videoFile = 'video.mp4'

/** A fresh, unguessable name: a URL never shows another upload later. @param end its size, as the id has it */
export function newUploadId(end: string | number): string {
  return `${randomBytes(12).toString('hex')}-${end}`
}

/** Generated names only: nothing from outside ever becomes part of a path. */
export function isUploadFile(id: string, name: string): boolean {
  return sizeOfImage(id)
    ? /^\d{1,5}\.(webp|avif)$/.test(name)
    : sizeOfVideo(id) !== null && name === videoFile
}

export function isUpload(id: string): boolean {
  return sizeOfImage(id) !== null || sizeOfVideo(id) !== null
}

/** Pixels of one AVIF file. Encoding takes up to 50 bytes for each: more would exceed the worker's memory. */
const maxAvifArea = 3_000_000

/** False for a file that only exists as WebP, because encoding it as AVIF would take too much memory. */
export function hasAvif(id: string, fileWidth: number): boolean {
  const size = sizeOfImage(id)
  return size !== null && (fileWidth * fileWidth * size.height) / size.width <= maxAvifArea
}

/** Pixels of the largest file of one part: with what rounding adds, as many as may be encoded as AVIF. */
const maxPartArea = 2_990_000
/** Pixels of one part as it is stored: the preview fetches a narrow page step by step, too. */
const maxPartHeight = 4_000

interface Size {
  width: number
  height: number
}

/**
 * The part of this number, from 0: where it lies in the screenshot, and its size as it is stored, never enlarged. A
 * number beyond the last one is that of the last one.
 */
export function pagePart({ width, height }: Size, part: number) {
  const largest = widthSteps.cover.at(-1) ?? width
  const scale = Math.min(1, largest / width)
  const stored = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.floor(Math.min(maxPartHeight, maxPartArea / stored) / scale))
  const parts = Math.ceil(height / rows)
  const top = Math.min(part, parts - 1) * rows
  const crop = { left: 0, top, width, height: Math.min(rows, height - top) }
  return { crop, size: { width: stored, height: Math.max(1, Math.round(crop.height * scale)) }, parts }
}

/** Of the highest screenshot at the largest width, with what rounding adds. */
export const maxPageParts =
  Math.ceil(Math.min(maxImageArea, maxPageHeight * (widthSteps.cover.at(-1) ?? 1)) / maxPartArea) + 1

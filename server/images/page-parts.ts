// How a screenshot of a whole page is cut into parts, which are stored as images of their own.
import { coverWidths } from '../../contract/images.ts'
import { maxImageArea, maxPageHeight } from '../../contract/limits.ts'

/** Pixels of the largest file of one part: with what rounding adds, as many as may be encoded as AVIF (variants.ts). */
const maxArea = 2_990_000
/** Pixels of one part as it is stored: the preview fetches a narrow page step by step, too. */
const maxHeight = 4_000

interface Size {
  width: number
  height: number
}

/**
 * The part of this number, from 0: where it lies in the screenshot, and its size as it is stored, never enlarged. A
 * number beyond the last one is that of the last one.
 */
export function pagePart({ width, height }: Size, part: number) {
  const largest = coverWidths.at(-1) ?? width
  const scale = Math.min(1, largest / width)
  const stored = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.floor(Math.min(maxHeight, maxArea / stored) / scale))
  const parts = Math.ceil(height / rows)
  const top = Math.min(part, parts - 1) * rows
  const crop = { left: 0, top, width, height: Math.min(rows, height - top) }
  return { crop, size: { width: stored, height: Math.max(1, Math.round(crop.height * scale)) }, parts }
}

/** Of the highest screenshot at the largest width, with what rounding adds. */
export const maxPageParts =
  Math.ceil(Math.min(maxImageArea, maxPageHeight * (coverWidths.at(-1) ?? 1)) / maxArea) + 1

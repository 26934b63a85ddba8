// The files of an image: the name of its folder, its widths, and which of them exist as AVIF.
import { randomBytes } from 'node:crypto'
import { avatarWidths, coverWidths, logoWidths, widthsFor } from '../../contract/images.ts'

export type ImageKind = 'cover' | 'avatar' | 'logo'

const steps = { cover: coverWidths, avatar: avatarWidths, logo: logoWidths }

/** `<24 hex>-<width>x<height>`, with the size in pixels of the largest file. */
export const folderName = /^[\da-f]{24}-(\d{1,5})x(\d{1,5})$/

/** A fresh, unguessable name: a URL never shows another image later. */
export function newFolder(width: number, height: number): string {
  return `${randomBytes(12).toString('hex')}-${width}x${height}`
}

/** Pixels, ascending; empty for an invalid name. */
export function widthsOf(folder: string, kind: ImageKind): number[] {
  const width = Number(folderName.exec(folder)?.[1])
  return Number.isNaN(width) ? [] : widthsFor(width, steps[kind])
}

/** Pixels of one AVIF file. Encoding takes up to 50 bytes for each: more would exceed the worker's memory. */
const maxAvifArea = 3_000_000

/** False for a file that only exists as WebP, because encoding it as AVIF would take too much memory. */
export function hasAvif(folder: string, fileWidth: number): boolean {
  const [, width, height] = folderName.exec(folder)?.map(Number) ?? []
  return (
    width !== undefined && height !== undefined && (fileWidth * fileWidth * height) / width <= maxAvifArea
  )
}

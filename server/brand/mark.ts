// The mark as an image: favicon, app icons, the logo of emails; and the part of other drawings that it is. All of it is SVG
// text of our own making: outlines, no text, no links.
import { accentColours, deliveredAccent } from '../../contract/accent.ts'
import { Problem, unavailable } from '../../contract/problem.ts'
import type { Mark } from '../../contract/responses/site.ts'
import type { AppContext } from '../context.ts'
import type { Letterhead } from '../mail/layout.ts'
import type { BrandBook } from './brand.ts'

/** The site's inks on paper and on a dark ground, as sRGB. */
export const colours = {
  paper: '#f9f5ef',
  ink: '#171b26',
  ink2: '#4a4e59',
  line: '#d8d3c9',
  iconInk: '#1a1e2b',
  iconPaper: '#f6f1e6',
}

export type MarkerColours = ReturnType<typeof markerColours>

/**
 * The marker on paper with the text on it, on the ink of an icon, and as the line of a quote in emails.
 * @param accent `#rrggbb`
 */
export function markerColours(accent: string) {
  if (accent === deliveredAccent)
    return { onPaper: accent, text: colours.ink, onInk: '#f5bd40', inEmails: '#f0b32e' }
  const { light, dark } = accentColours(accent)
  return { onPaper: light.mark, text: light.on, onInk: dark.mark, inEmails: light.line }
}

/** A mark for drawings, which load nothing: an uploaded logo is a data URL. */
export interface DrawnMark extends Mark {
  /** Of an uploaded logo: without transparency. */
  isOpaque?: boolean
}

/**
 * The mark in a square of its own, placed on a larger drawing. An uploaded logo has its own colours, and stands on paper.
 * @param ink its colour, and that of its dot
 */
export function placed(mark: DrawnMark, x: number, y: number, size: number, ink: string, dot: string) {
  const { viewBox, filled, stroked, strokeWidth, image } = mark
  const shapes = image
    ? [`<path fill="${colours.paper}" d="M0 0h60v60H0z"/>`, `<image width="60" height="60" href="${image}"/>`]
    : [
        ...filled.map((d) => `<path fill="${ink}" d="${d}"/>`),
        ...stroked.map((d) => `<path fill="none" stroke="${ink}" stroke-width="${strokeWidth}" d="${d}"/>`),
        `<circle cx="${mark.dot.x}" cy="${mark.dot.y}" r="${mark.dot.radius}" fill="${dot}"/>`,
      ]
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${viewBox}">${shapes.join('')}</svg>`
}

/** The part of an icon's side that a logo with transparency takes: it has a margin of its own more often than not. */
const logoPart = 0.8

/**
 * A square with the mark in the middle: ink, or paper for an uploaded logo.
 * @param part how much of the side the mark's box takes; an image that fills its square takes all of it
 * @param dot its colour
 */
export function iconSvg(mark: DrawnMark, part: number, dot: string): string {
  const size = 64 * (mark.image ? Math.max(part, mark.isOpaque ? 1 : logoPart) : part)
  const at = (64 - size) / 2
  const ground = mark.image ? colours.paper : colours.iconInk
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" fill="${ground}"/>${placed(mark, at, at, size, colours.iconPaper, dot)}</svg>`
}

/** The mark's part of the side: the safe zone of an app icon. */
const squarePart = 0.65

/**
 * The mark in a square, as a PNG file: an app icon, and the logo of emails.
 * @param size pixels of a side
 * @throws Problem as `drawnMark`
 */
export async function squarePng(book: BrandBook, context: AppContext, size: number) {
  return toPng(iconSvg(await drawnMark(book, context, size), squarePart, book.marker.onInk), size)
}

/**
 * @param side pixels that an uploaded logo takes in the drawing
 * @throws Problem 'unavailable' while it cannot be read, where it is damaged, or when the image worker ended
 */
export async function drawnMark(book: BrandBook, context: AppContext, side: number): Promise<DrawnMark> {
  const mark = await book.mark()
  if (!mark.image) return mark
  const message = 'The logo could not be read. Please try again in a moment.'
  const stored = await readUpload(context, mark.image, message)
  const drawn = await context.images.draw({ kind: 'icon', side }, [stored]).catch((error) => {
    // What the image worker rejects is damaged, as after a disk was full.
    throw error instanceof Problem ? error : unavailable(message, error)
  })
  const png = Buffer.from(drawn)
  return {
    ...mark,
    image: `data:image/png;base64,${png.toString('base64')}`,
    // Of the colour type, 4 is transparency (PNG specification, 11.2.1).
    isOpaque: ((png[25] ?? 0) & 4) === 0,
  }
}

/**
 * The stored file at the URL of an upload.
 * @param message for the user where there is none
 * @throws Problem 'unavailable'
 */
export async function readUpload({ uploads }: AppContext, url: string, message: string) {
  const [, id = '', file = ''] = /^\/uploads\/([\w-]+)\/([\w.]+)$/.exec(url) ?? []
  const stored = await uploads.read(id, file)
  if (!stored) throw unavailable(message)
  return stored
}

/** @returns raw RGBA, with `asPng()`. @param width pixels */
export async function render(svg: string, width: number) {
  const { renderAsync } = await import('@resvg/resvg-js')
  return renderAsync(svg, { font: { loadSystemFonts: false }, fitTo: { mode: 'width', value: width } })
}

/** @param size pixels of a side */
export async function toPng(svg: string, size: number): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from((await render(svg, size)).asPng())
}

/** Of the site as it is published at this moment. */
export async function letterheadOf(context: AppContext): Promise<Letterhead> {
  const { book, content, t } = await context.site.current()
  const logo = await book
    // Shown at 40 pixels, on screens with up to three to one.
    .made('email', () => squarePng(book, context, 120))
    .catch((error) => {
      // The email matters more than its image.
      context.log.warn({ event: 'mail.logo-missing', err: error }, 'the logo of emails could not be drawn')
      return null
    })
  const { name, language } = content
  const sender = { brand: name.brand, publicUrl: context.config.publicUrl, language: language.chosen, t }
  const { inEmails: marker, onInk: darkMarker } = book.marker
  return { ...sender, marker, darkMarker, logo }
}

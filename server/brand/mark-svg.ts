// The mark as files: favicon and app icon, as SVG text made of outlines only.
import { deliveredAccent } from '../../contract/accent.ts'
import type { Mark } from '../../contract/brand.ts'

/** The site's inks on paper and on a dark ground, as sRGB. */
export const colours = {
  paper: '#f9f5ef',
  ink: '#171b26',
  ink2: '#4a4e59',
  line: '#d8d3c9',
  iconInk: '#1a1e2b',
  iconPaper: '#f6f1e6',
}

/** The marker on paper, on the ink of an icon, and in emails. @param accent `#rrggbb` */
export function markerColours(accent: string): { onPaper: string; onInk: string; inEmails: string } {
  return accent === deliveredAccent
    ? { onPaper: accent, onInk: '#f5bd40', inEmails: '#f0b32e' }
    : { onPaper: accent, onInk: accent, inEmails: accent }
}

/** The shapes of a mark, in the units of its own viewBox. */
function shapes(mark: Mark, ink: string, dot: string, dotScale = 1): string {
  const filled = mark.filled.map((d) => `<path fill="${ink}" d="${d}"/>`)
  const stroked = mark.stroked.map(
    (d) => `<path fill="none" stroke="${ink}" stroke-width="${mark.strokeWidth}" d="${d}"/>`,
  )
  const { x, y, radius } = mark.dot
  return [...filled, ...stroked, `<circle cx="${x}" cy="${y}" r="${radius * dotScale}" fill="${dot}"/>`].join(
    '',
  )
}

/** The mark in a square of its own, placed on a larger drawing. */
export function placed(
  mark: Mark,
  x: number,
  y: number,
  size: number,
  ink: string,
  dot: string,
  dotScale = 1,
) {
  return `<svg x="${x}" y="${y}" width="${size}" height="${size}" viewBox="${mark.viewBox}">${shapes(mark, ink, dot, dotScale)}</svg>`
}

/**
 * An ink square with the mark in the middle.
 * @param part how much of the side the mark's box takes
 * @param dot its colour
 */
export function iconSvg(mark: Mark, part: number, dot: string, dotScale = 1): string {
  const size = 64 * part
  const at = (64 - size) / 2
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64"><rect width="64" height="64" fill="${colours.iconInk}"/>${placed(mark, at, at, size, colours.iconPaper, dot, dotScale)}</svg>`
}

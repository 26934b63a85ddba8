// The accent: one colour, in which the marker is drawn. What follows from it, and whether text on it can be read
// (docs/decisions/0033).
import { contrast, fromOklch, hexOf, parseColour, type Rgb, toOklch } from './colour.ts'

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]
type InBothThemes<Value> = Readonly<Record<Theme, Value>>

/** The marker of the style sheet (--mark and --mark-soft in web/tokens.css), a little lighter in the dark theme. */
const delivered = {
  light: { mark: '#fab82f', soft: '#fdeecd' },
  dark: { mark: '#fcc042', soft: '#2d2515' },
}
export const deliveredAccent = delivered.light.mark
/** The text on it (--on-mark): dark in both themes, whatever the accent. */
export const textOnAccent = { light: '#171b26', dark: '#10141e' }
/** What is marked as a whole row (--mark-soft): with this lightness, and this part of the accent's chroma. */
const soft = { light: { lightness: 0.952, part: 0.29 }, dark: { lightness: 0.27, part: 0.2 } }

/** WCAG 2.2 AA, 1.4.3: text that is not large. */
export const leastContrast = 4.5

/** `#rrggbb`; what is no colour stays as it is. */
export function cleanAccent(text: string): string {
  const colour = parseColour(text)
  return colour ? hexOf(colour) : text.trim()
}

/** --mark and --mark-soft of both themes, each as `#rrggbb`; those of the style sheet for what is no colour [T81]. */
export function accentColours(accent: string): InBothThemes<{ mark: string; soft: string }> {
  const colour = parseColour(accent)
  if (!colour || hexOf(colour) === deliveredAccent) return delivered
  const { chroma, hue } = toOklch(colour)
  return inBothThemes((theme) => {
    const { lightness, part } = soft[theme]
    return { mark: hexOf(colour), soft: hexOf(fromOklch({ lightness, chroma: chroma * part, hue })) }
  })
}

/** Of text on the accent. */
export function accentContrast(accent: string): InBothThemes<number> {
  const colours = accentColours(accent)
  return inBothThemes((theme) => contrast(rgb(textOnAccent[theme]), rgb(colours[theme].mark)))
}

export function isReadable(accent: string): boolean {
  const { light, dark } = accentContrast(accent)
  return Math.min(light, dark) >= leastContrast
}

/**
 * The nearest accent on which text can be read: the same hue, and as much of the chroma as there is at the least
 * lightness that is enough.
 */
export function nearestReadable(accent: string): string {
  const colour = parseColour(accent) ?? rgb(deliveredAccent)
  if (isReadable(accent)) return hexOf(colour)
  const { lightness, ...shade } = toOklch(colour)
  const at = (tried: number) => hexOf(fromOklch({ lightness: tried, ...shade }))
  let [tooDark, enough] = [lightness, 1]
  // Closer than one step of 255.
  while (enough - tooDark > 0.001) {
    const middle = (tooDark + enough) / 2
    if (isReadable(at(middle))) enough = middle
    else tooDark = middle
  }
  return at(enough)
}

/** 4.5 as "4.5": cut, not rounded, so that no figure looks like enough and is not. */
export function shownContrast(ratio: number): string {
  return (Math.floor(ratio * 10) / 10).toFixed(1)
}

const rgb = (known: string) => parseColour(known) as Rgb

function inBothThemes<Value>(of: (theme: Theme) => Value): InBothThemes<Value> {
  return { light: of('light'), dark: of('dark') }
}

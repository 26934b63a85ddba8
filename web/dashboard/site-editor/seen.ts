// Whether a colour, or a logo, is seen against the page of each theme [R298].
import { type Theme, themes } from '../../../contract/accent.ts'
import { parseColour, type Rgb, toOklch } from '../../../contract/colour.ts'

/** --bg of web/tokens.css; that of the light theme is also --paper, on which a logo stands in both. */
export const grounds: Readonly<Record<Theme, string>> = { light: '#f9f5ef', dark: '#10141e' }

/** In OKLab: white and #ddd are closer to the light page, a pale yellow is not. */
const leastDistance = 0.08
/** Of the pixels of a logo's square. */
const leastShare = 0.01

function isNear(colour: Rgb, ground: Rgb): boolean {
  const [one, other] = [toOklch(colour), toOklch(ground)]
  const a = one.chroma * Math.cos(one.hue) - other.chroma * Math.cos(other.hue)
  const b = one.chroma * Math.sin(one.hue) - other.chroma * Math.sin(other.hue)
  return Math.hypot(one.lightness - other.lightness, a, b) < leastDistance
}

const groundOf = (theme: Theme) => parseColour(grounds[theme]) as Rgb

/** The themes in which what is marked with the accent is hardly seen; none for what is no colour. */
export function themesHidingAccent(accent: string): Theme[] {
  const colour = parseColour(accent)
  return colour ? themes.filter((theme) => isNear(colour, groundOf(theme))) : []
}

/**
 * The themes in which a logo is hardly seen: in both if nothing of it stands out from the paper, in the dark one if all of
 * its square is as dark as the page.
 * @param square RGBA of the logo on its paper
 */
export function themesHidingLogo(square: Uint8ClampedArray): Theme[] {
  const seen = { light: 0, dark: 0 }
  for (let at = 0; at < square.length; at += 4) {
    const pixel: Rgb = [square[at] ?? 0, square[at + 1] ?? 0, square[at + 2] ?? 0]
    for (const theme of themes) if (!isNear(pixel, groundOf(theme))) seen[theme]++
  }
  const least = (leastShare * square.length) / 4
  if (seen.light < least) return [...themes]
  return seen.dark < least ? ['dark'] : []
}

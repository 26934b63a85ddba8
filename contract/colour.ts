// Colours: sRGB as browsers write it, its contrast by WCAG 2.2, and OKLCH (CSS Color 4), in which the same lightness looks
// equally light in every hue.

/** 0 to 255 each. */
export type Rgb = readonly [red: number, green: number, blue: number]

export interface Oklch {
  /** 0 (black) to 1 (white). */
  lightness: number
  /** 0 (grey) to about 0.32, the most that sRGB has. */
  chroma: number
  /** Radians. */
  hue: number
}

/** `#rrggbb` or `#rgb` in either case, the `#` may be missing; null for anything else. */
export function parseColour(text: string): Rgb | null {
  const [, digits = ''] = /^#?((?:[0-9a-f]{3}){1,2})$/i.exec(text.trim()) ?? []
  const pairs = digits.length === 3 ? [...digits].map((digit) => digit + digit) : digits.match(/../g)
  if (!pairs) return null
  const [red, green, blue] = pairs.map((pair) => Number.parseInt(pair, 16)) as [number, number, number]
  return [red, green, blue]
}

/** `#rrggbb` in lower case. */
export function hexOf(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** From 1 to 21 (WCAG 2.2, contrast ratio); the order makes no difference. */
export function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = linear(colour)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

type Three = [number, number, number]

function linear(colour: Rgb): Three {
  return colour.map((part) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }) as Three
}

export function toOklch(colour: Rgb): Oklch {
  const [r, g, b] = linear(colour)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const lightness = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s
  const greenRed = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const blueYellow = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    lightness,
    chroma: Math.hypot(greenRed, blueYellow),
    hue: Math.atan2(blueYellow, greenRed),
  }
}

/** The colour with this lightness and hue, and with as much of the chroma as sRGB has there. */
export function fromOklch({ lightness, chroma, hue }: Oklch): Rgb {
  let [low, high] = [0, chroma]
  let best = linearOf({ lightness, chroma: 0, hue })
  const whole = linearOf({ lightness, chroma, hue })
  if (isInSrgb(whole)) best = whole
  else
    for (let step = 0; step < 20; step++) {
      const middle = (low + high) / 2
      const tried = linearOf({ lightness, chroma: middle, hue })
      if (isInSrgb(tried)) [low, best] = [middle, tried]
      else high = middle
    }
  const [red, green, blue] = best.map(encoded) as Three
  return [red, green, blue]
}

function linearOf({ lightness, chroma, hue }: Oklch): Three {
  const [a, b] = [chroma * Math.cos(hue), chroma * Math.sin(hue)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

/** Half a step of 255, which rounding takes away. */
const tolerance = 0.5 / 255

const isInSrgb = (parts: Three) => parts.every((part) => part >= -tolerance / 12.92 && part <= 1 + tolerance)

function encoded(part: number): number {
  const value = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(255 * Math.min(1, Math.max(0, value)))
}

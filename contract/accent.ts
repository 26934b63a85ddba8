// The accent: the one colour in which the marker is drawn, and all that follows from it in both themes
// (docs/decisions/0029).

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

function toOklch(colour: Rgb): Oklch {
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

export const themes = ['light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** `#rrggbb` each. */
export interface AccentColours {
  /** The accent as an area: --mark. */
  mark: string
  /** Text on it: --on-mark. */
  on: string
  /** A whole row that is marked: --mark-soft. */
  soft: string
  /** The accent as a thin mark on the page: --mark-line. */
  line: string
  /** The same on ink, which is the ground of buttons: --mark-inv. */
  inv: string
  /** Between ink and page: --mark-edge. */
  edge: string
}

const rgb = (known: string) => parseColour(known) as Rgb

/** Of web/tokens.css: page, what lies on it, what lies in it, ink, and the two colours that text on the accent has. */
export const inks = {
  light: { bg: '#f9f5ef', surface: '#fefcf8', sunken: '#f0ece4', ink: '#171b26', dark: '#171b26' },
  dark: { bg: '#10141e', surface: '#191d28', sunken: '#0b0e17', ink: '#f0ece4', dark: '#10141e' },
} as const
const paper = '#fefcf8'

/** WCAG 2.2 AA: 1.4.3 for text that is not large, 1.4.11 for what is not text. */
const textContrast = 4.5
const markContrast = 3
/** Of an area on paper, which is seen by its size. */
const areaContrast = 1.5

/** The marker of the style sheet, tuned by eye. */
const tuned = {
  light: { mark: '#fab82f', on: inks.light.dark, soft: '#fdeecd' },
  dark: { mark: '#fcc042', on: inks.dark.dark, soft: '#2d2515' },
}
export const deliveredAccent = tuned.light.mark

/** `#rrggbb`; what is no colour stays as it is. */
export function cleanAccent(text: string): string {
  const colour = parseColour(text)
  return colour ? hexOf(colour) : text.trim()
}

/** The colours of both themes; those of the style sheet for what is no colour. */
export function accentColours(accent: string): Readonly<Record<Theme, AccentColours>> {
  const colour = parseColour(accent)
  if (!colour || hexOf(colour) === deliveredAccent) {
    const plain = (theme: Theme) => {
      const { mark } = tuned[theme]
      return { ...tuned[theme], line: mark, inv: mark, edge: mark }
    }
    return { light: plain('light'), dark: plain('dark') }
  }
  const { lightness, chroma, hue } = toOklch(colour)
  const shade = (at: number, strength = chroma) => fromOklch({ lightness: at, chroma: strength, hue })
  // As strong as it was: without this a dark colour that is lifted looks grey.
  const lifted = (at: number) => shade(at, lightness === 0 ? 0 : (chroma * at) / lightness)

  const area = moved(lightness, shade, (mark) => contrast(mark, rgb(inks.light.bg)) < areaContrast, -step)
  const light = withText(area, shade, inks.light.dark)
  const seen = moved(lightness, lifted, (mark) => contrast(mark, rgb(inks.dark.surface)) < markContrast, step)
  const dark = withText(seen, lifted, inks.dark.dark)
  const thin = moved(
    light.lightness,
    shade,
    (mark) => contrast(mark, rgb(inks.light.sunken)) < markContrast,
    -step,
  )
  const lines = { light: hexOf(shade(thin)), dark: dark.mark }
  const edge = (theme: Theme) => {
    const least = (mark: string) =>
      Math.min(contrast(rgb(mark), rgb(inks[theme].ink)), contrast(rgb(mark), rgb(inks[theme].bg)))
    return least(light.mark) > least(dark.mark) ? light.mark : dark.mark
  }
  return {
    light: {
      ...{ mark: light.mark, on: light.on, soft: hexOf(shade(0.952, Math.min(chroma / 3, 0.046))) },
      ...{ line: lines.light, inv: lines.dark, edge: edge('light') },
    },
    dark: {
      ...{ mark: dark.mark, on: dark.on, soft: hexOf(shade(0.27, Math.min(chroma / 5, 0.03))) },
      ...{ line: lines.dark, inv: lines.light, edge: edge('dark') },
    },
  }
}

/** Of lightness in OKLCH: less than can be seen. */
const step = 0.002

/** The first lightness in this direction at which the colour is no longer wrong. */
function moved(
  from: number,
  shade: (at: number) => Rgb,
  isWrong: (mark: Rgb) => boolean,
  by: number,
): number {
  const end = by < 0 ? 0 : 1
  let at = from
  while (at !== end && isWrong(shade(at))) at = by < 0 ? Math.max(end, at + by) : Math.min(end, at + by)
  return at
}

/** Text on the accent is dark or light, whichever is seen better, and the accent gives way where that is not enough. */
function withText(from: number, shade: (at: number) => Rgb, dark: string) {
  const on = contrast(shade(from), rgb(dark)) > contrast(shade(from), rgb(paper)) ? dark : paper
  const lightness = moved(
    from,
    shade,
    (mark) => contrast(mark, rgb(on)) < textContrast,
    on === dark ? step : -step,
  )
  return { lightness, mark: hexOf(shade(lightness)), on }
}

/** Of text on the accent, which is enough for every colour. */
export function accentContrast({ mark, on }: AccentColours): number {
  return contrast(rgb(mark), rgb(on))
}

/** The stroke of the marker: path data in a box of 200 x 40, as --swipe-mark of web/tokens.css draws it. */
export const markerStroke =
  'M2 6.5C40 3 120 4.5 196 2.5c2 0 3 1.5 2.7 4-.7 9 .8 18 .2 26-.2 3-1.2 4-3 4C140 37.5 70 36 5 38.5c-2.5 0-3.6-1-3.4-4C2.2 26 .8 17 .6 10 .5 7.5.9 6.6 2 6.5z'

/**
 * The custom properties of web/tokens.css that follow from the accent: made of numbers that were parsed, never of the text
 * itself. Paper has the light theme. `:is` gives both selectors the weight of the first one, as
 * the build does in the style sheet.
 */
export function accentCss(accent: string): string {
  const { light, dark } = accentColours(accent)
  return `:root,.light{${rules(light)}}@media screen{:is(:root:has(body.dark),.dark){${rules(dark)}}}`
}

function rules({ mark, on, soft, line, inv, edge }: AccentColours): string {
  const stroke = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 200 40' preserveAspectRatio='none'><path fill='${mark}' d='${markerStroke}'/></svg>`
  // What a URL may hold as it is: this keeps the texts short and readable.
  const url = stroke.replace(/[<>#]/g, encodeURIComponent)
  return `--mark:${mark};--on-mark:${on};--mark-soft:${soft};--mark-line:${line};--mark-inv:${inv};--mark-edge:${edge};--swipe-mark:url("data:image/svg+xml,${url}")`
}

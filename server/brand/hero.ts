// Where a name or a title may be broken into lines, and which of the breaks is best; and how large the owner's name is set in the
// hero, and on how many lines: numbers for web/site/home/home.module.css.
import { type Faces, type Type, types } from './faces.ts'
import { type Line, type Setter, setter } from './set-text.ts'

/** em between two lines of ink. */
const lineGap = 0.06

/** A break after a hyphen is uglier than one at a space and has to be worth it. */
const hyphenGain = 0.85

export function nameSetter(faces: Faces, type: Type): Setter {
  const { display: family, weight, tracking, wordSpacing, hasSerifs } = type
  return setter(faces, { family, weight, tracking, wordSpacing, isKerned: false, hangs: !hasSerifs })
}

/** No line of these scripts is broken: a name is a few characters, and a break would change how it reads. */
const unbroken = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u

/**
 * The name on `count` lines: the way whose widest line is the narrowest, on a tie the one with the shorter lines
 * first. Null when it has no such breaks.
 */
export async function breakName(set: Setter, name: string, count: number): Promise<Line[] | null> {
  if (count > 1 && unbroken.test(name)) return null
  const atSpaces = await best(set, waysOf(name, count, /\s+/gu))
  const anywhere = await best(set, waysOf(name, count, /\s+|(?<=\p{L}-)(?=\p{L})/gu))
  const without = atSpaces ?? [await set(name)]
  return anywhere && widest(anywhere) <= widest(without) * hyphenGain ? anywhere : atSpaces
}

export function widest(lines: readonly Line[]): number {
  return Math.max(...lines.map(({ width }) => width))
}

/** em from line to line: the usual, or as much as deep letters over high ones need. */
export function leadingOf(lines: readonly Line[], usual: number): number {
  const needed = lines.slice(1).map((next, at) => next.ink.top - (lines[at] as Line).ink.bottom + lineGap)
  return Math.max(usual, ...needed)
}

async function best(set: Setter, ways: string[][]): Promise<Line[] | null> {
  const tried = await Promise.all(ways.map((way) => Promise.all(way.map(set))))
  return tried.reduce<Line[] | null>((found, lines) => {
    if (!found) return lines
    const gain = widest(found) - widest(lines)
    const isBetter = Math.abs(gain) < 0.001 ? (lines[0]?.width ?? 0) < (found[0]?.width ?? 0) : gain > 0
    return isBetter ? lines : found
  }, null)
}

/** Every way to cut the name into `count` lines at these places; at most 60 characters make it a short list. */
function waysOf(name: string, count: number, places: RegExp): string[][] {
  if (count === 1) return [[name]]
  return Array.from(name.matchAll(places)).flatMap((place) => {
    const rest = name.slice(place.index + place[0].length)
    return waysOf(rest, count - 1, places).map((lines) => [name.slice(0, place.index), ...lines])
  })
}

/** em that are added to the widest line as a gap at the right, larger on narrow screens. */
const gap = { wide: 0.028, narrow: 0.178 }
/** em; above 960 px a wider name goes on two lines. */
const widestLine = 8
/** Up to 960 px a second line must make the name this many times larger. */
const narrowGain = 1.25
/** em from the greeting to the ink of the name. */
const topGap = 0.095
const usualLeading = { wide: 0.94, narrow: 0.93 }
const arabic = { '--lead': 1.24, '--lead-n': 1.24, '--top': 0.02, '--foot': 0.27, '--deep': 0, '--deep-n': 0 }

/** @param name 2 to 60 characters. The same name always gives the same numbers. */
export async function heroName(faces: Faces, name: string, type: Type = types.plain) {
  const text = name.normalize('NFC').trim().replace(/\s+/gu, ' ')
  const set = nameSetter(faces, type)
  const whole = await set(text)
  const broken = await breakName(set, text, 2)
  const wide = broken && whole.width > widestLine ? broken : [whole]
  const gain = broken ? (whole.width + gap.narrow) / (widest(broken) + gap.narrow) : 0
  const narrow = broken && gain >= narrowGain ? broken : [whole]
  const lines = wide.length > narrow.length ? wide : narrow
  const measures = {
    '--w': up(widest(wide) + gap.wide),
    '--n': up(widest(narrow) + gap.narrow),
    '--hang': round(lines[0]?.hang ?? 0),
    '--hang-2': round(lines[1]?.hang ?? 0),
    '--out': outside(lines),
    '--track': whole.isOwn ? type.tracking : 0,
    '--word': type.wordSpacing ?? 0,
    // Where a face leaves more below its baseline than the delivered one, what follows comes nearer by it.
    '--rise': round(belowBaseline(type, 1) - belowBaseline(types.plain, 1)),
    ...(/\p{Script=Arabic}/u.test(text) ? arabic : vertical(type, whole, wide, narrow)),
  }
  const second = lines[1]?.text ?? ''
  return {
    // With the space between them, so that the lines together read as the name.
    lines: [text.slice(0, text.length - second.length), ...(second ? [second] : [])],
    isBrokenWide: wide.length > 1,
    isBrokenNarrow: narrow.length > 1,
    // A bound may be passed by an unusual system font: such a name wraps rather than being cut.
    mayWrap: whole.hasUnknown,
    measures,
  }
}

/** How far ink reaches to the left of the name's box: a hook may hang out over the margin, not over the screen's edge. */
function outside(lines: readonly Line[]): number {
  const first = lines[0]?.hang ?? 0
  const left = Math.min(...lines.map(({ ink, hang }) => first - hang + ink.left))
  return left < -0.005 ? round(-left) : 0
}

/** Marks above the first line, deep letters over high ones and deep letters of the last line need more space than usual. */
function vertical(type: Type, whole: Line, wide: Line[], narrow: Line[]): Record<string, number> {
  const aboveBaseline = usualLeading.wide - belowBaseline(type, usualLeading.wide)
  const leading = leadingOf(wide, usualLeading.wide)
  const leadingNarrow = leadingOf(narrow, usualLeading.narrow)
  return {
    '--top': round(topGap + Math.max(type.top, whole.ink.top) - aboveBaseline),
    '--deep': depthOf(wide, leading),
    '--deep-n': depthOf(narrow, leadingNarrow),
    '--lead': round(leading),
    '--lead-n': round(leadingNarrow),
    '--foot': 0,
  }
}

/** How far the ink of the last line reaches below the name's box, less what is lifted. */
function depthOf(lines: readonly Line[], leading: number): number {
  const depth = -(lines.at(-1)?.ink.bottom ?? 0) - belowBaseline(types.plain, leading)
  return Math.max(0, round(depth))
}

/** em from the baseline to the foot of a line's box. */
const belowBaseline = ({ ascent, descent }: Type, leading: number) =>
  (leading - ascent - descent) / 2 + descent

const round = (em: number) => Math.round(em * 1000) / 1000
/** Of a divisor: rounded the other way, the name could be a hair too wide. */
const up = (em: number) => Math.ceil(em * 1000 - 0.4) / 1000

// Where a name or a title may be broken into lines, and which of the breaks is best.
import type { Faces } from './faces.ts'
import { joins, type Line, pointsAlong, setText, type TextStyle } from './set-text.ts'
import type { Type } from './type.ts'

/** A line of a name with the two lengths that its place on the page depends on, in em. */
export interface NameLine {
  line: Line
  /** Leftmost ink of the first letter between two heights: what lies lower or higher hangs out over the margin. */
  hang: number
  /** Ink from the hang to the right end. */
  width: number
}

/** em above the baseline: between them stand the stems that meet the margin. */
const stems = { from: 0.05, to: 0.61 }

/** em between two lines of ink. */
const lineGap = 0.06

/** A break after a hyphen is uglier than one at a space and has to be worth it. */
const hyphenGain = 0.85

/**
 * Sets a line in the display face as the hero does; in a companion face, whose letters are not to be set so tight, without
 * tracking and with kerning.
 */
export async function setName(faces: Faces, type: Type, text: string): Promise<NameLine> {
  const { display: family, weight, tracking, wordSpacing } = type
  const style: TextStyle = { family, weight, tracking, wordSpacing, kerning: false }
  let line = await setText(faces, text, style)
  if (!line.isOwn || joins(text)) line = await setText(faces, text, { ...style, tracking: 0, kerning: true })
  const hang = type.hasSerifs ? line.ink.left : hangOf(line)
  return { line, hang, width: line.ink.right - hang }
}

function hangOf({ glyphs, ink, direction, hasUnknown }: Line): number {
  const [first] = glyphs
  // Right to left it is the end of the line that stands at the margin, and its letters have no stems there.
  if (!first || direction === 'rtl' || hasUnknown) return ink.left
  const lefts = first
    .flatMap((contour) => pointsAlong(contour, 0.002))
    .filter(({ y }) => y >= stems.from && y <= stems.to)
    .map(({ x }) => x)
  return lefts.length > 0 ? Math.min(...lefts) : ink.left
}

/** No line of these scripts is broken: a name is a few characters, and a break would change how it reads. */
const unbroken = /\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u

/**
 * The name on `count` lines: the way whose widest line is the narrowest, on a tie the one with the shorter lines
 * first. Null when it has no such breaks.
 */
export async function breakName(
  faces: Faces,
  type: Type,
  name: string,
  count: number,
): Promise<NameLine[] | null> {
  if (count === 1) return [await setName(faces, type, name)]
  if (unbroken.test(name)) return null
  const atSpaces = await best(faces, type, waysOf(name, count, /\s+/gu))
  if (!name.includes('-')) return atSpaces
  const anywhere = await best(faces, type, waysOf(name, count, /\s+|(?<=\p{L}-)(?=\p{L})/gu))
  const without = atSpaces ?? [await setName(faces, type, name)]
  return anywhere && widest(anywhere) <= widest(without) * hyphenGain ? anywhere : atSpaces
}

export function widest(lines: readonly NameLine[]): number {
  return Math.max(...lines.map(({ width }) => width))
}

/** em from line to line: the usual, or as much as deep letters over high ones need. */
export function leadingOf(lines: readonly Line[], usual: number): number {
  const needed = lines.slice(1).map((next, at) => next.ink.top - (lines[at] as Line).ink.bottom + lineGap)
  return Math.max(usual, ...needed)
}

async function best(faces: Faces, type: Type, ways: string[][]): Promise<NameLine[] | null> {
  // Most ways share a line with others.
  const texts = [...new Set(ways.flat())]
  const set = new Map(
    await Promise.all(texts.map(async (text) => [text, await setName(faces, type, text)] as const)),
  )
  const firstWidth = ([first]: NameLine[]) => first?.width ?? 0
  return ways
    .map((way) => way.map((text) => set.get(text) as NameLine))
    .reduce<NameLine[] | null>((found, lines) => {
      if (!found) return lines
      const gain = widest(found) - widest(lines)
      const isBetter = Math.abs(gain) < 0.001 ? firstWidth(lines) < firstWidth(found) : gain > 0
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

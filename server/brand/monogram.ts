// The mark of a brand that has no logo: its initials close together, with the marker's dot where there is space for it.
import type { Mark } from '../../contract/responses/site.ts'
import { type Faces, type Type, types } from './faces.ts'
import {
  type Box,
  boxOf,
  type Contour,
  graphemes,
  joins,
  type Line,
  moved,
  type Point,
  pathOf,
  pointsAlong,
  round,
  setText,
} from './set-text.ts'

/** Units of the box, which is a square; the ascender of the display face (0.667 em) is 42 of them. */
const side = 60
const maxSide = 54
const unitsPerEm = 63
/** em; the letters of every face are brought to the height that they have in the delivered one. */
const { xHeight } = types.plain
/** An outline that lies wholly above is a letter's own dot. */
const ownDotFrom = 0.52 * unitsPerEm
const stem = 0.135 * unitsPerEm
const dotRadius = (1.35 * stem) / 2
/** The middle of the dot above the baseline: just over the x-height, which is the line of the ascenders. */
const dotHeight = 41.6
/** What stays free around the dot. */
const dotRoom = 0.42 * stem
/** What each letter is made higher and lower by when two are moved together, so that corners do not slip past each other. */
const thickened = 0.04 * unitsPerEm
/** How finely a free position is looked for. */
const step = 0.1

export interface Monogram {
  mark: Mark
  /** The first letter alone with its dot, for 16 px. */
  firstLetter: Mark
  /** All that is painted, in the mark's units, y downwards. */
  ink: Box
  /** The part of the mark's drawing that the account pages show, as a viewBox: large, and cut off at the right. */
  art: string
}

/** In units of the box, y upwards from the baseline. */
interface Letter extends Pick<Line, 'contours' | 'direction'> {
  hasCase: boolean
  /** i, j and every letter whose only mark is a dot above, which the mark's dot replaces. */
  hasOwnDot: boolean
}

/** The mark by which printers align their plates, with the dot in its middle. */
const registrationMark: Mark = {
  viewBox: `0 0 ${side} ${side}`,
  filled: [],
  stroked: ['M30 3V57M3 30H57', 'M47 30a17 17 0 1 1-34 0a17 17 0 1 1 34 0z'],
  strokeWidth: 4,
  dot: { x: side / 2, y: side / 2, radius: 8 },
}

/** A brand of which no face has the initials gets a mark without letters. */
export async function monogram(faces: Faces, brand: string, type: Type = types.plain): Promise<Monogram> {
  const initials = await Promise.all(initialsOf(brand).map((text) => letterOf(faces, type, text)))
  const letters = initials.filter(({ contours }) => contours.length > 0)
  const [first] = letters
  if (first) {
    const whole = compose(first.direction === 'rtl' ? letters.toReversed() : letters)
    return { ...whole, firstLetter: compose([first]).mark }
  }
  const ink = { left: 3, right: 57, top: 3, bottom: 57 }
  const art = artOf(ink, unitsPerEm, ink.right)
  return { mark: registrationMark, firstLetter: registrationMark, ink, art }
}

/** One or two initials, lower case where the script has case; letters that join are never set side by side. */
function initialsOf(brand: string): string[] {
  const isLetter = (text: string) => /[\p{L}\p{N}]/u.test(text)
  const [first = '', ...others] = brand.normalize('NFC').trim().split(/\s+/u).filter(isLetter)
  const chosen = joins(first) ? [first] : [first, ...others.slice(-1)]
  return chosen.flatMap((word) => graphemes(word).find(isLetter)?.toLocaleLowerCase('en') ?? [])
}

async function letterOf(faces: Faces, type: Type, text: string): Promise<Letter> {
  const set = (what: string) => setText(faces, what, { family: type.display, weight: 700, tracking: 0 })
  let line = await set(text)
  // A letter with marks that no face has still has its base.
  if (line.hasUnknown) line = await set(text.normalize('NFD').replace(/\p{M}/gu, ''))
  const hasCase = text.toLocaleLowerCase('en') !== text.toLocaleUpperCase('en')
  // The small o of another script is as high as its x-height.
  const height = !hasCase ? xHeight : line.isOwn ? type.xHeight : (await set('\u043e')).ink.top
  const scale = (unitsPerEm * xHeight) / height
  return {
    contours: moved(line.contours, ({ x, y }) => ({ x: x * scale, y: y * scale })),
    hasCase,
    hasOwnDot: /^[ij\u0456\u0458]$|^\p{L}\u0307$/u.test(text.normalize('NFD')),
    direction: line.direction,
  }
}

/** @param letters one or two, from the left */
function compose(letters: readonly Letter[]): Omit<Monogram, 'firstLetter'> {
  const [first, next] = letters as [Letter, Letter?]
  const together = next ? [first, tuck(first, next)] : [first]
  const { dot, contours } = placeDot(together)
  const ofDot = [-dotRadius, dotRadius].map((by) => ({ x: dot.x + by, y: dot.y + by }))
  const box = boxOf([...pointsOf(contours), ...ofDot])
  const [width, height] = [box.right - box.left, box.top - box.bottom]
  const fit = Math.min(1, maxSide / width, maxSide / height)
  const [left, top] = [(side - width * fit) / 2, (side - height * fit) / 2]
  const ink = { left, right: side - left, top, bottom: side - top }
  const [x, y] = [left - box.left * fit, ink.bottom + box.bottom * fit]
  const [ofFirst, ofSecond] = together.map((letter) => boxOf(pointsOf(letter.contours)))
  const firstRight = x + (ofFirst?.right ?? 0) * fit
  const secondWidth = ofSecond ? (ofSecond.right - ofSecond.left) * fit : 0
  const shownRight = first.hasCase ? Math.max(firstRight, ink.right - 0.4 * secondWidth) : ink.right
  return {
    mark: {
      viewBox: `0 0 ${side} ${side}`,
      filled: [pathOf(contours, x, y, fit)],
      stroked: [],
      strokeWidth: 0,
      dot: { x: round(x + dot.x * fit), y: round(y - dot.y * fit), radius: round(dotRadius * fit) },
    },
    ink,
    art: artOf(ink, unitsPerEm * fit, shownRight),
  }
}

/** Moves the second letter in until half a stem is left between the two: where they have no height in common, between their boxes. */
function tuck(first: Letter, second: Letter): Letter {
  const [before, after] = [pointsOf(first.contours), pointsOf(second.contours)]
  let gap = Number.POSITIVE_INFINITY
  for (const { x, y } of before)
    for (const other of after) if (Math.abs(other.y - y) <= 2 * thickened) gap = Math.min(gap, other.x - x)
  if (!Number.isFinite(gap)) gap = boxOf(after).left - boxOf(before).right
  const by = stem / 2 - gap
  return { ...second, contours: moved(second.contours, ({ x, y }) => ({ x: x + by, y })) }
}

/** @returns the middle of the dot, and the outlines that are drawn with it. */
function placeDot(letters: readonly Letter[]): { dot: Point; contours: readonly Contour[] } {
  const all = letters.flatMap(({ contours }) => contours)
  const ownDots = letters
    .find(({ hasOwnDot }) => hasOwnDot)
    ?.contours.filter((contour) => boxOf(pointsOf([contour])).bottom > ownDotFrom)
  if (ownDots?.[0]) {
    const { left, right } = boxOf(pointsOf([ownDots[0]]))
    const contours = all.filter((contour) => !ownDots.includes(contour))
    return { dot: { x: (left + right) / 2, y: dotHeight }, contours }
  }
  const above = letters.every(({ hasCase }) => hasCase) ? freePosition(letters) : null
  return { dot: above ?? fullStop(letters), contours: all }
}

/** At the dot's height, the free position that is nearest to the middle of the first letter. */
function freePosition(letters: readonly Letter[]): Point | null {
  const [first, ...others] = letters.map(({ contours }) => pointsOf(contours)) as [Point[]]
  const points = [first, ...others].flat()
  const { left, right } = boxOf(points)
  const ofFirst = boxOf(first)
  const middle = (ofFirst.left + ofFirst.right) / 2
  // No stroke is so thick that its middle is this far from its edges.
  const isFree = (x: number) =>
    points.every((point) => Math.hypot(point.x - x, point.y - dotHeight) >= dotRadius + dotRoom)
  for (let off = 0; off <= right - left; off += step)
    for (const x of [middle + off, middle - off])
      if (x >= left && x <= right && isFree(x)) return { x, y: dotHeight }
  return null
}

/** On the baseline after what is as high as the dot; right to left, that is at the left. */
function fullStop(letters: readonly Letter[]): Point {
  const points = letters.flatMap(({ contours }) => pointsOf(contours))
  const level = points.filter(({ y }) => y >= -fineness && y <= 2 * dotRadius + fineness)
  const { left, right } = boxOf(level.length > 0 ? level : points)
  const away = dotRadius + dotRoom
  return { x: letters[0]?.direction === 'rtl' ? left - away : right + away, y: dotRadius }
}

/** Units between two points of an outline. */
const fineness = 0.25
const pointsOf = (contours: readonly Contour[]) =>
  contours.flatMap((contour) => pointsAlong(contour, fineness))

/** In the art of the account pages: em in units of an image of which the plate shows `plate`. */
const artEm = 58.5
const plate = { width: (60 / 1.18) * (720 / 712), height: 60 / 1.18, left: 0.06 }

/** @param em in the mark's units
 * @param right up to where the plate has to show it */
function artOf(ink: Box, em: number, right: number): string {
  const available = plate.width * (1 - plate.left)
  const height = ink.bottom - ink.top
  const scale = Math.min(artEm / em, available / (right - ink.left), (plate.height - 2) / height)
  const top = (ink.top + ink.bottom) / 2 - plate.height / scale / 2
  return [ink.left, top, side / scale, side / scale].map(round).join(' ')
}

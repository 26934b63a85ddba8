// The monogram of a brand: its initials close together, with the marker's dot where there is space for it.
import type { Mark } from '../../contract/brand.ts'
import type { Faces } from './faces.ts'
import { initialsOf, type Letter, moved, unitsPerEm } from './initials.ts'
import { type Box, boxOf, distanceTo, gapBetween, pathOf } from './outlines.ts'

/** Units of the box of 60 x 60. */
const side = 60
const maxSide = 54
const stem = 0.135 * unitsPerEm
const dotRadius = (1.35 * stem) / 2
/** The middle of the dot above the baseline: just over the x-height, which is the line of the ascenders. */
const dotHeight = 41.6
/** What stays free around the dot. */
const dotRoom = 0.42 * stem
const thickened = 0.04 * unitsPerEm
/** How finely a free place is looked for. */
const step = 0.1

export interface Monogram {
  mark: Mark
  /** The first letter alone with its dot, for 16 px. */
  firstLetter: Mark
  /** All that is painted, in the mark's units, y downwards. */
  ink: Box
  /** em of the letters in units, after the fit. */
  em: number
  /** The right end of the first letter, and how wide the second is; for the part that the account pages show. */
  firstRight: number
  secondWidth: number
  hasCase: boolean
}

/** The mark by which printers align their plates, with the dot in its middle. */
const registrationMark: Mark = {
  viewBox: `0 0 ${side} ${side}`,
  filled: [],
  stroked: ['M30 3V57M3 30H57', 'M47 30a17 17 0 1 1-34 0a17 17 0 1 1 34 0z'],
  strokeWidth: 4,
  dot: { x: side / 2, y: side / 2, radius: 8 },
}
const withoutLetters: Monogram = {
  mark: registrationMark,
  firstLetter: registrationMark,
  ink: { left: 3, right: 57, top: 3, bottom: 57 },
  em: unitsPerEm,
  firstRight: 57,
  secondWidth: 0,
  hasCase: false,
}

interface Dot {
  x: number
  y: number
}

/** A brand of which no face has the initials gets a mark without letters. */
export async function monogram(faces: Faces, brand: string): Promise<Monogram> {
  const letters = (await initialsOf(faces, brand)).filter(({ contours }) => contours.length > 0)
  const [first] = letters
  if (!first) return withoutLetters
  const whole = compose(first.direction === 'rtl' ? letters.toReversed() : letters)
  return { ...whole, firstLetter: compose([first]).mark }
}

function compose(letters: readonly Letter[]): Omit<Monogram, 'firstLetter'> {
  const [first, second] = tuck(letters)
  const both = [first, ...(second ? [second] : [])]
  const { dot, drawn } = placeDot(both)
  const contours = drawn.flatMap((letter) => letter.contours)
  const letterBox = boxOf(contours)
  const box = {
    left: Math.min(letterBox.left, dot.x - dotRadius),
    right: Math.max(letterBox.right, dot.x + dotRadius),
    top: Math.max(letterBox.top, dot.y + dotRadius),
    bottom: Math.min(letterBox.bottom, dot.y - dotRadius),
  }
  const width = box.right - box.left
  const height = box.top - box.bottom
  const fit = Math.min(1, maxSide / width, maxSide / height)
  const x = (side - width * fit) / 2 - box.left * fit
  const y = (side + height * fit) / 2 + box.bottom * fit
  const firstBox = boxOf(first.contours)
  const secondBox = second && boxOf(second.contours)
  return {
    mark: {
      viewBox: `0 0 ${side} ${side}`,
      filled: [
        pathOf(
          drawn.flatMap((letter) => letter.glyphs),
          x,
          y,
          fit,
        ),
      ],
      stroked: [],
      strokeWidth: 0,
      dot: { x: round(x + dot.x * fit), y: round(y - dot.y * fit), radius: round(dotRadius * fit) },
    },
    ink: {
      left: x + box.left * fit,
      right: x + box.right * fit,
      top: y - box.top * fit,
      bottom: y - box.bottom * fit,
    },
    em: unitsPerEm * fit,
    firstRight: x + firstBox.right * fit,
    secondWidth: secondBox ? (secondBox.right - secondBox.left) * fit : 0,
    hasCase: first.hasCase,
  }
}

/** Moves the second letter in until half a stem is left between the two. */
function tuck(letters: readonly Letter[]): [Letter, Letter?] {
  const [first, second] = letters as [Letter, Letter?]
  if (!second) return [first]
  const gap = gapBetween(first.contours, second.contours, thickened)
  const apart = boxOf(first.contours).right - boxOf(second.contours).left
  return [first, moved(second, Number.isFinite(gap) ? stem / 2 - gap : apart + stem / 2)]
}

function placeDot(letters: readonly Letter[]): { dot: Dot; drawn: readonly Letter[] } {
  const dotted = letters.find(({ dotless }) => dotless !== null)
  if (dotted?.dotless && dotted.dotAt !== null)
    return {
      dot: { x: dotted.dotAt, y: dotHeight },
      drawn: letters.map((letter) => (letter === dotted ? (dotted.dotless as Letter) : letter)),
    }
  const above = letters.every(({ hasCase }) => hasCase) ? freePlace(letters) : null
  return { dot: above ?? fullStop(letters), drawn: letters }
}

/** At the dot's height, the free place that is nearest to the middle of the first letter. */
function freePlace(letters: readonly Letter[]): Dot | null {
  const contours = letters.flatMap((letter) => letter.contours)
  const first = boxOf(letters[0]?.contours ?? [])
  const middle = (first.left + first.right) / 2
  const { left, right } = boxOf(contours)
  for (let off = 0; off <= right - left; off += step)
    for (const x of [middle + off, middle - off]) {
      const isOver = x >= left && x <= right
      if (isOver && distanceTo(contours, { x, y: dotHeight }) >= dotRadius + dotRoom)
        return { x, y: dotHeight }
    }
  return null
}

/** On the baseline after the last letter; right to left, that is at the left. */
function fullStop(letters: readonly Letter[]): Dot {
  const contours = letters.flatMap((letter) => letter.contours)
  const box = boxOf(contours)
  const square = [
    { x: -dotRadius, y: 0 },
    { x: dotRadius, y: 0 },
    { x: dotRadius, y: 2 * dotRadius },
    { x: -dotRadius, y: 2 * dotRadius },
  ]
  const isRightToLeft = letters[0]?.direction === 'rtl'
  const gap = isRightToLeft ? gapBetween([square], contours, 0) : gapBetween(contours, [square], 0)
  const away = Number.isFinite(gap)
    ? dotRoom - gap
    : dotRoom + dotRadius + (isRightToLeft ? -box.left : box.right)
  return { x: isRightToLeft ? -away : away, y: dotRadius }
}

/** In the art of the account pages: em in units of an image of which the plate shows `plate`. */
const artEm = 58.5
const plate = { width: (60 / 1.18) * (720 / 712), height: 60 / 1.18, left: 0.06 }

/** The part of the mark's drawing that the account pages show, as a viewBox: large, and cut off at the right. */
export function artOf({ ink, em, firstRight, secondWidth, hasCase }: Monogram): string {
  const available = plate.width * (1 - plate.left)
  const needed = hasCase
    ? Math.max(firstRight, ink.right - 0.4 * secondWidth) - ink.left
    : ink.right - ink.left
  const height = ink.bottom - ink.top
  const scale = Math.min(artEm / em, available / needed, (plate.height - 2) / height)
  const top = (ink.top + ink.bottom) / 2 - plate.height / scale / 2
  return [ink.left, top, side / scale, side / scale].map(round).join(' ')
}

const round = (value: number) => Math.round(value * 100) / 100

// Which letters stand for a brand, set as outlines in units of the monogram's box.
import type { Faces } from './faces.ts'
import { type Contour, contoursOf, type Glyph, graphemes, joins, setText } from './set-text.ts'

/** The box is 60 x 60 units; the ascender of the display face (0.667 em) is 42 of them. */
export const unitsPerEm = 63
/** em in the display face; companion faces are brought to the same height. */
const xHeight = 0.5
/** em above the baseline: an outline that lies wholly above is a letter's own dot. */
const dotFrom = 0.52

export interface Letter {
  /** Placed at the start of its line, in units, y upwards. */
  glyphs: Glyph[]
  /** Units from the left of its own ink to the left of the line. */
  contours: Contour[]
  /** Where the letter's own dot was, which the mark replaces; null without one. */
  dotAt: number | null
  /** The letter without its dot; what is drawn when the mark takes the dot's place. */
  dotless: Letter | null
  hasCase: boolean
  direction: 'ltr' | 'rtl'
}

/** One or two initials, lower case where the script has case; letters that join are never set side by side. */
export async function initialsOf(faces: Faces, brand: string): Promise<Letter[]> {
  const words = brand
    .normalize('NFC')
    .trim()
    .split(/\s+/u)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : undefined]
  const texts = joins(first) ? [initial(first)] : [initial(first), initial(last)]
  return Promise.all(texts.filter((text) => text !== '').map((text) => letter(faces, text)))
}

function initial(word: string): string {
  const found = graphemes(word).find((grapheme) => /[\p{L}\p{N}]/u.test(grapheme)) ?? ''
  return found.toLocaleLowerCase('en')
}

async function letter(faces: Faces, text: string): Promise<Letter> {
  const set = (what: string) =>
    setText(faces, what, { family: 'familjen-grotesk', weight: 700, tracking: 0, kerning: true })
  let line = await set(text)
  // A letter with marks that no face has still has its base.
  if (line.hasUnknown) line = await set(text.normalize('NFD').replace(/\p{M}/gu, ''))
  const hasCase = text.toLocaleLowerCase('en') !== text.toLocaleUpperCase('en')
  const own = line.faces[0]?.package === 'familjen-grotesk'
  const height = own || !hasCase ? xHeight : (await set('\u043e')).ink.top
  const scale = (unitsPerEm * xHeight) / height
  const glyphs = line.glyphs.map((glyph) => scaled(glyph, scale))
  const made = { glyphs, contours: glyphs.flatMap(contoursOf), hasCase, direction: line.direction }
  const whole: Letter = { ...made, dotAt: null, dotless: null }
  return hasOwnDot(text) ? withoutDot(whole) : whole
}

/** i, j and every letter whose only mark is a dot above. */
function hasOwnDot(text: string): boolean {
  const parts = text.normalize('NFD')
  return /^[ij\u0456\u0458]$/u.test(parts) || /^\p{L}\u0307$/u.test(parts)
}

function withoutDot(whole: Letter): Letter {
  const isDot = (contour: Contour) => Math.min(...contour.map(({ y }) => y)) > dotFrom * unitsPerEm
  const dot = whole.contours.find(isDot)
  if (!dot) return whole
  const xs = dot.map(({ x }) => x)
  const glyphs = whole.glyphs.map((glyph) => ({
    ...glyph,
    steps: subpaths(glyph).flatMap((steps) => (contoursOf({ ...glyph, steps }).some(isDot) ? [] : steps)),
  }))
  const dotless = { ...whole, glyphs, contours: glyphs.flatMap(contoursOf) }
  return { ...whole, dotAt: (Math.min(...xs) + Math.max(...xs)) / 2, dotless }
}

function subpaths({ steps }: Glyph): Glyph['steps'][] {
  const starts = steps.flatMap(({ type }, index) => (type === 'M' ? [index] : []))
  return starts.map((start, index) => steps.slice(start, starts[index + 1]))
}

function scaled({ x, y, steps }: Glyph, by: number): Glyph {
  return {
    x: x * by,
    y: y * by,
    steps: steps.map(({ type, values }) => ({ type, values: values.map((value) => value * by) })),
  }
}

export function moved(letter: Letter, by: number): Letter {
  return {
    ...letter,
    glyphs: letter.glyphs.map((glyph) => ({ ...glyph, x: glyph.x + by })),
    contours: letter.contours.map((contour) => contour.map(({ x, y }) => ({ x: x + by, y }))),
    dotAt: letter.dotAt === null ? null : letter.dotAt + by,
    dotless: letter.dotless && moved(letter.dotless, by),
  }
}

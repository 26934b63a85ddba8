// Sets one line of text as a browser would: shaped, in the faces that have its characters, with ink measured.
import bidiFactory from 'bidi-js'
import type { Face, Faces, Family } from './faces.ts'

export interface Point {
  x: number
  y: number
}

/** A closed outline as its points, curves flattened; em, y upwards from the baseline. */
export type Contour = Point[]

/** One step of an outline: the letter of an SVG path command and its absolute coordinates in em, y upwards. */
export interface Step {
  type: string
  values: number[]
}

export interface Glyph {
  /** Where the glyph's origin stands on the line, in em. */
  x: number
  y: number
  /** The outline with its origin at 0, 0. */
  steps: Step[]
}

/** A line in em: x from its start at the left, y upwards from the baseline. */
export interface Line {
  text: string
  /** In the order of the eye, from the left. */
  glyphs: Glyph[]
  /** What is painted; all zero for a line without ink. */
  ink: { left: number; right: number; top: number; bottom: number }
  direction: 'ltr' | 'rtl'
  /** A character has no face here: its width is an upper bound and it has no glyph. */
  hasUnknown: boolean
  /** All of it is set in the family of its style. */
  isOwn: boolean
}

export interface TextStyle {
  family: Family
  weight: 500 | 600 | 700
  /** em after each character; ligatures are off while it is not 0, as in browsers. */
  tracking: number
  /** em added to each space. */
  wordSpacing?: number
  kerning: boolean
}

interface Cluster {
  text: string
  face: Face | null
  level: number
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
const bidi = bidiFactory()

export function graphemes(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
}

/** Letters of these scripts join: no space may be put between them. */
export const joins = (text: string) =>
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}]/u.test(
    text,
  )

/** em, not less than the widest characters of system fonts; what joins into one letter counts once. */
function widthBound(cluster: string): number {
  if (/^\s$/u.test(cluster)) return 0.4
  if (/\p{Script=Han}|\p{Script=Hangul}|\p{Script=Hiragana}|\p{Script=Katakana}/u.test(cluster)) return 1
  if (/\p{Script=Hebrew}|\p{Script=Thai}|\p{Script=Georgian}|\p{Script=Armenian}/u.test(cluster)) return 1.05
  return 1.1 * Math.max(1, [...cluster].filter((point) => /\p{L}|\p{Mc}/u.test(point)).length) + 0.3
}

export async function setText(faces: Faces, text: string, style: TextStyle): Promise<Line> {
  const harfbuzz = await import('harfbuzzjs')
  const { levels, paragraphs } = bidi.getEmbeddingLevels(text, 'auto')
  const clusters: Cluster[] = []
  let at = 0
  for (const cluster of graphemes(text)) {
    const face = await faces.find(cluster, style.family)
    clusters.push({ text: cluster, face, level: levels[at] ?? 0 })
    at += cluster.length
  }
  const line: Line = {
    text,
    isOwn: clusters.every(({ face }) => face?.package === style.family),
    glyphs: [],
    ink: { left: Number.POSITIVE_INFINITY, right: Number.NEGATIVE_INFINITY, top: 0, bottom: 0 },
    direction: (paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr',
    hasUnknown: clusters.some(({ face }) => face === null),
  }
  let x = 0
  for (const run of inVisualOrder(clusters)) {
    const { face, level } = run[0] as Cluster
    if (!face) {
      include(line.ink, { x, y: 0.9 })
      x += run.reduce((sum, cluster) => sum + widthBound(cluster.text), 0)
      include(line.ink, { x, y: -0.25 })
      continue
    }
    const font = face.instance(style.weight)
    const buffer = new harfbuzz.Buffer()
    const letters = run.map((cluster) => cluster.text).join('')
    buffer.addText(letters)
    buffer.guessSegmentProperties()
    buffer.setDirection(level % 2 === 1 ? harfbuzz.Direction.RTL : harfbuzz.Direction.LTR)
    const off = [...(style.kerning ? [] : ['kern']), ...(style.tracking === 0 ? [] : ['liga', 'clig'])]
    harfbuzz.shape(
      font,
      buffer,
      off.map((tag) => new harfbuzz.Feature(tag, 0)),
    )
    const shaped = buffer.getGlyphInfosAndPositions()
    for (const [index, glyph] of shaped.entries()) {
      const em = 1 / face.unitsPerEm
      const steps = font
        .glyphToJson(glyph.codepoint)
        .map(({ type, values }) => ({ type, values: values.map((value) => value * em) }))
      const placed = { x: x + (glyph.xOffset ?? 0) * em, y: (glyph.yOffset ?? 0) * em, steps }
      if (steps.length > 0) {
        line.glyphs.push(placed)
        for (const point of contoursOf(placed).flat()) include(line.ink, point)
      }
      x += (glyph.xAdvance ?? 0) * em
      if (shaped[index + 1]?.cluster !== glyph.cluster) x += style.tracking
      if (letters[glyph.cluster] === ' ') x += style.wordSpacing ?? 0
    }
  }
  if (line.ink.right < line.ink.left) line.ink = { left: 0, right: 0, top: 0, bottom: 0 }
  return line
}

/** Runs of one face and one direction, as the eye meets them from the left (UAX #9, rule L2). */
function inVisualOrder(clusters: Cluster[]): Cluster[][] {
  const runs: Cluster[][] = []
  for (const cluster of clusters) {
    const last = runs.at(-1)
    if (last && last[0]?.face === cluster.face && last[0].level === cluster.level) last.push(cluster)
    else runs.push([cluster])
  }
  const levelOf = (run: Cluster[]) => run[0]?.level ?? 0
  for (let level = Math.max(0, ...runs.map(levelOf)); level > 0; level--)
    for (let from = 0; from < runs.length; from++) {
      let to = from
      while (to < runs.length && levelOf(runs[to] as Cluster[]) >= level) to++
      if (to - from > 1) runs.splice(from, to - from, ...runs.slice(from, to).reverse())
      from = Math.max(from, to)
    }
  return runs
}

/** Makes ink of what is painted so far and a point. */
function include(ink: Line['ink'], { x, y }: Point): void {
  ink.left = Math.min(ink.left, x)
  ink.right = Math.max(ink.right, x)
  ink.top = Math.max(ink.top, y)
  ink.bottom = Math.min(ink.bottom, y)
}

/** Pieces of a curve: at the largest size a piece is a few pixels long and leaves the curve by a fraction of one. */
const pieces = 12

/** The outlines of a placed glyph. */
export function contoursOf({ x, y, steps }: Glyph): Contour[] {
  const contours: Contour[] = []
  let contour: Contour = []
  for (const { type, values } of steps) {
    const points: Point[] = []
    for (let at = 0; at < values.length; at += 2)
      points.push({ x: (values[at] ?? 0) + x, y: (values[at + 1] ?? 0) + y })
    if (type === 'M') {
      contour = []
      contours.push(contour)
    }
    const start = contour.at(-1)
    if (start && points.length > 1)
      for (let piece = 1; piece <= pieces; piece++) contour.push(bezier([start, ...points], piece / pieces))
    else contour.push(...points)
  }
  return contours
}

/** Points all along an outline, at most `distance` from each other. */
export function pointsAlong(contour: Contour, distance: number): Point[] {
  return contour.flatMap((to, index) => {
    const from = contour.at(index - 1) ?? to
    const count = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / distance))
    return Array.from({ length: count }, (_, at) => bezier([to, from], at / count))
  })
}

/** A point of a Bézier curve of any degree (de Casteljau). */
function bezier(points: Point[], t: number): Point {
  if (points.length === 1) return points[0] as Point
  const between = points.slice(1).map((to, index) => {
    const from = points[index] as Point
    return { x: from.x + (to.x - from.x) * t, y: from.y + (to.y - from.y) * t }
  })
  return bezier(between, t)
}

/**
 * Path data of glyphs whose origin is put at x, y; the page's y runs downwards.
 * @param scale page units in one unit of the glyphs
 */
export function pathOf(glyphs: readonly Glyph[], x: number, y: number, scale: number): string {
  const write = (value: number) => String(Math.round(value * 100) / 100)
  return glyphs
    .flatMap((glyph) =>
      glyph.steps.map(({ type, values }) => {
        const numbers = values.map((value, index) =>
          write(index % 2 === 0 ? x + (glyph.x + value) * scale : y - (glyph.y + value) * scale),
        )
        return type + numbers.join(' ')
      }),
    )
    .join('')
}

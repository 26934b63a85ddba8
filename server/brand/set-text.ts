// Sets one line of text as a browser would: shaped, in the faces that have its characters, with ink measured.
import bidiFactory from 'bidi-js'
import type { Family } from '../../contract/type-pairs.ts'
import type { Face, Faces } from './faces.ts'

export interface Point {
  x: number
  y: number
}

export type Box = ReturnType<typeof boxOf>

/** A closed outline: letters of SVG path commands, the first an M, with the points that they take. */
export type Contour = readonly { type: string; points: readonly Point[] }[]

/** A line in em: x from its start at the left, y upwards from the baseline. */
export interface Line {
  text: string
  /** The outlines of its glyphs, in the order of the eye, from the left. */
  contours: Contour[]
  /** What is painted and the baseline; all zero for a line without ink. */
  ink: Box
  /** What is put at the margin: the leftmost ink, or of a line that hangs out over it, the leftmost stem. */
  hang: number
  /** From there to the right end of the ink. */
  width: number
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
  wordSpacing?: number | undefined
  /** Unless it is false. */
  isKerned?: boolean
  /** Of the first letter, what lies lower or higher than the stems hangs out over the margin. */
  hangs?: boolean
  /** Characters without a face are left out, as in drawings, which have no system fonts. */
  isDrawn?: true
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
  const { Buffer, Direction, Feature, shape } = await import('harfbuzzjs')
  const off = style.tracking === 0 ? [] : [new Feature('liga', 0), new Feature('clig', 0)]
  if (style.isKerned === false) off.push(new Feature('kern', 0))
  const order = bidi.getEmbeddingLevels(text, 'auto')
  const clusters = new Map<number, Cluster>()
  for (const { segment, index } of segmenter.segment(text)) {
    const face = await faces.find(segment, style.family)
    clusters.set(index, { text: segment, face, level: order.levels[index] ?? 0 })
  }
  const glyphs: Contour[][] = []
  const painted: Point[] = []
  let x = 0
  for (const run of runsOf(clusters, bidi.getReorderedIndices(text, order))) {
    const { face, level } = run[0] as Cluster
    if (!face) {
      painted.push({ x, y: 0.9 })
      x += run.reduce((sum, cluster) => sum + widthBound(cluster.text), 0)
      painted.push({ x, y: -0.25 })
      continue
    }
    const font = face.inWeight(style.weight)
    const buffer = new Buffer()
    const letters = run.map((cluster) => cluster.text).join('')
    buffer.addText(letters)
    buffer.guessSegmentProperties()
    buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
    shape(font, buffer, off)
    const shaped = buffer.getGlyphInfosAndPositions()
    for (const [index, glyph] of shaped.entries()) {
      const origin = { x: x + (glyph.xOffset ?? 0) * face.em, y: (glyph.yOffset ?? 0) * face.em }
      const contours = contoursOf(font.glyphToJson(glyph.codepoint), origin, face.em)
      if (contours.length > 0) glyphs.push(contours)
      painted.push(...contours.flatMap(flat))
      x += (glyph.xAdvance ?? 0) * face.em
      if (shaped[index + 1]?.cluster !== glyph.cluster) x += style.tracking
      if (letters[glyph.cluster] === ' ') x += style.wordSpacing ?? 0
    }
  }
  const ink = boxOf([...painted, { x: painted[0]?.x ?? 0, y: 0 }])
  const direction = (order.paragraphs[0]?.level ?? 0) % 2 === 1 ? 'rtl' : 'ltr'
  const hasUnknown = clusters.values().some(({ face }) => face === null)
  // Right to left it is the end of the line that stands at the margin, and its letters have no stems there.
  const hangs = style.hangs && direction === 'ltr' && !hasUnknown
  const hang = (hangs ? leftmostStem(glyphs[0] ?? []) : undefined) ?? ink.left
  const isOwn = clusters.values().every(({ face }) => face?.package === style.family)
  return { text, contours: glyphs.flat(), ink, hang, width: ink.right - hang, direction, hasUnknown, isOwn }
}

/** em above the baseline: between them stand the stems that meet the margin. */
const stems = { from: 0.05, to: 0.61 }

function leftmostStem(letter: readonly Contour[]): number | undefined {
  const points = letter.flatMap((contour) => pointsAlong(contour, 0.002))
  const lefts = points.filter(({ y }) => y >= stems.from && y <= stems.to).map(({ x }) => x)
  return lefts.length > 0 ? Math.min(...lefts) : undefined
}

/** Sets a text, or a part of it, in one style. */
export type Setter = (text: string) => Promise<Line>

/**
 * Sets each text once: to break and to fit one, the same words are set over and over. The letters of a companion are not to be
 * set so tight: they have no tracking, and kerning.
 */
export function setter(faces: Faces, style: TextStyle): Setter {
  const set: Setter = async (text) => {
    const line = await setText(faces, text, style)
    if (line.isOwn) return line
    const left: string[] = []
    for (const character of graphemes(text))
      if (!style.isDrawn || (await faces.find(character, style.family))) left.push(character)
    return setText(faces, left.join('').trim(), { ...style, tracking: 0, isKerned: true })
  }
  const lines = new Map<string, Promise<Line>>()
  return (text) => lines.getOrInsertComputed(text, set)
}

/**
 * Runs of one face and one direction, as the eye meets them from the left, each in the order of the text.
 * @param clusters by where they begin in the text
 * @param order the places in the text, from the left
 */
function runsOf(clusters: Map<number, Cluster>, order: number[]): Cluster[][] {
  const runs: Cluster[][] = []
  for (const cluster of order.flatMap((at) => clusters.get(at) ?? [])) {
    const run = runs.at(-1)
    if (run?.[0]?.face !== cluster.face || run[0].level !== cluster.level) runs.push([cluster])
    else if (cluster.level % 2 === 1) run.unshift(cluster)
    else run.push(cluster)
  }
  return runs
}

/** y upwards, as from the baseline. */
export function boxOf(points: readonly Point[]) {
  const { POSITIVE_INFINITY: most, NEGATIVE_INFINITY: least } = Number
  const box = { left: most, right: least, top: least, bottom: most }
  for (const { x, y } of points) {
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.max(box.top, y)
    box.bottom = Math.min(box.bottom, y)
  }
  return box
}

/** The outlines of a glyph where it stands on the line. @param em of one font unit */
function contoursOf(steps: { type: string; values: number[] }[], { x, y }: Point, em: number): Contour[] {
  const contours: Contour[number][][] = []
  for (const { type, values } of steps) {
    const points: Point[] = []
    for (let at = 0; at < values.length; at += 2)
      points.push({ x: x + (values[at] ?? 0) * em, y: y + (values[at + 1] ?? 0) * em })
    if (type === 'M') contours.push([])
    contours.at(-1)?.push({ type, points })
  }
  return contours
}

/** Outlines with each of their points elsewhere. */
export function moved(contours: readonly Contour[], move: (point: Point) => Point): Contour[] {
  return contours.map((steps) => steps.map(({ type, points }) => ({ type, points: points.map(move) })))
}

/** Pieces of a curve: at the largest size a piece is a few pixels long and leaves the curve by a fraction of one. */
const pieces = 12

/** The points of an outline, its curves as short lines. */
function flat(contour: Contour): Point[] {
  const all: Point[] = []
  for (const { points } of contour) {
    const start = all.at(-1)
    if (start && points.length > 1)
      for (let piece = 1; piece <= pieces; piece++) all.push(bezier([start, ...points], piece / pieces))
    else all.push(...points)
  }
  return all
}

/** Points all along an outline, at most `distance` from each other. */
export function pointsAlong(contour: Contour, distance: number): Point[] {
  return flat(contour).flatMap((to, index, points) => {
    const from = points.at(index - 1) ?? to
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
 * Path data of outlines whose origin is put at x, y; the page's y runs downwards.
 * @param scale page units in one unit of the outlines
 */
export function pathOf(contours: readonly Contour[], x: number, y: number, scale: number): string {
  const write = (point: Point) => `${round(x + point.x * scale)} ${round(y - point.y * scale)}`
  return contours
    .flat()
    .map(({ type, points }) => type + points.map(write).join(' '))
    .join('')
}

/** What is drawn has two decimals. */
export const round = (value: number) => Math.round(value * 100) / 100

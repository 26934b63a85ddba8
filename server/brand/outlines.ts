// Measuring outlines: boxes, the space between two letters, and whether a dot is free; and writing them as SVG paths.
import type { Contour, Glyph, Point } from './set-text.ts'

export interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

export function boxOf(contours: readonly Contour[]): Box {
  const points = contours.flat()
  const xs = points.map(({ x }) => x)
  const ys = points.map(({ y }) => y)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.max(...ys), bottom: Math.min(...ys) }
}

/**
 * The smallest horizontal distance from the right side of one shape to the left side of another, over all heights.
 * @param thickened what each outline is made higher and lower by, so that corners do not slip past each other
 * @returns infinite where they have no height in common
 */
export function gapBetween(first: readonly Contour[], second: readonly Contour[], thickened: number): number {
  const step = 0.25
  const side = (contours: readonly Contour[], pick: 'left' | 'right') => {
    const reach = new Map<number, number>()
    for (const [from, to] of edges(contours)) {
      const [low, high] = from.y < to.y ? [from, to] : [to, from]
      const xAt = (y: number) => {
        if (low.y === high.y) return pick === 'right' ? Math.max(from.x, to.x) : Math.min(from.x, to.x)
        const part = Math.min(1, Math.max(0, (y - low.y) / (high.y - low.y)))
        return low.x + part * (high.x - low.x)
      }
      const last = Math.ceil((high.y + thickened) / step)
      for (let row = Math.floor((low.y - thickened) / step); row <= last; row++) {
        // The part of the edge that is not further away than the outline is thick.
        const ends = [xAt(row * step - thickened), xAt(row * step + thickened)]
        const x = pick === 'right' ? Math.max(...ends) : -Math.min(...ends)
        reach.set(row, Math.max(reach.get(row) ?? x, x))
      }
    }
    return reach
  }
  const lefts = side(second, 'left')
  let gap = Number.POSITIVE_INFINITY
  for (const [row, right] of side(first, 'right')) {
    const left = lefts.get(row)
    if (left !== undefined) gap = Math.min(gap, -left - right)
  }
  return gap
}

/** The distance from a point to the nearest edge; 0 inside a shape. */
export function distanceTo(contours: readonly Contour[], point: Point): number {
  let distance = Number.POSITIVE_INFINITY
  let winding = 0
  for (const [from, to] of edges(contours)) {
    distance = Math.min(distance, fromEdge(from, to, point))
    if (from.y <= point.y !== to.y <= point.y) {
      const x = from.x + ((point.y - from.y) / (to.y - from.y)) * (to.x - from.x)
      if (x > point.x) winding += to.y > from.y ? 1 : -1
    }
  }
  return winding === 0 ? distance : 0
}

function fromEdge(from: Point, to: Point, { x, y }: Point): number {
  const length = (to.x - from.x) ** 2 + (to.y - from.y) ** 2
  const along = length === 0 ? 0 : ((x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)) / length
  const t = Math.min(1, Math.max(0, along))
  return Math.hypot(x - from.x - t * (to.x - from.x), y - from.y - t * (to.y - from.y))
}

function* edges(contours: readonly Contour[]): Generator<[Point, Point]> {
  for (const contour of contours)
    for (const [index, to] of contour.entries()) yield [contour.at(index - 1) ?? to, to]
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

// The charts of the dashboard's home: one bar or one point a day, drawn at their real width. Screen readers have the table
// (your-site.tsx).
import { useEffect, useRef, useState } from 'react'

/** Pixels. */
const height = 76
const base = height - 0.5
/** The highest value stays this far below the top, so that a line and its square are whole. */
const top = 6
const square = 8

export type ChartProps = {
  kind: 'bars' | 'line'
  /** Of the days, the last one today. */
  values: readonly number[]
  /** The classes of what is drawn: the sheet is that of the page. */
  look: Record<'drawing' | 'base' | 'bar' | 'line' | 'now', string | undefined>
}

export function Chart({ kind, values, look }: ChartProps) {
  const [ref, width] = useWidth()
  return (
    <svg ref={ref} className={look.drawing} aria-hidden="true">
      {width > 0 &&
        (kind === 'bars' ? <Bars {...{ values, look, width }} /> : <Line {...{ values, look, width }} />)}
      <path className={look.base} d={`M0 ${base}H${width}`} />
    </svg>
  )
}

type Drawn = Pick<ChartProps, 'values' | 'look'> & { width: number }

/** The vertical position of each value, in pixels from the top. */
function positionsOf(values: readonly number[]): number[] {
  const highest = Math.max(1, ...values)
  return values.map((value) => base - (value / highest) * (base - top))
}

function Bars({ values, look, width }: Drawn) {
  // Two thirds of a day's width are its bar, and the last one ends at the edge.
  const step = width / (values.length - 1 / 3)
  const y = positionsOf(values)
  const last = values.length - 1
  return values.map((value, at) => {
    if (value === 0) return null
    const isToday = at === last
    // The outline of today's bar is drawn within it.
    const inset = isToday ? 0.5 : 0
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the days have no other name here
        key={at}
        className={isToday ? look.now : look.bar}
        x={at * step + inset}
        y={(y[at] ?? base) + inset}
        width={Math.max(1, (step * 2) / 3 - 2 * inset)}
        height={Math.max(1, base - (y[at] ?? base) - inset)}
      />
    )
  })
}

function Line({ values, look, width }: Drawn) {
  if (values.every((value) => value === 0)) return null
  const step = (width - square - 1) / Math.max(1, values.length - 1)
  const x = (at: number) => square / 2 + at * step
  const y = positionsOf(values)
  const last = values.length - 1
  return (
    <>
      <path className={look.line} d={`M${y.map((position, at) => `${x(at)},${position}`).join('L')}`} />
      <rect
        className={look.now}
        x={x(last) - square / 2}
        y={(y[last] ?? base) - square / 2}
        width={square}
        height={square}
      />
    </>
  )
}

/** The width of an element in pixels, 0 until it is known. */
function useWidth() {
  const ref = useRef<SVGSVGElement>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!ref.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return [ref, width] as const
}

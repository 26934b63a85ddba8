// The charts of the dashboard's home: one bar or one point a day, drawn at their real width. In a file of its own with the
// library, which is fetched by the home alone. Screen readers have the table (your-site.tsx).
import { scaleBand, scaleLinear } from 'd3-scale'
import { line } from 'd3-shape'
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

const heightOf = (values: readonly number[]) =>
  scaleLinear()
    .domain([0, Math.max(1, ...values)])
    .range([base, top])

function Bars({ values, look, width }: Drawn) {
  const x = scaleBand<number>()
    .domain(values.map((_, at) => at))
    .range([0, width])
    .paddingInner(1 / 3)
  const y = heightOf(values)
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
        x={(x(at) ?? 0) + inset}
        y={y(value) + inset}
        width={Math.max(1, x.bandwidth() - 2 * inset)}
        height={Math.max(1, base - y(value) - inset)}
      />
    )
  })
}

function Line({ values, look, width }: Drawn) {
  if (values.every((value) => value === 0)) return null
  const x = scaleLinear()
    .domain([0, Math.max(1, values.length - 1)])
    .range([square / 2, width - square / 2 - 1])
  const y = heightOf(values)
  const path = line<number>()
    .x((_, at) => x(at))
    .y((value) => y(value))
  const last = values.length - 1
  return (
    <>
      <path className={look.line} d={path([...values]) ?? ''} />
      <rect
        className={look.now}
        x={x(last) - square / 2}
        y={y(values[last] ?? 0) - square / 2}
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

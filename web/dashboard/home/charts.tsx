// A chart of the dashboard's home: one bar or one point a day, today's outlined. Screen readers have the table.
import * as styles from './home.module.css'

/** Pixels; horizontally everything is a share of the width. */
const height = 76
const base = height - 0.5
/** The highest value stays this far below the top, so that a line and its square are whole. */
const top = 6
const square = 8

type Props = {
  kind: 'bars' | 'line'
  /** Of the days, the last one today. */
  values: readonly number[]
}

export function Chart({ kind, values }: Props) {
  const highest = Math.max(1, ...values)
  const y = values.map((value) => base - (value / highest) * (base - top))
  return (
    <svg className={styles.drawing} aria-hidden="true">
      {kind === 'bars' ? <Bars y={y} /> : values.some((value) => value > 0) && <Line y={y} />}
      <line className={styles.base} x2="100%" y1={base} y2={base} />
    </svg>
  )
}

/** @param y in pixels from the top */
type Drawn = { y: readonly number[] }

function Bars({ y }: Drawn) {
  // Two thirds of a day's width are its bar, and the last one ends at the edge.
  const step = 100 / (y.length - 1 / 3)
  return y.map((top, at) => {
    if (top === base) return null
    return (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: the days have no other name here
        key={at}
        className={at === y.length - 1 ? styles.now : styles.bar}
        x={`${at * step}%`}
        y={top}
        width={`${(step * 2) / 3}%`}
        height={Math.max(1, base - top)}
      />
    )
  })
}

function Line({ y }: Drawn) {
  const step = 100 / Math.max(1, y.length - 1)
  const last = y.at(-1) ?? base
  return (
    <>
      {y.slice(1).map((to, at) => (
        <line
          // biome-ignore lint/suspicious/noArrayIndexKey: as above
          key={at}
          className={styles.line}
          x1={`${at * step}%`}
          y1={y[at]}
          x2={`${(at + 1) * step}%`}
          y2={to}
        />
      ))}
      <rect
        className={styles.now}
        x="100%"
        y={last - square / 2}
        width={square}
        height={square}
        transform={`translate(${-square - 0.5})`}
      />
    </>
  )
}

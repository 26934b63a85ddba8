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
  const last = y.length - 1
  // Two thirds of a day's width are its bar, and the last one ends at the edge; a line goes from edge to edge.
  const step = 100 / (kind === 'bars' ? y.length - 1 / 3 : Math.max(1, last))
  return (
    <svg className={styles.drawing} aria-hidden="true">
      {kind === 'bars'
        ? y.map(
            (top, at) =>
              top < base && (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the days have no other name here
                  key={at}
                  className={at === last ? styles.now : styles.bar}
                  x={`${at * step}%`}
                  y={top}
                  width={`${(step * 2) / 3}%`}
                  height={Math.max(1, base - top)}
                />
              ),
          )
        : values.some((value) => value > 0) && (
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
                y={(y[last] ?? base) - square / 2}
                width={square}
                height={square}
                transform={`translate(${-square - 0.5})`}
              />
            </>
          )}
      <line className={styles.base} x2="100%" y1={base} y2={base} />
    </svg>
  )
}

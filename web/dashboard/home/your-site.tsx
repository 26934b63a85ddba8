// How the site does, on the dashboard's home: page views, preview opens and outbound clicks of each day.

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { ResponseOf } from '../../../contract/call.ts'
import { countPeriods, defaultPeriod, periodOf, readCounts } from '../../../contract/dashboard.ts'
import type { Counts, DayCounts, TopProject } from '../../../contract/responses/dashboard.ts'
import { Select } from '../../ui/field.tsx'
import * as ui from '../../ui/primitives.module.css'
import { read } from '../lists/admin-queries.ts'
import { NotLoaded } from '../lists/parts.tsx'
import { Thumbnail } from '../project-images/cover.tsx'
import * as styles from './home.module.css'

const number = new Intl.NumberFormat('en-US')
const shortDay = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

const kinds = [
  { name: 'views', label: 'Page views', kind: 'bars' },
  { name: 'opens', label: 'Preview opens', kind: 'line' },
  { name: 'clicks', label: 'Outbound clicks', kind: 'line' },
] as const satisfies { name: keyof Counts; label: string; kind: 'bars' | 'line' }[]

export function YourSite() {
  const [params, setParams] = useSearchParams()
  const period = periodOf(params.get('days'))
  const { data, error, refetch } = useQuery({
    ...read('counts', readCounts, { query: { days: period } }),
    placeholderData: keepPreviousData,
  })
  return (
    <section aria-labelledby="your-site">
      <div className={ui.partTitle}>
        <h2 id="your-site">Your site</h2>
        {data?.counting && (
          <div className={styles.period}>
            <Select
              label="Period"
              hideLabel
              dense
              value={String(period)}
              options={countPeriods.map((days) => ({ value: String(days), label: `${days} days` }))}
              onChange={({ target: { value } }) =>
                setParams(value === String(defaultPeriod) ? {} : { days: value }, {
                  replace: true,
                  preventScrollReset: true,
                })
              }
            />
          </div>
        )}
      </div>
      {!data && error && <NotLoaded className={styles.text} what="Visits" onRetry={refetch} />}
      {data?.counting === false && (
        <p className={styles.text}>
          Visits are not counted.{' '}
          <Link className={ui.link} to="/dashboard/settings">
            Switch it on in Settings
          </Link>
        </p>
      )}
      {data?.counting && <Counted counted={data} />}
    </section>
  )
}

type Loaded = Extract<ResponseOf<typeof readCounts>, { counting: true }>

function Counted({ counted: { days, before, top } }: { counted: Loaded }) {
  const [isShown, setShown] = useState(false)
  const table = useId()
  const first = days[0]
  return (
    <>
      {kinds.map(({ name, label, kind }, at) => {
        const values = days.map((day) => day[name])
        const total = values.reduce((sum, value) => sum + value, 0)
        const long = at === 0
        return (
          <div key={name} className={styles.chart}>
            <p>
              <b>{label}</b>
            </p>
            <p className={`${ui.cluster} ${styles.value}`}>
              <b>{number.format(total)}</b>
              <span className={ui.meta}>
                {long && total === 0 && before[name] === 0
                  ? 'No visits counted yet'
                  : change(total, before[name], long ? days.length : undefined)}
              </span>
            </p>
            <Chart kind={kind} values={values} />
            <p className={`${ui.between} ${styles.axis} ${ui.meta}`} aria-hidden="true">
              <span>{first && shortDay.format(new Date(first.day))}</span>
              <span>Today</span>
            </p>
          </div>
        )
      })}
      {top.length > 0 && <Top projects={top} />}
      <p className={ui.cluster}>
        <button
          type="button"
          className={ui.link}
          aria-expanded={isShown}
          aria-controls={table}
          onClick={() => setShown(!isShown)}
        >
          {isShown ? 'Hide the table' : 'Show as a table'}
        </button>
        <span className={ui.meta}>Counted without cookies or addresses.</span>
      </p>
      {/* Always there for those who cannot see the charts. */}
      <div id={table} className={isShown ? undefined : ui.hidden}>
        <Days days={days} />
      </div>
    </>
  )
}

function Top({ projects }: { projects: readonly TopProject[] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Top projects</th>
          <th scope="col">Opens</th>
          <th scope="col">Clicks</th>
        </tr>
      </thead>
      <tbody>
        {projects.map(({ id, pname, pimage, focalX, focalY, opens, clicks }) => (
          <tr key={id}>
            <th scope="row">
              <div className={ui.row}>
                <Thumbnail src={pimage} focal={{ focalX, focalY }} />
                <span>{pname}</span>
              </div>
            </th>
            <td>{number.format(opens)}</td>
            <td>{number.format(clicks)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The newest day first. */
function Days({ days }: { days: readonly DayCounts[] }) {
  return (
    <table className={styles.table}>
      <caption className={ui.hidden}>Visits by day</caption>
      <thead>
        <tr>
          <th scope="col">Day (UTC)</th>
          {kinds.map(({ name, label }) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((counts) => (
          <tr key={counts.day}>
            <th scope="row">{fullDay.format(new Date(counts.day))}</th>
            {kinds.map(({ name }) => (
              <td key={name}>{number.format(counts[name])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/**
 * How a count compares with that of the period before, in words.
 * @param days of the period, where the sentence is to name it. @returns '' where there is nothing to compare with
 */
function change(now: number, before: number, days?: number): string {
  if (before === 0) return ''
  const percent = Math.round((Math.abs(now - before) / before) * 100)
  const period = days === undefined ? '' : ` the ${days} days before`
  if (percent === 0) return days === undefined ? 'as many' : `as many as${period}`
  return `${percent} % ${now > before ? 'more' : 'fewer'}${period && ` than${period}`}`
}

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

/** One bar or one point a day, today's outlined. Screen readers have the table. */
function Chart({ kind, values }: Props) {
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

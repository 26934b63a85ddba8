// What the lists of the dashboard have in common: search box, filters, dates, and what stands where no rows are.

import { searchLength } from '../../../contract/limits.ts'
import { useSearchBox } from '../../search-box.ts'
import { Select, TextField } from '../../ui/field.tsx'
import * as layout from '../../ui/layout.module.css'
import * as notice from '../../ui/notice.module.css'
import { Empty } from '../../ui/notice.tsx'
import { SearchIcon } from '../../ui/tool-icons.tsx'
import * as typography from '../../ui/typography.module.css'
import * as lists from './admin-list.module.css'
import type { FilterControl } from './list-filters.ts'
import { NotLoaded } from './not-loaded.tsx'

export function SearchBox({
  control,
  placeholder = 'Search...',
}: {
  control: FilterControl
  placeholder?: string
}) {
  const { box } = useSearchBox(control.filters.search, (search) => control.narrow({ search }, true))
  return (
    <TextField
      label={placeholder.replace('...', '')}
      hideLabel
      dense
      type="search"
      placeholder={placeholder}
      maxLength={searchLength}
      autoComplete="off"
      start={<SearchIcon />}
      {...box}
    />
  )
}

type FilterProps = {
  control: FilterControl
  label: string
  options: readonly { value: string; label: string }[]
}

export function StatusFilter({ control, ...rest }: FilterProps) {
  // The URL may have been typed by hand, in any letter case.
  const status = control.filters.status.toLowerCase()
  return (
    <Select
      {...rest}
      hideLabel
      dense
      value={rest.options.find(({ value }) => value.toLowerCase() === status)?.value ?? ''}
      onChange={(event) => control.narrow({ status: event.target.value })}
    />
  )
}

type SortProps = {
  control: FilterControl
  /** More orders than by time. */
  orders?: readonly { value: string; label: string }[]
}

export function SortOrder({ control, orders = [] }: SortProps) {
  return (
    <Select
      label="Sort"
      hideLabel
      dense
      options={[{ value: 'newest', label: 'Newest' }, { value: 'oldest', label: 'Oldest' }, ...orders]}
      value={control.filters.sort}
      onChange={(event) =>
        control.narrow({ sort: event.target.value === 'newest' ? '' : event.target.value })
      }
    />
  )
}

/** Search, status and order. @param statuses the options next to all of them */
export function ListTools({ control, statuses, orders }: SortProps & { statuses: readonly string[] }) {
  const options = statuses.map((status) => ({ value: status, label: status }))
  return (
    <>
      <SearchBox control={control} />
      <StatusFilter
        control={control}
        label="Status"
        options={[{ value: '', label: 'All Statuses' }, ...options]}
      />
      <SortOrder control={control} {...(orders && { orders })} />
    </>
  )
}

/** The empty state; after a failure with one line more, so that failure is not mistaken for emptiness. */
export function NoRows({ text, waiting, failed, onRetry }: NoRowsProps) {
  if (waiting) return <Skeleton />
  return <Empty text={text}>{failed && <NotLoaded what="The list" onRetry={onRetry} />}</Empty>
}

type NoRowsProps = { text: string; waiting: boolean; failed: boolean; onRetry: () => void }

function Skeleton() {
  return (
    <div className={`${layout.stack} ${lists.waiting}`}>
      <span className={typography.hidden}>Loading</span>
      {[1, 2, 3, 4, 5].map((row) => (
        <div key={row} className={notice.skeleton} />
      ))}
    </div>
  )
}

export function rowsText(total: number | undefined, selected = 0): string {
  if (total === undefined) return ''
  if (selected > 0) return `${selected} ${selected === 1 ? 'row' : 'rows'} selected`
  return `${total} ${total === 1 ? 'result' : 'results'}`
}

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })
export const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })

/** Short month; the full time on hover, both in the viewer's zone. */
export function Day({ iso }: { iso: string }) {
  const date = new Date(iso)
  return (
    <time dateTime={iso} title={moment.format(date)}>
      {day.format(date)}
    </time>
  )
}

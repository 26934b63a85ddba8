// Search, filter, sort and page of a list are in the URL: Back, Reload and a shared link show the same rows.
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { searchLength } from '../../../contract/limits.ts'
import { useSearchBox } from '../../search-box.ts'
import { optionsOf, SearchField, Select } from '../../ui/field.tsx'
import type { ListFilters } from './admin-queries.ts'

type Change = Partial<Record<'search' | 'status' | 'sort' | 'folder' | 'message', string>>

/** @param orders those next to newest and oldest; null where the list has one order */
export function useListFilters(orders: Record<string, string> | null = {}) {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const status = params.get('status') ?? ''
  const sort =
    [...Object.keys(orders ?? {}), 'oldest'].find((order) => order === params.get('sort')) ?? 'newest'
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const folder = params.get('folder') ?? ''
  // The same object as long as the list is the same: what else is in the URL leaves it alone.
  const filters = useMemo<ListFilters>(
    () => ({ search, status, sort, page, ...(folder && { folder }) }),
    [search, status, sort, page, folder],
  )

  const put = (changes: Record<string, string>, replace: boolean) => {
    // What is in the URL by now: a change may have been waited for since this was rendered.
    const after = new URLSearchParams(window.location.search)
    for (const [name, value] of Object.entries(changes))
      if (value) after.set(name, value)
      else after.delete(name)
    setParams(after, { replace, preventScrollReset: true })
  }

  return {
    filters,
    orders,
    params,
    /** Other parameters of the URL, which leave the list as it is. */
    put,
    /** Other rows than before: back to the first page. What is typed replaces, what is chosen can be undone by Back. */
    narrow: (change: Change, replace = false) => put({ ...change, page: '' }, replace),
    turn: (page: number, replace = false) => put({ page: page > 1 ? String(page) : '' }, replace),
  }
}

export type FilterControl = ReturnType<typeof useListFilters>

type Options = readonly { value: string; label: string }[]

interface Props {
  control: FilterControl
  /** Of the search box. */
  placeholder?: string
  /** What rows are filtered by; the first option is all of them. */
  filter?: { label: string; options: Options } | undefined
}

/** Search, filter and order. */
export function ListTools({ control, placeholder = 'Search...', filter }: Props) {
  const { filters, narrow, orders } = control
  const { box } = useSearchBox(filters.search, (search) => narrow({ search }, true))
  // The URL may have been typed by hand, in any letter case.
  const status = filters.status.toLowerCase()
  return (
    <>
      <SearchField
        label={placeholder.replace('...', '')}
        dense
        placeholder={placeholder}
        maxLength={searchLength}
        {...box}
      />
      {filter && (
        <Select
          {...filter}
          hideLabel
          dense
          value={filter.options.find(({ value }) => value.toLowerCase() === status)?.value ?? ''}
          onChange={({ target }) => narrow({ status: target.value })}
        />
      )}
      {orders && (
        <Select
          label="Sort"
          hideLabel
          dense
          options={optionsOf({ newest: 'Newest', oldest: 'Oldest', ...orders })}
          value={filters.sort}
          onChange={({ target }) => narrow({ sort: target.value === 'newest' ? '' : target.value })}
        />
      )}
    </>
  )
}

/** @param all what the first option says */
export const filterBy = (label: string, all: string, values: readonly string[]) => ({
  label,
  options: optionsOf({ '': all, ...Object.fromEntries(values.map((value) => [value, value])) }),
})

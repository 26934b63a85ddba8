// Search, filter, sort and page of a list are in the URL: Back, Reload and a shared link show the same rows.
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { staysInPlace } from '../../hydration/scroll-positions.ts'
import type { ListFilters } from './admin-queries.ts'

type Change = Partial<Record<'search' | 'status' | 'sort' | 'folder' | 'message', string>>

/** @param orders those next to newest and oldest */
export function useListFilters(orders: readonly string[] = []) {
  const [params, setParams] = useSearchParams()
  const search = params.get('search') ?? ''
  const status = params.get('status') ?? ''
  const sort = [...orders, 'oldest'].find((order) => order === params.get('sort')) ?? 'newest'
  const page = Math.max(1, Math.floor(Number(params.get('page'))) || 1)
  const folder = params.get('folder') ?? ''
  // The same object as long as the list is the same: what else is in the URL leaves it alone.
  const filters = useMemo<ListFilters>(
    () => ({ search, status, sort, page, ...(folder && { folder }) }),
    [search, status, sort, page, folder],
  )

  const put = useCallback(
    (changes: Record<string, string>, replace: boolean) =>
      setParams(
        () => {
          // What is in the URL by now: a change may have been waited for since this was rendered.
          const after = new URLSearchParams(window.location.search)
          for (const [name, value] of Object.entries(changes))
            if (value) after.set(name, value)
            else after.delete(name)
          return after
        },
        { replace, state: staysInPlace },
      ),
    [setParams],
  )

  return {
    filters,
    params,
    /** Other parameters of the URL, which leave the list as it is. */
    put,
    /** Other rows than before: back to the first page. What is typed replaces, what is chosen can be undone by Back. */
    narrow: (change: Change, replace = false) => put({ ...change, page: '' }, replace),
    turn: (page: number, replace = false) => put({ page: page > 1 ? String(page) : '' }, replace),
  }
}

export type FilterControl = ReturnType<typeof useListFilters>

/** Follows the list to the page that it has: a deletion or a link may have led past the end. */
export function useExistingPage({ filters, turn }: FilterControl, page: number | undefined) {
  const follow = useEffectEvent(() => {
    if (page !== undefined && page !== filters.page) turn(page, true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the page of the list and that of the URL part
  useEffect(() => follow(), [page, filters.page])
}

// Search, filter, sort and page of a list live in the address: Back, Reload and a shared link show the same rows.
import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { searchDebounce } from '../../contract/limits.ts'
import { useLeaving } from '../leaving.ts'
import type { ListFilters } from './admin-queries.ts'

type Change = Partial<Record<'search' | 'status' | 'sort', string>>

export function useListAddress() {
  const [params, setParams] = useSearchParams()
  const filters = useMemo<ListFilters>(
    () => ({
      search: params.get('search') ?? '',
      status: params.get('status') ?? '',
      sort: params.get('sort') === 'oldest' ? 'oldest' : 'newest',
      page: Math.max(1, Math.floor(Number(params.get('page'))) || 1),
    }),
    [params],
  )

  const put = useCallback(
    (changes: Record<string, string>, replace: boolean) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes))
            if (value) after.set(name, value)
            else after.delete(name)
          return after
        },
        { replace, preventScrollReset: true },
      ),
    [setParams],
  )

  return {
    filters,
    /** Other rows than before: back to the first page. What is typed replaces, what is chosen can be undone by Back. */
    narrow: (change: Change, replace = false) => put({ ...change, page: '' }, replace),
    turn: (page: number, replace = false) => put({ page: page > 1 ? String(page) : '' }, replace),
  }
}

export type ListAddress = ReturnType<typeof useListAddress>

/** The words in the search box, which reach the address 300 ms after the last keystroke [S9]. */
export function useSearchWords(address: ListAddress) {
  const { search } = address.filters
  const [words, setWords] = useState(search)
  const [sent, setSent] = useState(search)
  const leaving = useLeaving()

  // Back and Forward change the address without the box.
  if (search !== sent) {
    setSent(search)
    setWords(search)
  }

  const send = useEffectEvent(() => {
    const asked = words.trim()
    if (asked === search || leaving) return
    setSent(asked)
    address.narrow({ search: asked }, true)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: every keystroke starts the wait anew
  useEffect(() => {
    const timer = setTimeout(() => send(), searchDebounce)
    return () => clearTimeout(timer)
  }, [words])

  return [words, setWords] as const
}

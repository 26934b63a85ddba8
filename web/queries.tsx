// Query options: keys, freshness, next page. Only routes that need it load this.
import { infiniteQueryOptions, QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { galleryFresh, galleryKept, galleryPage } from '../contract/limits.ts'
import { listCategories, listPublic } from '../contract/portfolio.ts'
import { call } from './call.ts'

/** One for the tab: what was fetched survives going from page to page. */
const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: galleryFresh,
      gcTime: galleryKept,
      retry: 1,
      refetchOnWindowFocus: false,
      refetchOnMount: false,
      refetchOnReconnect: false,
    },
  },
})

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

export interface GalleryFilters {
  search: string
  /** Empty for all. */
  category: string
}

/** The gallery page by page; a next page exists while the current one is below totalPages (section 4). */
export function galleryQuery({ search, category }: GalleryFilters) {
  return infiniteQueryOptions({
    queryKey: ['gallery', search, category],
    queryFn: ({ pageParam, signal }) =>
      call(listPublic, { query: { search, category, page: pageParam, limit: galleryPage }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (page < last.totalPages ? page + 1 : undefined),
  })
}

export function categoriesQuery() {
  return queryOptions({
    queryKey: ['categories'],
    queryFn: ({ signal }) => call(listCategories, { signal }),
  })
}

/** After a change in the dashboard the gallery of this browser is fetched anew (decision 48). */
export function forgetGallery(): void {
  client.removeQueries({ queryKey: ['gallery'] })
  client.removeQueries({ queryKey: ['categories'] })
}

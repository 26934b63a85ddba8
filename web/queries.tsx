// Query options: keys, freshness, next page. Only routes that need it load this.
import { infiniteQueryOptions, QueryClient, QueryClientProvider, queryOptions } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { galleryCacheTime, galleryFresh, galleryPage } from '../contract/limits.ts'
import { type GalleryFilters, listCategories, listPublic } from '../contract/portfolio.ts'
import { call } from './call.ts'

/** The browser's: what was fetched survives going from page to page. On the server it stays null. */
let tabClient: QueryClient | null = null

/** One client for each render on the server, where nothing may outlive it, and one for the tab in the browser. */
function queryClient(): QueryClient {
  if (import.meta.env.SSR) return createClient(Number.POSITIVE_INFINITY)
  tabClient ??= createClient(galleryCacheTime)
  return tabClient
}

/** @param gcTime milliseconds after which unused data is forgotten; infinite, no timer is set */
function createClient(gcTime: number): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: galleryFresh,
        gcTime,
        retry: 1,
        refetchOnWindowFocus: false,
        refetchOnMount: false,
        refetchOnReconnect: false,
      },
    },
  })
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** The gallery page by page; a next page exists while the current one is below totalPages [S4]. */
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

/** After a change in the dashboard the gallery of this browser is fetched again [R48]. */
export function forgetGallery(): void {
  const client = queryClient()
  client.removeQueries({ queryKey: ['gallery'] })
  client.removeQueries({ queryKey: ['categories'] })
}

// The cache of what was fetched, and the queries of the gallery. Only routes that need it load this.
import {
  hashKey,
  infiniteQueryOptions,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  queryOptions,
} from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { galleryCacheTime, galleryFresh, galleryPage } from '../contract/limits.ts'
import { type GalleryFilters, listCategories, listPublic } from '../contract/portfolio.ts'
import { Problem } from '../contract/problem.ts'
import { call } from './call.ts'
import { accountId, loggedOut } from './session.tsx'

/** The browser's: what was fetched survives going from page to page. */
const tabClient = import.meta.env.SSR ? null : createClient()
if (tabClient) addEventListener(loggedOut, () => tabClient.clear())

/** One client for each render on the server, where nothing may outlive it, and one for the tab in the browser. */
export const queryClient = (): QueryClient => tabClient ?? createClient()

/** The defaults are those of the dashboard, where somebody else may have changed what is shown. */
function createClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // The gallery says it on its page; the specification wants lists of the dashboard to be logged.
      onError: (error, { queryKey: [area, what] }) => {
        if (area === 'admin') console.error(`${what} could not be loaded:`, error)
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 0,
        networkMode: 'always',
        // Of each account its own: nothing that one has fetched is shown to another in the same tab.
        queryKeyHashFn: (key) => hashKey([accountId(), ...key]),
        // A 4xx stays one; only other failures are worth a second try.
        retry: (failures, error) => failures < 1 && !(error instanceof Problem && error.status < 500),
      },
      mutations: { networkMode: 'always' },
    },
  })
}

export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(queryClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

/** Public, and fresh for ten minutes. */
const ofGallery = {
  staleTime: galleryFresh,
  // On the server, where the client goes with its render, without a timer.
  gcTime: import.meta.env.SSR ? Number.POSITIVE_INFINITY : galleryCacheTime,
  retry: 1,
  refetchOnMount: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const

/** The gallery page by page; a next page exists while the current one is below totalPages. */
export function galleryQuery({ search, category }: GalleryFilters) {
  return infiniteQueryOptions({
    ...ofGallery,
    queryKey: ['gallery', 'projects', search, category],
    queryFn: ({ pageParam, signal }) =>
      call(listPublic, { query: { search, category, page: pageParam, limit: galleryPage }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last, _pages, page) => (page < last.totalPages ? page + 1 : undefined),
  })
}

export const categoriesQuery = queryOptions({
  ...ofGallery,
  queryKey: ['gallery', 'categories'],
  queryFn: ({ signal }) => call(listCategories, { signal }),
})

/** After a change in the dashboard the gallery of this browser is fetched again. */
export function forgetGallery(): void {
  queryClient().removeQueries({ queryKey: ['gallery'] })
}

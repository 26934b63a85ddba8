// The brand, and how visitors reach the owner and the site, as the root loader handed them to the page.
import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Brand, Reach } from '../contract/responses/site.ts'

/** What a preview shows instead of what the root has loaded: to a visitor, on the page with this path. */
export const Previewed = createContext<{ brand: Brand; reach: Reach; path: string } | null>(null)

/** Undefined only while the page shows that the root itself failed. */
export function useBrand(): Brand | undefined {
  const loaded = useRouteLoaderData<{ brand: Brand }>('root')
  return (useContext(Previewed) ?? loaded)?.brand
}

/** As `useBrand`. */
export function useReach(): Reach | undefined {
  const loaded = useRouteLoaderData<{ reach: Reach }>('root')
  return (useContext(Previewed) ?? loaded)?.reach
}

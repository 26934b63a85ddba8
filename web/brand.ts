// The brand, and how visitors reach the owner and the site, as the root loader handed them to the page.
import { useRouteLoaderData } from 'react-router'
import type { Brand } from '../contract/brand.ts'
import type { Reach } from '../contract/reach.ts'

/** Undefined only while the page shows that the root itself failed. */
export function useBrand(): Brand | undefined {
  return useRouteLoaderData<{ brand: Brand }>('root')?.brand
}

/** As `useBrand`. */
export function useReach(): Reach | undefined {
  return useRouteLoaderData<{ reach: Reach }>('root')?.reach
}

/** Where the site is, as it is written on paper: "example.com". Undefined as above. */
export function useHost(): string | undefined {
  return useRouteLoaderData<{ origin: string }>('root')?.origin.replace(/^https?:\/\//, '')
}

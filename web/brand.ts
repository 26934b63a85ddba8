// What the root loader handed to the page: the brand, how visitors reach the owner and the site, and the words that the page
// speaks in, visitors' pages in the site's language, those of its owner in English.
import { createContext, useContext } from 'react'
import { useRouteLoaderData } from 'react-router'
import type { Brand, Reach } from '../contract/responses/site.ts'
import type { Words } from '../contract/words/translate.ts'
import type { Spoken } from './ui/words.tsx'

/** What a preview shows instead of what the root has loaded: to a visitor, on the page with this path. */
export const Previewed = createContext<{ brand: Brand; reach: Reach; path: string } | null>(null)

/** Undefined only while the page shows that the root itself failed. */
function useShown(): { brand: Brand; reach: Reach } | undefined {
  const loaded = useRouteLoaderData<{ brand: Brand; reach: Reach }>('root')
  return useContext(Previewed) ?? loaded
}

export const useBrand = () => useShown()?.brand
export const useReach = () => useShown()?.reach

type Loaded = { brand?: Brand | undefined; words?: Words | undefined } | undefined

/** What the root has loaded; English while the root itself failed. */
export const spokenIn = (root: Loaded): Spoken => ({
  language: root?.brand?.language ?? 'en',
  words: root?.words ?? {},
})

/** The site's, on every page: for what is written to visitors in the dashboard. */
export const useSiteWords = (): Spoken => spokenIn(useRouteLoaderData('root'))

/** A draft of a project is shown as visitors will see it. */
const isOwners = (path: string) => /^\/(setup|dashboard(?!\/view-portfolio\/.))(\/|$)/.test(path)

export const spokenOn = (path: string, root: Loaded): Spoken => spokenIn(isOwners(path) ? undefined : root)

// In which words a page speaks: visitors' pages in the site's language, those of its owner in English.
import { useRouteLoaderData } from 'react-router'
import type { Brand } from '../contract/responses/site.ts'
import type { Words } from '../contract/words/translate.ts'
import type { Spoken } from './ui/words.tsx'

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

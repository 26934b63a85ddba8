// What the root loader handed to the page: the brand, how visitors reach the owner and the site, and the words that the page
// speaks in, visitors' pages in the site's language, those of its owner in English. And the brand's mark, alone and with its name.

import { createContext, useContext } from 'react'
import { Link, useRouteLoaderData } from 'react-router'
import type { Brand, Reach } from '../contract/responses/site.ts'
import type { Words } from '../contract/words/translate.ts'
import * as styles from './ui/bar.module.css'
import * as ui from './ui/primitives.module.css'
import { classes } from './ui/styles.ts'
import type { Spoken } from './ui/words.tsx'

interface Props {
  /** The large detail that the account pages show. */
  art?: boolean
  /** On the marker itself the dot is paper. */
  onMarker?: boolean
}

export function Monogram({ art = false, onMarker = false }: Props) {
  const brand = useBrand()
  if (!brand) return null
  const { viewBox, filled, stroked, strokeWidth, dot, image } = brand.mark
  return (
    <svg
      viewBox={(art && brand.art) || viewBox}
      data-art={art && brand.art ? '' : undefined}
      aria-hidden="true"
    >
      {/* Its transparent parts are paper, also where it is dark around it. */}
      {image && <path d="M0 0h60v60H0z" fill="var(--paper)" />}
      {image && <image href={image} width="60" height="60" />}
      {filled.map((d) => (
        <path key={d} d={d} fill="currentColor" />
      ))}
      <g fill="none" stroke="currentColor" strokeWidth={strokeWidth}>
        {stroked.map((d) => (
          <path key={d} d={d} />
        ))}
      </g>
      <circle cx={dot.x} cy={dot.y} r={dot.radius} fill={onMarker ? 'var(--paper)' : 'var(--mark)'} />
    </svg>
  )
}

/** Mark and name, home. A long name is shortened where the bar is narrow; screen readers always hear it whole. */
export function BrandLink() {
  const brand = useBrand()
  if (!brand) return null
  const { name, shortName, nameLanguage } = brand
  return (
    <Link className={classes(ui.row, styles.brand, shortName && styles.hasShort)} to="/">
      <Monogram />
      <span className={styles.name} {...nameLanguage}>
        {name}
      </span>
      {shortName && (
        <span className={styles.short} aria-hidden="true" {...nameLanguage}>
          {shortName}
        </span>
      )}
    </Link>
  )
}

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

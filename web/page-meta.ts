// Title, description, canonical URL, link previews and structured data of a page.
import type { MetaDescriptor } from 'react-router'
import { drawnShareImage, shareImageSize } from '../contract/images.ts'
import type { Brand, Reach } from '../contract/responses/site.ts'
import { localeOf } from '../contract/words/languages.ts'
import { type Translate, translator, type Words } from '../contract/words/translate.ts'
import type { Word } from '../contract/words/words.ts'
import { spokenOn } from './brand.ts'

export interface PageHead {
  /** The whole document title: mostly `titled`. */
  title: string
  description?: string
  /** Path of the canonical URL; without it the page has none. */
  path?: string
  /** Image of the link preview, a path of this site; the site's own image otherwise. */
  image?: { src: string; width: number; height: number; alt: string } | undefined
  /** Made on the server alone, with `import.meta.env.SSR ? … : undefined`: no browser loads what only crawlers read. */
  jsonLd?: Record<string, unknown> | undefined
  /** For pages that only their owner should find. */
  noindex?: boolean
}

/** The matched routes, the root first, as React Router hands them to `meta`. */
type Matches = readonly ({ pathname: string; loaderData?: unknown } | undefined)[]

export interface MetaArgs {
  matches: Matches
}

/** What the root has loaded; nothing only while it failed itself. */
const rootOf = ([root]: Matches) =>
  (root?.loaderData ?? {}) as { origin?: string; brand?: Brand; reach?: Reach; words?: Words }

/** PUBLIC_URL. */
export const originOf = (matches: Matches): string => rootOf(matches).origin ?? ''

export const brandOf = (matches: Matches): Brand | undefined => rootOf(matches).brand

/** The owner's name, for texts about the page. */
export const ownerOf = (matches: Matches): string => brandOf(matches)?.owner.name ?? ''

/** In the language of the page that is last of these. */
export function wordsIn(matches: Matches): Translate {
  return translator(spokenAt(matches).words)
}

const spokenAt = (matches: Matches) => spokenOn(matches.at(-1)?.pathname ?? '', rootOf(matches))

/** The title of a page: its name, then the brand. */
export function titled(name: string, matches: Matches): string {
  return [name, brandOf(matches)?.name].filter(Boolean).join(' | ')
}

/** The `meta` of a page that only its user should find. @param name a word, or English on a page of the dashboard */
export const privateMeta =
  (name: string) =>
  ({ matches }: MetaArgs) =>
    pageMeta({ title: titled(wordsIn(matches)(name as Word), matches), noindex: true })

/** URLs of the owner's profiles elsewhere. */
function profilesOf(matches: Matches): string[] {
  const ways = rootOf(matches).reach?.ways ?? []
  return ways.filter(({ kind }) => kind === 'profile').map(({ href }) => href)
}

/** Shown by link previews of every page without an image of its own. */
const siteImage = (brand: Brand | undefined) => brand?.shareImage ?? drawnShareImage

/** The image of link previews of a project's pages. @param src undefined in the browser, which needs none */
export function projectImage(src: string | undefined, name: string, matches: Matches): PageHead['image'] {
  const alt = wordsIn(matches)('{name}, a project by {owner}', { name, owner: ownerOf(matches) })
  return src === undefined ? undefined : { src, ...shareImageSize, alt }
}

/** The owner as search engines read it (schema.org): for the server, which alone renders it. */
export function person(matches: Matches): Record<string, unknown> {
  const origin = originOf(matches)
  const profiles = profilesOf(matches)
  const brand = brandOf(matches)
  const { owner, portrait } = brand ?? {}
  const image = portrait ? `${portrait.src}${portrait.widths.at(-1)}.webp` : siteImage(brand)
  return {
    '@type': 'Person',
    name: owner?.name,
    jobTitle: owner?.role,
    url: `${origin}/`,
    image: origin + image,
    ...(profiles.length > 0 ? { sameAs: profiles } : {}),
  }
}

/** @param matches needed where the head has a path. */
export function pageMeta(head: PageHead, matches: Matches = []): MetaDescriptor[] {
  const meta: MetaDescriptor[] = [{ title: head.title }]
  if (head.description) meta.push({ name: 'description', content: head.description })
  if (head.noindex) meta.push({ name: 'robots', content: 'noindex' })
  if (!head.path) return meta
  const origin = originOf(matches)
  const brand = brandOf(matches)
  const owner = brand?.owner
  const own = {
    src: siteImage(brand),
    ...shareImageSize,
    alt: brand?.shareAlt ?? `${owner?.name}, ${owner?.role}`,
  }
  const image = head.image ?? own
  const url = origin + head.path
  meta.push(
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand?.name },
    { property: 'og:title', content: head.title },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + image.src },
    { property: 'og:image:width', content: String(image.width) },
    { property: 'og:image:height', content: String(image.height) },
    { name: 'twitter:card', content: 'summary_large_image' },
  )
  // Of an uploaded image nobody may have said what it shows.
  if (image.alt)
    meta.push(
      { property: 'og:image:alt', content: image.alt },
      { name: 'twitter:image:alt', content: image.alt },
    )
  if (head.description) meta.push({ property: 'og:description', content: head.description })
  const { language } = spokenAt(matches)
  const isForeign = language !== 'en'
  if (isForeign) meta.push({ property: 'og:locale', content: localeOf(language).replace('-', '_') })
  // A script that React makes in the browser is against the policy.
  if (head.jsonLd) {
    // A person has no such property.
    const inLanguage = isForeign && head.jsonLd['@type'] !== 'Person' ? { inLanguage: language } : {}
    meta.push({ 'script:ld+json': { '@context': 'https://schema.org', ...head.jsonLd, ...inLanguage } })
  }
  return meta
}

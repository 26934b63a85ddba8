// Title, description, canonical URL, link previews and structured data of a page.
import type { MetaDescriptor } from 'react-router'
import { drawnShareImage, shareImageSize } from '../contract/images.ts'
import type { Brand, Reach } from '../contract/responses/site.ts'
import { type Language, localeOf } from '../contract/words/languages.ts'
import { type Translate, translator, type Words } from '../contract/words/translate.ts'
import type { Word } from '../contract/words/words.ts'
import { spokenOn } from './brand.ts'

interface PageHead {
  /** What the page is called. The brand follows it in the title; on Home it leads. */
  name: string
  description?: string | undefined
  /** Path of the canonical URL; without it the page has none. */
  path?: string
  /** Image of the link preview, a path of this site, and what it shows; the site's own image otherwise. */
  image?: { src: string; alt: string } | undefined
  /** Made on the server alone, with `import.meta.env.SSR ? … : undefined`: no browser loads what only crawlers read. */
  jsonLd?: Record<string, unknown> | undefined
  /** For pages that only their owner should find. */
  noindex?: boolean
}

/** The matched routes, the root first, as React Router hands them to `meta`. */
type Matches = readonly ({ pathname: string; loaderData?: unknown } | undefined)[]

interface Site {
  /** In the language of the page. */
  t: Translate
  language: Language
  /** PUBLIC_URL. */
  origin: string
  /** What the root has loaded; nothing only while it failed itself. */
  brand: Brand | undefined
  reach: Reach | undefined
  /** The owner's name, for texts about the page. */
  owner: string
}

function siteOf(matches: Matches): Site {
  const root = matches[0]?.loaderData as
    | { origin: string; brand: Brand; reach: Reach; words?: Words }
    | undefined
  const { language, words } = spokenOn(matches.at(-1)?.pathname ?? '', root)
  const { origin = '', brand, reach } = root ?? {}
  return { t: translator(words), language, origin, brand, reach, owner: brand?.owner.name ?? '' }
}

/** The `meta` of a page that only its user should find. @param name a word, or English on a page of the dashboard */
export const privateMeta =
  (name: string) =>
  ({ matches }: { matches: Matches }) =>
    pageMeta(matches, ({ t }) => ({ name: t(name as Word), noindex: true }))

/** Shown by link previews of every page without an image of its own. */
const siteImage = (brand: Brand | undefined) => brand?.shareImage ?? drawnShareImage

/** The image of link previews of a project's pages. @param src undefined in the browser, which needs none */
export function projectImage(src: string | undefined, name: string, { t, owner }: Site): PageHead['image'] {
  return src === undefined ? undefined : { src, alt: t('{name}, a project by {owner}', { name, owner }) }
}

/** The owner as search engines read it (schema.org): for the server, which alone renders it. */
export function person({ origin, brand, reach }: Site): Record<string, unknown> {
  const profiles = reach?.ways.filter(({ kind }) => kind === 'profile').map(({ href }) => href) ?? []
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

/** What the `meta` of a page returns. @param headOf what it says */
export function pageMeta(matches: Matches, headOf: (site: Site) => PageHead): MetaDescriptor[] {
  const site = siteOf(matches)
  const { brand, origin, language } = site
  const head = headOf(site)
  const names = head.path === '/' ? [brand?.name, head.name] : [head.name, brand?.name]
  const title = names.filter(Boolean).join(' | ')
  const meta: MetaDescriptor[] = [{ title }]
  if (head.description) meta.push({ name: 'description', content: head.description })
  if (head.noindex) meta.push({ name: 'robots', content: 'noindex' })
  if (!head.path) return meta
  const { name, role } = brand?.owner ?? {}
  const image = head.image ?? { src: siteImage(brand), alt: brand?.shareAlt ?? `${name}, ${role}` }
  const url = origin + head.path
  meta.push(
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: brand?.name },
    { property: 'og:title', content: title },
    { property: 'og:url', content: url },
    { property: 'og:image', content: origin + image.src },
    { property: 'og:image:width', content: String(shareImageSize.width) },
    { property: 'og:image:height', content: String(shareImageSize.height) },
    { name: 'twitter:card', content: 'summary_large_image' },
  )
  // Of an uploaded image nobody may have said what it shows.
  if (image.alt)
    meta.push(
      { property: 'og:image:alt', content: image.alt },
      { name: 'twitter:image:alt', content: image.alt },
    )
  if (head.description) meta.push({ property: 'og:description', content: head.description })
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

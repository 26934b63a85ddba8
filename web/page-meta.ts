// Title, description, canonical address, link previews and structured data of a page.
import type { MetaDescriptor } from 'react-router'
import { site } from '../content/site.ts'

export interface PageHead {
  /** The whole document title. */
  title: string
  description?: string
  /** Path of the canonical address; without it the page has none. */
  path?: string
  /** Picture of the link preview, a path of this site; the site's own picture otherwise. */
  picture?: { src: string; width: number; height: number; alt: string }
  jsonLd?: Record<string, unknown>
  /** For pages that only their owner should find. */
  noindex?: boolean
}

/*
 * PUBLIC_URL as the root loader gave it: one constant for the process and for the page. It is kept here so that each
 * page's meta function need not dig it out of the root's data.
 */
let origin = ''
let hydrated = false

export function setOrigin(publicUrl: string): void {
  origin = publicUrl
}

export function absolute(path: string): string {
  return /^https?:/.test(path) ? path : origin + path
}

/**
 * Once the page lives, structured data is left out of what is rendered next: React would put it in by innerHTML,
 * which Trusted Types refuse, and only those who fetch the document read it.
 */
export function pageLives(): void {
  hydrated = true
  // For whoever drives the page from outside: from here on, what is pressed is heard.
  document.documentElement.dataset.alive = ''
}

export function pageMeta(head: PageHead): MetaDescriptor[] {
  const picture = head.picture ?? site.shareImage
  const meta: MetaDescriptor[] = [{ title: head.title }]
  if (head.description) meta.push({ name: 'description', content: head.description })
  if (head.noindex) meta.push({ name: 'robots', content: 'noindex' })
  if (!head.path) return meta
  const url = absolute(head.path)
  meta.push(
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: site.brand },
    { property: 'og:title', content: head.title },
    { property: 'og:url', content: url },
    { property: 'og:image', content: absolute(picture.src) },
    { property: 'og:image:width', content: String(picture.width) },
    { property: 'og:image:height', content: String(picture.height) },
    { property: 'og:image:alt', content: picture.alt },
    { name: 'twitter:card', content: 'summary_large_image' },
  )
  if (head.description) meta.push({ property: 'og:description', content: head.description })
  if (head.jsonLd && !hydrated)
    meta.push({ 'script:ld+json': { '@context': 'https://schema.org', ...head.jsonLd } })
  return meta
}

// What the table of pages (contract/pages.ts) says about a path, and its canonical spelling: navigations to any other are
// redirected, so that no page is rendered or cached twice. And what a public response is computed from, with its cache key.
import type { Context, MiddlewareHandler } from 'hono'
import { queryOf, urlOf } from '../../contract/call.ts'
import { galleryPage } from '../../contract/limits.ts'
import { fixedPages, privatePages, projectPages } from '../../contract/pages.ts'
import { filtersOf, isProjectId, listPublic, pagesOf } from '../../contract/portfolio.ts'
import { parseQuery } from '../http/accept.ts'
import type { Env } from '../http/env.ts'
import { pageOrCall, wantsPage } from '../http/negotiation.ts'

/** The same for every visitor: one response is cached for each. */
const fixed: ReadonlySet<string> = new Set(Object.values(fixedPages))
/** Rendered for each request. */
const privatePatterns: ReadonlySet<string> = new Set(Object.values(privatePages))
const patterns = [...fixed, ...Object.values(projectPages), ...privatePatterns]

/** As the browser's router matches: `:name` is one segment, `*` at least one, and letter case does not matter. */
const expressions = patterns.map((pattern) => ({
  pattern,
  expression: new RegExp(`^${pattern.replace(/:\w+/g, '([^/]+)').replace('*', '(.+)')}$`, 'i'),
}))

/** The first pattern that fits a path: those with a `*` come after the others. */
function patternOf(path: string): string | undefined {
  return expressions.find(({ expression }) => expression.test(path))?.pattern
}

/** The path with the names of pages in lower case; ids and tokens keep theirs. */
function spellPage(path: string): string {
  const page = expressions.find(({ expression }) => expression.test(path))
  const values = page?.expression.exec(path)?.slice(1) ?? []
  const spelt = page?.pattern.replace(/:\w+|\*/g, (part) => {
    const value = values.shift() ?? ''
    return part === '*' ? value.toLowerCase() : value
  })
  return spelt ?? path
}

/** @returns the pattern of a page for the metrics: one of a few names, whatever was requested. */
export function routeOfPage(path: string): string {
  return path.endsWith('.data') ? 'page data' : (patternOf(path) ?? 'unknown')
}

/** @param routes the calls that the server handles */
export function pagePaths(routes: readonly { method: string; path: string }[]) {
  const calls = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return {
    /** Patterns of the pages that are also calls: what is accepted decides between them. */
    alsoCalls: patterns.filter((pattern) => calls.has(pattern)),
    /** Whether the path is a page whatever is accepted. */
    isPage: (path: string) => {
      const pattern = patternOf(path)
      return pattern !== undefined && !calls.has(pattern)
    },
  }
}

/** Path and query as they were sent: `c.req.url` has resolved dot segments already. */
export function targetOf(c: Context<Env>): { path: string; query: string } {
  const sent = c.env?.incoming?.url
  const target = sent?.startsWith('/') ? sent : c.req.url.replace(/^[a-z]+:\/\/[^/?#]*/i, '')
  const [, path = '', query = ''] = /^([^?#]*)(\?[^#]*)?/.exec(target) ?? []
  return { path: path || '/', query }
}

/**
 * Redirects a page's path that is not in its canonical spelling and preserves the query (RFC 9110, 308). Calls and files
 * are never redirected.
 */
export function canonicalOnly(isPage: (path: string) => boolean): MiddlewareHandler<Env> {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') return next()
    const { path, query } = targetOf(c)
    const canonical = canonicalPath(path)
    if (canonical === path) return next()
    if (!wantsPage(c) && !isPage(canonical)) return next()
    return c.body(null, 308, {
      Location: canonical + query,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      Vary: pageOrCall,
    })
  }
}

/** Escaped by encodeURIComponent, although a path segment may contain them as they are (RFC 3986, pchar). */
const unescaped = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/**
 * Decodes what need not be encoded, resolves dot segments, removes empty segments and a trailing slash, and writes the
 * names of pages in lower case; ids and tokens keep their case. The result always begins with one slash that neither a
 * slash nor a backslash follows, so as a Location it never leads to another site. Applying it again changes nothing.
 *
 * @param path as it was sent, without query and fragment
 */
export function canonicalPath(path: string): string {
  const segments: string[] = []
  for (const sent of path.split('/')) {
    const segment = decode(sent)
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.')
      segments.push(encodeURIComponent(segment).replace(unescaped, decodeURIComponent))
  }
  return spellPage(`/${segments.join('/')}`)
}

/** A segment that is not percent-encoded UTF-8 is left as it is: the router would warn about it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).toWellFormed()
  } catch {
    return segment.toWellFormed()
  }
}

export interface CacheInput {
  /** The canonical URL, or a name without a slash for a response that many URLs share. */
  key: string
  /**
   * `fixed`: the keys are few, or belong to published projects. `varied`: clients can invent new keys, so these responses
   * only evict each other.
   */
  tier: 'fixed' | 'varied'
  /** The only status that is cached. */
  status: number
}

export interface PageInput extends CacheInput {
  /** Path and query that the page is rendered from, whatever the request's own URL was. */
  url: string
}

/** @returns whether it is one of the few pages with a fixed URL: no client can invent another one. */
export function isCommonPage(url: string): boolean {
  return fixed.has(url) || ['/portfolio', '/portfolio/_', '/404'].includes(url)
}

/** @param url with a cached response: of a page, a public call or the sitemap. @returns its route for the metrics */
export function routeOfCached(url: string): string {
  const [path = ''] = url.split('?', 1)
  return patternOf(path) ?? path
}

/**
 * @param path canonical.
 * @param isAbsent this site does not have this page.
 * @returns null for a page that is rendered for each request.
 */
export function pageInput(path: string, query: string, isAbsent: boolean): PageInput | null {
  // Rendered under its own path, whose route the browser knows. The space in the key: no URL can be equal to it.
  if (isAbsent) return { key: `absent ${path}`, url: path, tier: 'fixed', status: 404 }
  if (fixed.has(path)) return { key: path, url: path, tier: 'fixed', status: 200 }
  if (path === projectPages.gallery) {
    const url = galleryUrl(new URLSearchParams(query))
    return { key: url, url, tier: url === path ? 'fixed' : 'varied', status: 200 }
  }
  const [, id, more = ''] = /^\/portfolio\/([^/]+)(\/case-study)?$/.exec(path) ?? []
  if (id !== undefined) {
    if (isProjectId(id)) return { key: path, url: path, tier: 'fixed', status: 200 }
    return { key: `unknown project${more}`, url: `/portfolio/_${more}`, tier: 'fixed', status: 404 }
  }
  if (privatePatterns.has(patternOf(path) ?? '')) return null
  return { key: 'not found', url: '/404', tier: 'fixed', status: 404 }
}

/** The gallery's URL as its links and filters write it. */
function galleryUrl(query: URLSearchParams): string {
  const { category, search } = filtersOf(query)
  const pages = pagesOf(query)
  const page = pages === 1 ? undefined : pages
  return urlOf({ path: projectPages.gallery }, { query: { category, search, page } })
}

/** The URL of the list as the gallery requests it first. */
const firstList = `${listPublic.path}?page=1&limit=${galleryPage}`

/** The sitemap and the two public calls. Null for a text that is no id: clients could invent any number of them. */
export function publicInput(c: Context<Env>): CacheInput | null {
  if (c.req.path !== listPublic.path) return { key: c.req.path, tier: 'fixed', status: 200 }
  const { id, search, category, page, limit } = parseQuery(c, listPublic)
  if (id === null) return null
  // In the order in which the site's own pages send them (web/call.ts).
  const sent = id ? { id } : { search, category, page, limit }
  const key = `${listPublic.path}?${queryOf(sent)}`
  return { key, tier: key === firstList ? 'fixed' : 'varied', status: 200 }
}

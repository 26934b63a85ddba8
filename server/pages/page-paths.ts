// What the table of pages (contract/pages.ts) says about a path, and its canonical spelling. Navigations to any other are
// redirected, so that no page is rendered or cached twice.
import type { Context, MiddlewareHandler } from 'hono'
import { fixedPages, privatePages, projectPages } from '../../contract/pages.ts'
import type { Env } from '../http/env.ts'
import { pageOrCall, wantsPage } from '../http/negotiation.ts'

const fixed: ReadonlySet<string> = new Set(Object.values(fixedPages))
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

/** Whether the page is the same for every visitor: one response is cached for it. */
export function isFixedPage(path: string): boolean {
  return fixed.has(path)
}

/** Whether the page is rendered for each request. */
export function isPrivatePage(path: string): boolean {
  return privatePatterns.has(patternOf(path) ?? '')
}

/** The path with the names of pages in lower case; ids and tokens keep theirs. */
function spellPage(path: string): string {
  for (const { pattern, expression } of expressions) {
    const [matched, ...values] = expression.exec(path) ?? []
    if (matched === undefined) continue
    return pattern.replace(/:\w+|\*/g, (part) => {
      const value = values.shift() ?? ''
      return part === '*' ? value.toLowerCase() : value
    })
  }
  return path
}

/** @returns the pattern of a page for the metrics: one of a few names, whatever was requested. */
export function routeOfPage(path: string): string {
  return path.endsWith('.data') ? 'page data' : (patternOf(path) ?? 'unknown')
}

export interface PagePaths {
  /** Patterns of the pages that are also calls: what is accepted decides between them. */
  readonly alsoCalls: readonly string[]
  /** Whether the path is a page whatever is accepted. */
  readonly isPage: (path: string) => boolean
}

/** @param routes the calls that the server handles */
export function pagePaths(routes: readonly { method: string; path: string }[]): PagePaths {
  const calls = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path))
  return {
    alsoCalls: patterns.filter((pattern) => calls.has(pattern)),
    isPage: (path) => {
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
export function canonicalOnly({ isPage }: PagePaths): MiddlewareHandler<Env> {
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

// The one spelling of a path. Navigations to any other are redirected, so no page is rendered or cached under two.
import { createMiddleware } from 'hono/factory'
import type { Env } from '../http/env.ts'
import { pageOrCall, wantsPage } from '../http/negotiation.ts'
import { isPage, targetOf } from './request-input.ts'

/**
 * Redirects a page's path that is not in its canonical spelling, query kept (RFC 9110, 308). Calls and files keep the
 * paths they were sent to.
 */
export const canonicalOnly = createMiddleware<Env>(async (c, next) => {
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
})

/** Escaped by encodeURIComponent, although a path segment may contain them as they are (RFC 3986, pchar). */
const unescaped = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

/** First segments of pages. React Router matches them in any letter case. */
const pages =
  /^(about|contact|login|register|reset-password|verify-email|verify-email-token|portfolio|setup|imprint|privacy)$/i
/** Below these every segment is matched in any letter case; ids are lower case already. */
const privatePages = /^(profile|dashboard)$/i

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
  const [first = '', ...rest] = segments
  if (privatePages.test(first)) return `/${segments.join('/').toLowerCase()}`
  return `/${[pages.test(first) ? first.toLowerCase() : first, ...rest].join('/')}`
}

/** What is no percent-encoded UTF-8 stands for itself: the router would warn about it. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment).toWellFormed()
  } catch {
    return segment.toWellFormed()
  }
}

// The canonical spelling of a path. Navigations to any other are redirected, so that no page is rendered or cached twice.
import type { MiddlewareHandler } from 'hono'
import type { Env } from '../http/env.ts'
import { pageOrCall, wantsPage } from '../http/negotiation.ts'
import { type PagePaths, spellPage } from './page-paths.ts'
import { targetOf } from './request-input.ts'

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

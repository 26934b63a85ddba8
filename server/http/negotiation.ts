// Content negotiation and conditional requests: what a client accepts, and what it already has.
import type { Context } from 'hono'
import { accepts } from 'hono/accepts'
import { parseAccept } from 'hono/utils/accept'

export type Encoding = 'br' | 'gzip' | 'identity'

/** For responses that depend on `wantsPage`. */
export const pageOrCall = 'Accept, Sec-Fetch-Mode'

/**
 * Whether a request is for a page and not for a call. Five GET paths are both.
 * Browsers send Sec-Fetch-Mode only to trustworthy origins; without it the Accept header decides.
 */
export function wantsPage(c: Context): boolean {
  const mode = c.req.header('sec-fetch-mode')
  if (mode !== undefined) return mode === 'navigate'
  const supports = ['text/html', 'application/json']
  return accepts(c, { header: 'Accept', supports, default: 'application/json' }) === 'text/html'
}

/** The encoding with the highest quality in an Accept-Encoding header; brotli before gzip where they are equal. */
export function preferredEncoding(header: string | undefined): Encoding {
  if (!header) return 'identity'
  const quality: Record<string, number> = Object.create(null)
  for (const { type, q } of parseAccept(header)) quality[type.toLowerCase()] = q
  const br = quality.br ?? quality['*'] ?? 0
  const gzip = quality.gzip ?? quality['*'] ?? 0
  const best = Math.max(br, gzip)
  // Identity is always acceptable, but only preferred when the header says so.
  if (best === 0 || (quality.identity ?? 0) > best) return 'identity'
  return br === best ? 'br' : 'gzip'
}

/** Whether an If-None-Match header lists this ETag, by weak comparison (RFC 9110, 13.1.2). */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = etag.replace(/^W\//, '')
  return header.split(',').some((listed) => {
    const tag = listed.trim()
    return tag === '*' || tag === opaque || tag === `W/${opaque}`
  })
}

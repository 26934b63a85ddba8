// The check of one project's site: requests it as a visitor's frame would, and judges what came [R215, R216].
import type { PreviewReason, PreviewState } from '../../contract/preview-check.ts'
import { prohibitionOf } from './framing-policy.ts'
import type { Network } from './network.ts'
import { SiteError } from './site-errors.ts'
import { maxBytes, requestSite, type SiteResponse } from './site-request.ts'

/** Milliseconds for all of it: DNS, connections, redirects. */
const checkTimeout = 5_000
const maxRedirects = 3
/** Characters. */
const maxDetail = 300

export interface Finding {
  state: Exclude<PreviewState, 'unchecked'>
  reason: PreviewReason | null
  /** ASCII, at most 300 characters: the site wrote it. */
  detail: string | null
}

/** The server itself has no way out: nothing is known about the site. */
export class NoNetwork extends Error {}

/** Servers send these to what they take for a robot; visitors may well get the page. */
const blockedStatuses = new Set([401, 403, 405, 406, 407, 408, 425, 429, 451, 503])
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * @param publicUrl of this site, whose pages frame the project
 * @param limits.timeout milliseconds
 * @param limits.signal as a timeout
 * @throws NoNetwork
 */
export async function checkSite(
  network: Network,
  publicUrl: string,
  projectUrl: string,
  { timeout = checkTimeout, signal }: { timeout?: number; signal?: AbortSignal | undefined } = {},
): Promise<Finding> {
  const page = new URL(publicUrl)
  const options = {
    signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    budget: { bytes: maxBytes },
    userAgent: `Mozilla/5.0 (compatible; PreviewCheck/1.0; +${page.origin})`,
  }
  // A restored archive may hold what no call takes.
  if (!URL.canParse(projectUrl)) return { state: 'unknown', reason: 'unreadable', detail: null }
  let url = new URL(projectUrl)
  let isEncrypted = true
  try {
    for (let redirects = 0; ; redirects++) {
      isEncrypted &&= url.protocol === 'https:'
      const response = await requestSite(network, url, options)
      const next = redirectOf(response, url)
      if (!next)
        return findingOf(response, url, { page, isMixed: !isEncrypted && page.protocol === 'https:' })
      if (redirects === maxRedirects) return { state: 'unknown', reason: 'redirects', detail: null }
      url = next
    }
  } catch (error) {
    if (error instanceof SiteError) return findingOfError(error)
    throw error
  }
}

/** @returns null for a response that is the page itself */
function redirectOf({ status, location }: SiteResponse, url: URL): URL | null {
  if (!redirectStatuses.has(status) || location === null) return null
  const next = URL.canParse(location, url.href) ? new URL(location, url) : null
  if (!next || !/^https?:$/.test(next.protocol)) throw new SiteError('redirects')
  return next
}

function findingOf(
  response: SiteResponse,
  url: URL,
  { page, isMixed }: { page: URL; isMixed: boolean },
): Finding {
  const { status } = response
  if (blockedStatuses.has(status)) return { state: 'unknown', reason: 'blocked', detail: String(status) }
  // 204 and 205 leave a frame as empty as it was.
  if (status < 200 || status === 204 || status === 205 || status >= 400)
    return { state: 'dead', reason: 'status', detail: String(status) }
  if (isMixed) return { state: 'unencrypted', reason: 'http', detail: null }
  const prohibition = prohibitionOf({ ...response, url }, page)
  if (!prohibition) return { state: 'allowed', reason: null, detail: null }
  const { header, value } = prohibition
  const detail = header === 'frame-ancestors' ? `frame-ancestors ${value}` : `X-Frame-Options: ${value}`
  return { state: 'forbidden', reason: header, detail: plain(detail) }
}

const unknown: readonly SiteError['reason'][] = ['private-address', 'port', 'redirects', 'unreadable']

function findingOfError({ reason, cause }: SiteError): Finding {
  if (reason === 'no-network') throw new NoNetwork('no network', { cause })
  if (reason === 'incomplete-certificate') return { state: 'unknown', reason: 'certificate', detail: null }
  return { state: unknown.includes(reason) ? 'unknown' : 'dead', reason, detail: null }
}

function plain(text: string): string {
  return text.replace(/\P{ASCII}|\p{Cc}/gu, '?').slice(0, maxDetail)
}

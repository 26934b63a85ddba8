// The check of one project's site: requests it as a visitor's frame would, and judges what came.
import type { PreviewReason } from '../../contract/preview-check.ts'
import type { PreviewState } from '../../contract/responses/projects.ts'
import { Limiter } from '../http/limiter.ts'
import {
  type Network,
  OutboundError,
  type OutboundReason,
  type OutboundResponse,
  requestOutside,
} from '../http/outbound.ts'
import { prohibitionOf } from './framing-policy.ts'

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

/** Servers send these to what they take for a robot; visitors may well get the page. */
const blockedStatuses = new Set([401, 403, 405, 406, 407, 408, 425, 429, 451, 503])
const redirectStatuses = new Set([301, 302, 303, 307, 308])

/**
 * @param publicUrl of this site, whose pages frame the project
 * @param limits.timeout milliseconds
 * @param limits.signal as a timeout
 * @throws OutboundError 'no-network': the server itself has no way out, and nothing is known about the site
 */
export async function checkSite(
  network: Network,
  publicUrl: string,
  projectUrl: string,
  { timeout = checkTimeout, signal }: { timeout?: number; signal?: AbortSignal | undefined } = {},
): Promise<Finding> {
  const page = new URL(publicUrl)
  const sent = {
    signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    headers: {
      'user-agent': `Mozilla/5.0 (compatible; PreviewCheck/1.0; +${page.origin})`,
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-language': 'en,*;q=0.5',
    },
  }
  // A restored archive may hold what no call takes.
  if (!URL.canParse(projectUrl)) return { state: 'unknown', reason: 'unreadable', detail: null }
  let url = new URL(projectUrl)
  let isEncrypted = true
  try {
    for (let redirects = 0; ; redirects++) {
      isEncrypted &&= url.protocol === 'https:'
      const response = await requestOutside(network, url, sent)
      const next = redirectOf(response, url)
      if (next === 'nowhere') return { state: 'unknown', reason: 'redirects', detail: null }
      if (!next)
        return findingOf(response, url, { page, isMixed: !isEncrypted && page.protocol === 'https:' })
      if (redirects === maxRedirects) return { state: 'unknown', reason: 'redirects', detail: null }
      url = next
    }
  } catch (error) {
    if (!(error instanceof OutboundError) || error.reason === 'no-network') throw error
    return findingOfError(error)
  }
}

/** @returns null for a response that is the page itself */
function redirectOf({ status, headersOf }: OutboundResponse, url: URL): URL | 'nowhere' | null {
  const [location] = headersOf('location')
  if (!redirectStatuses.has(status) || location === undefined) return null
  const next = URL.canParse(location, url.href) ? new URL(location, url) : null
  return next && /^https?:$/.test(next.protocol) ? next : 'nowhere'
}

function findingOf(
  { status, headersOf }: OutboundResponse,
  url: URL,
  { page, isMixed }: { page: URL; isMixed: boolean },
): Finding {
  if (blockedStatuses.has(status)) return { state: 'unknown', reason: 'blocked', detail: String(status) }
  // 204 and 205 leave a frame as empty as it was.
  if (status < 200 || status === 204 || status === 205 || status >= 400)
    return { state: 'dead', reason: 'status', detail: String(status) }
  if (isMixed) return { state: 'unencrypted', reason: 'http', detail: null }
  const policies = headersOf('content-security-policy')
  const prohibition = prohibitionOf({ url, policies, frameOptions: headersOf('x-frame-options') }, page)
  if (!prohibition) return { state: 'allowed', reason: null, detail: null }
  const { header, value } = prohibition
  const detail = header === 'frame-ancestors' ? `frame-ancestors ${value}` : `X-Frame-Options: ${value}`
  return { state: 'forbidden', reason: header, detail: plain(detail) }
}

const unknown: readonly OutboundReason[] = ['private-address', 'port', 'unreadable']

function findingOfError({ reason }: OutboundError): Finding {
  if (reason === 'incomplete-certificate') return { state: 'unknown', reason: 'certificate', detail: null }
  return { state: unknown.includes(reason) ? 'unknown' : 'dead', reason, detail: null }
}

function plain(text: string): string {
  return text.replace(/\P{ASCII}|\p{Cc}/gu, '?').slice(0, maxDetail)
}

/** By the job and on demand together. */
const limits = {
  running: 8,
  waiting: 8,
  message: 'Too many projects are being checked. Please try again in a minute.',
  retryAfter: 10,
}

/** The checks of this process: how many at a time. */
export class SiteChecker {
  readonly #network: Network
  readonly #limiter = new Limiter(limits)

  constructor(network: Network) {
    this.#network = network
  }

  /**
   * @param signal of the job, which waits as long as it takes: it ends the check, whose finding then says nothing
   * @throws Problem 'unavailable' while too many wait; OutboundError 'no-network'
   */
  check(publicUrl: string, projectUrl: string, signal?: AbortSignal): Promise<Finding> {
    const check = () => checkSite(this.#network, publicUrl, projectUrl, { signal })
    return this.#limiter.run(check, signal ? { priority: 'low' } : {})
  }
}

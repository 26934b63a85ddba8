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
      if (!next)
        return findingOf(response, url, { page, isMixed: !isEncrypted && page.protocol === 'https:' })
      if (next === 'nowhere' || redirects === maxRedirects)
        return { state: 'unknown', reason: 'redirects', detail: null }
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
  return { state: 'forbidden', reason: prohibition.reason, detail: plain(prohibition.detail) }
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

interface FramingHeaders {
  /** Of the response, after redirects. */
  url: URL
  /** The values of all Content-Security-Policy headers; those of Report-Only forbid nothing. */
  policies: readonly string[]
  /** The values of all X-Frame-Options headers. */
  frameOptions: readonly string[]
}

/**
 * Whether the headers of a response let a page of another origin frame it: frame-ancestors (CSP 3) and X-Frame-Options (RFC
 * 7034, as the HTML standard processes it). Where the standards leave something open this reads it as allowed: the browser
 * checks, too.
 * @param page the page that frames it, whose origin alone counts
 * @returns the header that forbids it, as the site wrote it
 */
export function prohibitionOf(
  { url, policies, frameOptions }: FramingHeaders,
  page: URL,
): { reason: 'frame-ancestors' | 'x-frame-options'; detail: string } | null {
  const lists = policies.flatMap((value) => value.split(',')).flatMap((policy) => ancestorsIn(policy) ?? [])
  // Where a policy names ancestors, browsers ignore X-Frame-Options, and every such policy must match.
  if (lists.length > 0) {
    const closed = lists.find(({ sources }) => !sources.some((source) => matches(source, url, page)))
    if (!closed) return null
    return { reason: 'frame-ancestors', detail: `frame-ancestors ${closed.sources.join(' ')}` }
  }
  return isForbiddenByOptions(frameOptions, url, page)
    ? { reason: 'x-frame-options', detail: `X-Frame-Options: ${frameOptions.join(', ').trim()}` }
    : null
}

const whitespace = /[\t\n\f\r ]/

/** The first directive of a name counts. An empty list matches nobody. */
function ancestorsIn(policy: string): { sources: string[] } | null {
  for (const directive of policy.split(';')) {
    const [name = '', ...sources] = directive.split(whitespace).filter((word) => word !== '')
    if (name.toLowerCase() === 'frame-ancestors') return { sources }
  }
  return null
}

const hostSource = /^(?:[a-z][a-z0-9+.-]*:\/\/)?(\*|[^:/[\]]+|\[[^\]]*\])(?::(?:\d{1,5}|\*))?(?:\/.*)?$/

/** By the host alone: where a policy names it with another scheme or port, the browser finds out. */
function matches(written: string, url: URL, page: URL): boolean {
  const source = written.toLowerCase()
  if (source === "'self'") return url.hostname === page.hostname
  if (source === 'https:' || source === 'http:') return true
  const host = hostSource.exec(source)?.[1]
  if (host === undefined) return false
  if (host.startsWith('*.')) return page.hostname.endsWith(host.slice(1))
  return host === '*' || host === page.hostname
}

/** Several different values of which one is known contradict each other, and that forbids; unknown ones are ignored. */
function isForbiddenByOptions(frameOptions: readonly string[], url: URL, page: URL): boolean {
  const words = frameOptions.flatMap((value) => value.split(',')).map((word) => word.trim().toLowerCase())
  const [first, ...others] = new Set(words)
  if (others.length > 0) return words.some((word) => ['deny', 'sameorigin', 'allowall'].includes(word))
  return first === 'deny' || (first === 'sameorigin' && url.origin !== page.origin)
}

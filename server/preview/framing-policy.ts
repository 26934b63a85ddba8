// Whether the headers of a response let a page of another origin frame it: frame-ancestors (CSP 3) and X-Frame-Options
// (RFC 7034, as the HTML standard processes it).

export interface FramingHeaders {
  /** Of the response, after redirects. */
  url: URL
  /** The values of all Content-Security-Policy headers; those of Report-Only forbid nothing. */
  policies: readonly string[]
  /** The values of all X-Frame-Options headers. */
  frameOptions: readonly string[]
}

/** `value`: as the site wrote it. */
export interface Prohibition {
  header: 'frame-ancestors' | 'x-frame-options'
  value: string
}

/**
 * Where the standards leave something open this reads it as allowed: the browser checks, too.
 * @param page the page that frames it, whose origin alone counts
 */
export function prohibitionOf(
  { url, policies, frameOptions }: FramingHeaders,
  page: URL,
): Prohibition | null {
  const lists = policies.flatMap((value) => value.split(',')).flatMap((policy) => ancestorsIn(policy) ?? [])
  // Where a policy names ancestors, browsers ignore X-Frame-Options, and every such policy must match.
  if (lists.length > 0) {
    const closed = lists.find(({ sources }) => !sources.some((source) => matches(source, url, page)))
    return closed ? { header: 'frame-ancestors', value: closed.sources.join(' ') } : null
  }
  return isForbiddenByOptions(frameOptions, url, page)
    ? { header: 'x-frame-options', value: frameOptions.join(', ').trim() }
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

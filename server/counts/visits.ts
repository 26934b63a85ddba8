// Counts visits in memory. What of a request is a visit is decided here; nothing of it is stored but which page it was for.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { indexedPages } from '../../contract/pages.ts'
import type { Counts } from '../../contract/responses/dashboard.ts'
import type { Config } from '../config.ts'
import { type Client, clientAt } from '../http/client.ts'
import { sharedFactor } from '../http/rate-limit.ts'

/** Milliseconds within which the visits of a client are limited. */
export const clientWindow = 60_000
/** Visits of an IPv4 address, and of the /48 of an IPv6 address. */
const maxVisits = { ipv4: 60, ipv6: 300 }
/** Clients that are told apart; visits of others are not counted. */
const maxClients = 10_000

/** Days and projects that are counted between two flushes; further ones are not. */
const maxPending = 1_000

/** Characters of a User-Agent that are looked at. */
const agentLength = 512

const pages: ReadonlySet<string> = new Set(indexedPages)

/** Without the query. @returns the project's id, '' for any other public page, null for what is none */
function projectOn(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1)
  if (pages.has(path) || /^\/portfolio\/[a-z\d-]{1,64}\/case-study$/.test(path)) return ''
  return /^\/portfolio\/([a-z\d-]{1,64})$/.exec(path)?.[1] ?? null
}

export interface PendingCounts extends Counts {
  day: string
  projectId: string
}

export class VisitCounts {
  /** Switched in the settings. */
  isOn = true
  #pending = new Map<string, PendingCounts>()
  /** By client, in memory only, until the end of the window. */
  readonly #visits = new Map<string, number>()
  readonly #config: Pick<Config, 'throttle' | 'trustProxy'>

  constructor(config: Pick<Config, 'throttle' | 'trustProxy'>) {
    this.#config = config
  }

  /** A page that a browser loads as a document, whether it had it already (304) or not. */
  navigated(request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'>, now: () => Date): void {
    const { url = '', socket, headers } = request
    if (!this.isOpening(request) || projectOn(url) === null) return
    // Over the limit the page is shown as ever, and not counted.
    const forwardedFor = String(headers['x-forwarded-for'] ?? '')
    const client = clientAt(socket.remoteAddress, forwardedFor, this.#config.trustProxy)
    if (this.mayAdd(client)) this.viewed(url, now())
  }

  /**
   * Counts a visit against the limit of its client, which opened pages and reports share. Call it only for visitors
   * who are counted: of others no IP address is kept, not for a minute.
   */
  mayAdd({ network, isEverybody }: Client): boolean {
    if (!this.#config.throttle) return true
    const own = network.includes(':') ? maxVisits.ipv6 : maxVisits.ipv4
    const max = isEverybody ? maxVisits.ipv4 * sharedFactor : own
    if (this.#visits.size === 0) setTimeout(() => this.#visits.clear(), clientWindow).unref()
    const visits = (this.#visits.get(network) ?? 0) + 1
    if (visits === 1 && this.#visits.size >= maxClients) return false
    this.#visits.set(network, visits)
    return visits <= max
  }

  /** Whether a visitor who is counted opens a page as a document. */
  isOpening({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
    return method === 'GET' && isNavigation(headers) && this.isCounted(headers)
  }

  /** @param url of a page; nothing is counted for any other */
  viewed(url: string, now: Date): void {
    const projectId = projectOn(url)
    if (projectId !== null)
      this.#add({ day: dayOf(now), projectId, views: 1, opens: projectId === '' ? 0 : 1, clicks: 0 })
  }

  /** The live site of a project was opened. */
  clicked(projectId: string, now: Date): void {
    this.#add({ day: dayOf(now), projectId, views: 0, opens: 0, clicks: 1 })
  }

  /** Whether the visitor has not asked to be left out, and is no program that says so. */
  isCounted(headers: IncomingHttpHeaders): boolean {
    if (!this.isOn || headers.dnt === '1' || headers['sec-gpc'] === '1') return false
    const agent = headers['user-agent']?.slice(0, agentLength)
    return Boolean(agent) && !isbot(agent)
  }

  /** How many clients are in memory. */
  get clients(): number {
    return this.#visits.size
  }

  get hasPending(): boolean {
    return this.#pending.size > 0
  }

  /** Removes and returns what was counted since the last call. */
  take(): PendingCounts[] {
    const taken = [...this.#pending.values()]
    this.#pending = new Map()
    return taken
  }

  /** What could not be stored is stored later. */
  giveBack(taken: readonly PendingCounts[]): void {
    for (const counts of taken) this.#add(counts)
  }

  #add(counts: PendingCounts): void {
    const key = `${counts.day} ${counts.projectId}`
    const pending = this.#pending.get(key)
    if (pending) this.#pending.set(key, { ...counts, ...sum([pending, counts]) })
    else if (this.#pending.size < maxPending) this.#pending.set(key, counts)
  }
}

export function sum(all: readonly Counts[]): Counts {
  const total = { views: 0, opens: 0, clicks: 0 }
  for (const { views, opens, clicks } of all) {
    total.views += views
    total.opens += opens
    total.clicks += clicks
  }
  return total
}

/** YYYY-MM-DD, of UTC. */
function dayOf(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/**
 * Somebody opens a page, which is not fetched in advance. Browsers send these headers to https and to loopback only: without
 * them, the other headers must be those of a navigation.
 */
function isNavigation(headers: IncomingHttpHeaders): boolean {
  if (/prefetch|prerender|preview/i.test(`${headers['sec-purpose']} ${headers.purpose} ${headers['x-moz']}`))
    return false
  const dest = headers['sec-fetch-dest']
  if (dest !== undefined) return dest === 'document' && headers['sec-fetch-mode'] === 'navigate'
  return headers['upgrade-insecure-requests'] === '1' && /^text\/html\b/.test(headers.accept ?? '')
}

// Counts visits in memory. What of a request is a visit is decided here; nothing of it is stored but which page it was for.
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isbot } from 'isbot'
import { LRUCache } from 'lru-cache'
import { indexedPages } from '../../contract/pages.ts'
import type { Counts } from '../../contract/responses/dashboard.ts'
import type { Config } from '../config.ts'
import { type Client, clientOfRequest, isEverybody } from '../http/client.ts'
import { networkFactor, sharedFactor } from '../http/rate-limit.ts'

/** Milliseconds. */
export const clientWindow = 60_000
/** Visits of one client within the window. */
const maxVisits = 60
/** Clients and networks that are told apart; beyond them, those without a visit for longest are forgotten. */
const maxClients = 10_000

/**
 * How many visits one client may add in a minute. What a client has added is in memory only, in no log, and forgotten after
 * that minute.
 */
export class ClientLimit {
  readonly #counts = new LRUCache<string, { count: number }>({
    max: maxClients,
    ttl: clientWindow,
    // Otherwise the IP address of who comes only once would stay until 10,000 others have come.
    ttlAutopurge: true,
    // The clock of this moment, which a test may have replaced; the library's own is that of its import.
    perf: performance,
  })

  /** Clients and networks that are in memory. */
  get size(): number {
    return this.#counts.size
  }

  /**
   * Counts one visit.
   * @param isEverybody whether all visitors may be this client
   * @returns whether the client, and its network, have not added more than they may
   */
  isWithin({ key, network }: Client, isEverybody: boolean): boolean {
    const own = isEverybody ? maxVisits * sharedFactor : maxVisits
    // What a client adds beyond its own limit is not its network's.
    if (this.#count(key) > own) return false
    return network === key || this.#count(network) <= own * networkFactor
  }

  #count(subject: string): number {
    const seen = this.#counts.get(subject) ?? { count: 0 }
    // The window begins with the first visit.
    if (seen.count === 0) this.#counts.set(subject, seen)
    return ++seen.count
  }
}

/** Days and projects that are counted between two flushes; further ones are not. */
const maxPending = 1_000

/** Characters of a User-Agent that are looked at. */
const agentLength = 512

const pages: ReadonlySet<string> = new Set(indexedPages)

/** Without the query. @returns the project's id, '' for any other public page, null for what is none */
function projectOn(url: string): string | null {
  const [path = ''] = url.split(/[?#]/, 1)
  if (pages.has(path)) return ''
  return /^\/portfolio\/([a-z\d-]{1,64})$/.exec(path)?.[1] ?? null
}

export interface PendingCounts extends Counts {
  day: string
  itemId: string
}

export class VisitCounts {
  /** Switched in the settings. */
  isOn = true
  #pending = new Map<string, PendingCounts>()
  readonly #agents = new LRUCache<string, boolean>({ max: 500 })
  readonly #limit = new ClientLimit()
  readonly #config: Pick<Config, 'throttle' | 'trustProxy'>

  constructor(config: Pick<Config, 'throttle' | 'trustProxy'>) {
    this.#config = config
  }

  /** A page that a browser loads as a document, whether it had it already (304) or not. */
  navigated(request: Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'socket'>, now: Date): void {
    const { url = '' } = request
    if (!this.isOpening(request) || projectOn(url) === null) return
    // Over the limit the page is shown as ever, and not counted.
    if (this.mayAdd(clientOfRequest(request, this.#config.trustProxy))) this.viewed(url, now)
  }

  /**
   * Counts a visit against the limit of its client, which opened pages and reports share. Call it only for visitors
   * who are counted: of others no IP address is kept, not for a minute.
   */
  mayAdd(client: Client): boolean {
    const { throttle, trustProxy } = this.#config
    return !throttle || this.#limit.isWithin(client, isEverybody(client, trustProxy))
  }

  /** Whether a visitor who is counted opens a page as a document. */
  isOpening({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
    return method === 'GET' && isNavigation(headers) && this.isCounted(headers)
  }

  /** @param url of a page; nothing is counted for any other */
  viewed(url: string, now: Date): void {
    const itemId = projectOn(url)
    if (itemId !== null) this.#add(itemId, now, { views: 1, opens: itemId === '' ? 0 : 1, clicks: 0 })
  }

  /** The live site of a project was opened. */
  clicked(itemId: string, now: Date): void {
    this.#add(itemId, now, { views: 0, opens: 0, clicks: 1 })
  }

  /** Whether the visitor has not asked to be left out, and is no program that says so. */
  isCounted(headers: IncomingHttpHeaders): boolean {
    if (!this.isOn || headers.dnt === '1' || headers['sec-gpc'] === '1') return false
    const agent = headers['user-agent']?.slice(0, agentLength)
    return Boolean(agent) && !this.#isBot(agent ?? '')
  }

  /** How many IP addresses and networks are in memory. */
  get clients(): number {
    return this.#limit.size
  }

  /** Removes and returns what was counted since the last call. */
  take(): PendingCounts[] {
    const taken = [...this.#pending.values()]
    this.#pending = new Map()
    return taken
  }

  /** What could not be stored is stored later. */
  giveBack(taken: readonly PendingCounts[]): void {
    for (const { day, itemId, ...counts } of taken) this.#addTo(day, itemId, counts)
  }

  #add(itemId: string, now: Date, counts: Counts): void {
    this.#addTo(now.toISOString().slice(0, 10), itemId, counts)
  }

  #addTo(day: string, itemId: string, { views, opens, clicks }: Counts): void {
    const key = `${day} ${itemId}`
    const pending = this.#pending.get(key)
    if (pending) {
      pending.views += views
      pending.opens += opens
      pending.clicks += clicks
    } else if (this.#pending.size < maxPending) {
      this.#pending.set(key, { day, itemId, views, opens, clicks })
    }
  }

  #isBot(agent: string): boolean {
    const known = this.#agents.get(agent)
    if (known !== undefined) return known
    const found = isbot(agent)
    this.#agents.set(agent, found)
    return found
  }
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

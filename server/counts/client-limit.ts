// How many visits one client may add in a minute. What a client has added is in memory only, in no log, and forgotten after
// that minute.
import { LRUCache } from 'lru-cache'
import type { Client } from '../http/client.ts'
import { networkFactor, sharedFactor } from '../http/rate-limit.ts'

/** Milliseconds. */
export const clientWindow = 60_000
/** Visits of one client within the window. */
const max = 60
/** Clients and networks that are told apart; beyond them, those without a visit for longest are forgotten. */
const maxClients = 10_000

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
    const own = isEverybody ? max * sharedFactor : max
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

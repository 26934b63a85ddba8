// Counts what the public cache does. Plain numbers: a cached response takes some microseconds, and counting it must cost
// nothing next to that.

/** Requests that one cached response, or another one for the same route and status, was sent to without routing. */
export class DirectCount {
  readonly route: string
  readonly status: number
  get = 0
  head = 0
  getNotModified = 0
  headNotModified = 0
  /** Of all bodies sent. */
  bytes = 0

  constructor(route: string, status: number) {
    this.route = route
    this.status = status
  }

  /** @param body what GET was sent; null with a 304. */
  add(method: 'GET' | 'HEAD', status: number, body: Uint8Array | null): void {
    if (method === 'HEAD') {
      if (status === 304) this.headNotModified++
      else this.head++
      return
    }
    if (status === 304) this.getNotModified++
    else this.get++
    if (body) this.bytes += body.length
  }

  get requests(): number {
    return this.get + this.head + this.getNotModified + this.headNotModified
  }
}

export class CacheCounts {
  /** Requests that passed the routing and found a cached response, and those that found none. */
  hits = 0
  misses = 0
  readonly #direct = new Map<string, DirectCount>()

  /** @param route a pattern, of which there are few. */
  of(route: string, status: number): DirectCount {
    const key = `${status} ${route}`
    const known = this.#direct.get(key) ?? new DirectCount(route, status)
    this.#direct.set(key, known)
    return known
  }

  get direct(): DirectCount[] {
    return [...this.#direct.values()]
  }
}

// The cache of public responses: pages, the public list and the sitemap, with their compressed forms.
//
// Key: the normalised input that a response is computed from (request-input.ts). Most keys are the canonical URL itself,
// so a request is first looked up by its URL as it was sent.
//
// Memory: each tier is an LRU cache with a maximum size in bytes. Key, headers, body, every compressed form and the
// overhead of an entry count. Responses under keys that a client can invent are cached in the smaller tier, where they
// evict only each other, and only from the second request on: a flood of different searches stores nothing.
//
// Invalidation: `clear` removes everything once the data has changed. A response that is being computed at that moment
// is sent to the requests that began before and is not cached; later requests compute their own.
//
// Never cached: another status than the input names, Set-Cookie, and `no-store` or `private`.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Env } from '../http/env.ts'
import { Rejected } from '../http/limiter.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { CachedResponse, type Reply } from './cached-response.ts'
import { type CacheInput, keyOfUrl, routeOfKey } from './request-input.ts'

type Tier = CacheInput['tier']

const MiB = 1024 * 1024
const maxBytes: Record<Tier, number> = { fixed: 16 * MiB, varied: 4 * MiB }

/** Bytes of an entry in addition to its strings and bodies: an upper bound for its objects. */
const overhead = 2_048

/** Bytes of keys of the varied tier that were recently requested once. */
const maxRequestedBytes = 256 * 1024

/** Responses being computed that later requests may wait for; beyond these, each request computes its own. */
const maxShared = 200

export class PublicCache {
  readonly #tiers: Record<Tier, LRUCache<string, CachedResponse>>
  readonly #requested = new LRUCache<string, true>({
    maxSize: maxRequestedBytes,
    sizeCalculation: (_, key) => 2 * key.length + 128,
  })
  readonly #underway = new Map<string, Promise<CachedResponse | Response>>()
  readonly #always: Record<string, string>
  readonly #metrics: Pick<Metrics, 'request' | 'cached'> | null
  readonly #enabled: boolean
  #generation = 0

  /**
   * @param always headers of every response; cached ones are sent without the middleware that adds them
   * @param metrics null where nothing is measured
   * @param enabled false in development, where pages change at any time
   */
  constructor(
    always: Record<string, string>,
    metrics: Pick<Metrics, 'request' | 'cached'> | null = null,
    enabled = true,
  ) {
    this.#metrics = metrics
    this.#enabled = enabled
    this.#always = Object.fromEntries(
      Object.entries(always).map(([name, value]) => [name.toLowerCase(), value]),
    )
    const tier = (maxSize: number) =>
      new LRUCache<string, CachedResponse>({
        maxSize,
        maxEntrySize: maxSize / 2,
        sizeCalculation: (response, key) => response.bytes + 2 * key.length + overhead,
      })
    this.#tiers = { fixed: tier(maxBytes.fixed), varied: tier(maxBytes.varied) }
  }

  /** Call after a commit that changed what is public. */
  clear(): void {
    this.#generation++
    this.#underway.clear()
    this.#tiers.fixed.clear()
    this.#tiers.varied.clear()
  }

  /** Bytes in use, as they are counted. */
  get bytes(): number {
    const { fixed, varied } = this.#tiers
    return fixed.calculatedSize + varied.calculatedSize + this.#requested.calculatedSize
  }

  /** Sends the cached response of exactly this URL, without routing; false when there is none. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url } = request
    if ((method !== 'GET' && method !== 'HEAD') || !url?.startsWith('/')) return false
    const key = keyOfUrl(url)
    for (const tier of ['fixed', 'varied'] as const) {
      const cached = this.#tiers[tier].get(key)
      if (!cached) continue
      const { status, headers, body } = this.#reply(
        { key, tier },
        cached,
        request.headers['accept-encoding'] as string | undefined,
        request.headers['if-none-match'],
      )
      response.writeHead(status, headers)
      response.end(method === 'HEAD' ? undefined : (body ?? undefined))
      this.#metrics?.request({ method, route: routeOfKey(key), status })
      this.#metrics?.cached('direct')
      return true
    }
    return false
  }

  /** The cached response for this input, otherwise the one that `compute` returns. Hono removes the body for HEAD. */
  async respond(c: Context<Env>, input: CacheInput, compute: () => Promise<Response>): Promise<Response> {
    if (!this.#enabled) return compute()
    const cached = this.#tiers[input.tier].get(input.key)
    this.#metrics?.cached(cached ? 'hit' : 'miss')
    const made = cached ?? (await this.#share(input, compute))
    if (made instanceof Response) return made
    const { status, headers, body } = this.#reply(
      input,
      made,
      c.req.header('accept-encoding'),
      c.req.header('if-none-match'),
    )
    return new Response(body, { status, headers })
  }

  /** Middleware that caches the response of the handlers after it; an input of null is not cached. */
  middleware(inputOf: (c: Context<Env>) => CacheInput | null): MiddlewareHandler<Env> {
    return async (c, next) => {
      const input = c.req.method === 'GET' || c.req.method === 'HEAD' ? inputOf(c) : null
      if (!input) return next()
      const response = await this.respond(c, input, async () => {
        await next()
        return c.res
      })
      if (response === c.res) return
      // Hono would merge the headers of the two.
      c.res = undefined
      c.res = response
    }
  }

  #reply(
    { key, tier }: Pick<CacheInput, 'key' | 'tier'>,
    cached: CachedResponse,
    acceptEncoding: string | undefined,
    ifNoneMatch: string | undefined,
  ): Reply {
    const before = cached.bytes
    const reply = cached.replyTo(acceptEncoding, ifNoneMatch)
    const responses = this.#tiers[tier]
    if (cached.bytes !== before && responses.peek(key) === cached) {
      // A new compressed form: the LRU cache counts an entry when it is set, and only if the value differs.
      responses.delete(key)
      responses.set(key, cached)
    }
    return reply
  }

  /** Requests that arrive while a response is being computed wait for it; its own client may leave, or be rejected. */
  async #share(input: CacheInput, compute: () => Promise<Response>): Promise<CachedResponse | Response> {
    const underway = this.#underway.get(input.key)
    if (underway) {
      const shared = await underway.catch((error) => {
        if (error instanceof Rejected) return null
        throw error
      })
      if (!shared) return this.#share(input, compute)
      // A response that is not cached is not shared either.
      return shared instanceof CachedResponse ? shared : this.#make(input, compute)
    }
    if (this.#underway.size >= maxShared) return this.#make(input, compute)
    const work = this.#make(input, compute)
    this.#underway.set(input.key, work)
    try {
      return await work
    } finally {
      if (this.#underway.get(input.key) === work) this.#underway.delete(input.key)
    }
  }

  async #make(
    { key, tier, status }: CacheInput,
    compute: () => Promise<Response>,
  ): Promise<CachedResponse | Response> {
    const generation = this.#generation
    const response = await compute()
    const isPrivate = /no-store|private/.test(response.headers.get('cache-control') ?? '')
    if (response.status !== status || isPrivate || response.headers.has('set-cookie')) return response
    const headers = { ...this.#always, ...Object.fromEntries(response.headers) }
    delete headers['content-length']
    const body = Buffer.from(await response.arrayBuffer())
    // A high quality pays off only for what is sent often.
    const quality = tier === 'fixed' && body.length > 8192 ? 9 : 5
    const cached = new CachedResponse(response.status, headers, body, quality)
    if (generation === this.#generation && this.#isAdmitted(tier, key)) this.#tiers[tier].set(key, cached)
    return cached
  }

  #isAdmitted(tier: Tier, key: string): boolean {
    if (tier === 'fixed' || this.#requested.has(key)) return true
    this.#requested.set(key, true)
    return false
  }
}

// The cache of public responses: pages, the public list and the sitemap, with their compressed forms.
//
// Key: the normalised input that a response is computed from (request-input.ts). Most keys are the canonical URL itself,
// so a request is first looked up by its URL as it was sent.
//
// Memory: each tier is an LRU cache with a maximum size in bytes. Key, headers, body and the overhead of an entry count.
// Responses under keys that a client can invent are cached in the smaller tier, where they evict only each other.
//
// Invalidation: `clear` begins with empty caches once the data has changed. A response that is being computed at that
// moment is sent to the requests that began before and is not cached; later requests compute their own.
//
// Never cached: another status than the input names, Set-Cookie, and `no-store` or `private`.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import { LRUCache } from 'lru-cache'
import type { Env } from '../http/env.ts'
import { Rejected } from '../http/limiter.ts'
import { type Encoding, matchesEtag, preferredEncoding } from '../http/negotiation.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { type CacheInput, routeOfCached } from './request-input.ts'

type Tier = CacheInput['tier']

const MiB = 1024 * 1024
const maxBytes: Record<Tier, number> = { fixed: 24 * MiB, varied: 4 * MiB }

/** Bytes of an entry in addition to its strings and bodies: an upper bound for its objects. */
const overhead = 2_048

const emptyTier = (maxSize: number) =>
  new LRUCache<string, CachedResponse>({
    maxSize,
    maxEntrySize: maxSize / 2,
    sizeCalculation: (response, key) => response.bytes + 2 * key.length + overhead,
  })
const emptyTiers = () => ({ fixed: emptyTier(maxBytes.fixed), varied: emptyTier(maxBytes.varied) })

export class PublicCache {
  #tiers = emptyTiers()
  readonly #underway = new Map<string, Promise<CachedResponse | Response>>()
  /** Browsers send one of a few headers, and parsing one takes longer than everything else that a cached page needs. */
  readonly #encodings = new LRUCache<string, Encoding>({ max: 20, memoMethod: preferredEncoding })
  readonly #always: Record<string, string>
  readonly #metrics: Metrics | null
  readonly #enabled: boolean

  /**
   * @param always headers of every response; cached ones are sent without the middleware that adds them
   * @param metrics null where nothing is measured
   * @param enabled false in development, where pages change at any time
   */
  constructor(always: Record<string, string>, metrics: Metrics | null = null, enabled = true) {
    this.#metrics = metrics
    this.#enabled = enabled
    this.#always = Object.fromEntries(
      Object.entries(always).map(([name, value]) => [name.toLowerCase(), value]),
    )
  }

  /** Call after a commit that changed what is public. */
  clear(): void {
    this.#tiers = emptyTiers()
    this.#underway.clear()
  }

  /** Bytes in use, as they are counted. */
  get bytes(): number {
    const { fixed, varied } = this.#tiers
    return fixed.calculatedSize + varied.calculatedSize
  }

  /** Sends the cached response of exactly this URL, without routing; false when there is none. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    const { method, url } = request
    if ((method !== 'GET' && method !== 'HEAD') || !url?.startsWith('/')) return false
    const cached = this.#tiers.fixed.get(url) ?? this.#tiers.varied.get(url)
    if (!cached) return false
    const { headers: sent } = request
    const encoding = this.#encodings.memo(String(sent['accept-encoding'] ?? ''))
    const { status, headers, body } = cached.replyTo(encoding, sent['if-none-match'])
    response.writeHead(status, headers)
    response.end(method === 'HEAD' ? undefined : (body ?? undefined))
    this.#metrics?.countRequest(method, routeOfCached(url), status)
    return true
  }

  /** The cached response for this input, otherwise the one that `compute` returns. Hono removes the body for HEAD. */
  async respond(c: Context<Env>, input: CacheInput, compute: () => Promise<Response>): Promise<Response> {
    if (!this.#enabled) return compute()
    const cached = this.#tiers[input.tier].get(input.key)
    const made = cached ?? (await this.#share(input, compute))
    if (made instanceof Response) return made
    const encoding = this.#encodings.memo(c.req.header('accept-encoding') ?? '')
    const { status, headers, body } = made.replyTo(encoding, c.req.header('if-none-match'))
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

  /** Requests that arrive while a response is being computed wait for it; its own client may leave, or be rejected. */
  async #share(input: CacheInput, compute: () => Promise<Response>): Promise<CachedResponse | Response> {
    const underway = this.#underway.get(input.key)
    if (!underway) {
      const work = this.#make(input, compute).finally(() => {
        if (this.#underway.get(input.key) === work) this.#underway.delete(input.key)
      })
      this.#underway.set(input.key, work)
      return work
    }
    try {
      const shared = await underway
      // A response that is not cached is not shared either.
      return shared instanceof Response ? this.#make(input, compute) : shared
    } catch (error) {
      if (error instanceof Rejected) return this.#share(input, compute)
      throw error
    }
  }

  async #make(
    { key, tier, status }: CacheInput,
    compute: () => Promise<Response>,
  ): Promise<CachedResponse | Response> {
    const responses = this.#tiers[tier]
    const response = await compute()
    const isPrivate = /no-store|private/.test(response.headers.get('cache-control') ?? '')
    // Whoever waited for a page that failed gets it, too, in place of waiting for the database as long once more.
    const hasFailed = response.status === 503
    const isStored = response.status === status && !isPrivate
    if (response.headers.has('set-cookie') || !(hasFailed || isStored)) return response
    const headers = { ...this.#always, ...Object.fromEntries(response.headers) }
    delete headers['content-length']
    const body = Buffer.from(await response.arrayBuffer())
    // A high quality pays off only for what is sent often.
    const quality = tier === 'fixed' && body.length > 8192 ? 9 : 5
    const cached = cachedResponse(response.status, headers, body, quality)
    if (isStored) responses.set(key, cached)
    return cached
  }
}

interface Reply {
  status: number
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | null
}

type CachedResponse = ReturnType<typeof cachedResponse>

/**
 * One public response with its compressed forms, which are made when they are first requested.
 * @param quality of brotli, 0 to 11
 */
function cachedResponse(
  status: number,
  own: Record<string, string>,
  body: Buffer<ArrayBuffer>,
  quality: number,
) {
  const etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  const vary = [own.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
  const headers: Record<string, string> = { ...own, etag, vary }
  const replies = new Map<Encoding, Reply>()
  const headersOf = (sent: Buffer) => ({ ...headers, 'content-length': String(sent.length) })
  const encoded = (encoding: Encoding): Reply => {
    if (encoding === 'identity') return { status, headers: headersOf(body), body }
    const made = encoding === 'br' ? brotli(body, quality) : gzipSync(body, { level: 6 })
    // zlib returns a slice of a larger buffer: all of it would stay in memory, and only the slice be counted.
    const sent = Buffer.from(new Uint8Array(made).buffer)
    return { status, headers: { ...headersOf(sent), 'content-encoding': encoding }, body: sent }
  }
  return {
    /** Held in memory: headers, body and compressed forms, which together are smaller than the body. */
    bytes: 2 * body.length + 2 * Object.entries(headers).join('').length,
    /** The response for one client: in the encoding it prefers, or 304 when it already has the response. */
    replyTo(encoding: Encoding, ifNoneMatch: string | undefined): Reply {
      if (status === 200 && matchesEtag(ifNoneMatch, etag)) return { status: 304, headers, body: null }
      const reply = replies.get(encoding) ?? encoded(encoding)
      replies.set(encoding, reply)
      return reply
    },
  }
}

/** The window is not larger than the body: the default takes 4 MiB for every page, and fragments the heap. */
function brotli(body: Buffer, quality: number): Buffer {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN, BROTLI_PARAM_SIZE_HINT } = constants
  const window = Math.min(22, Math.max(10, 32 - Math.clz32(body.length)))
  return brotliCompressSync(body, {
    params: {
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_LGWIN]: window,
      [BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })
}

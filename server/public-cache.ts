// Public answers are made once and kept with their compressed forms until the data behind them changes.
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Context, MiddlewareHandler } from 'hono'
import type { Env } from './api/env.ts'

type Encoding = 'br' | 'gzip' | 'identity'

/** Bytes kept in all, and addresses that lead straight to a kept answer. */
const mostBytes = 48 * 1024 * 1024
const mostAddresses = 5_000

class Kept {
  readonly status: number
  readonly headers: Record<string, string>
  readonly etag: string
  readonly #forms = new Map<Encoding, Buffer<ArrayBuffer>>()

  constructor(status: number, headers: Record<string, string>, body: Buffer<ArrayBuffer>) {
    this.status = status
    this.etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
    this.headers = { ...headers, etag: this.etag, vary }
    this.#forms.set('identity', body)
  }

  get size(): number {
    // Compressed forms are made on demand and are a fraction of the body.
    return (this.#forms.get('identity')?.length ?? 0) * 1.5 + 2_000
  }

  form(encoding: Encoding): Buffer<ArrayBuffer> {
    const known = this.#forms.get(encoding)
    if (known) return known
    const body = this.#forms.get('identity') as Buffer<ArrayBuffer>
    const made =
      encoding === 'br'
        ? brotliCompressSync(body, {
            params: { [constants.BROTLI_PARAM_QUALITY]: body.length > 8192 ? 9 : 5 },
          })
        : gzipSync(body, { level: 6 })
    this.#forms.set(encoding, made)
    return made
  }

  /** Status, headers and body for one reader; 304 when the reader has it already. */
  answer(acceptEncoding: string | undefined, ifNoneMatch: string | undefined) {
    if (this.status === 200 && ifNoneMatch !== undefined && ifNoneMatch.split(/,\s*/).includes(this.etag))
      return { status: 304, headers: this.headers, body: null }
    const encoding = preferred(acceptEncoding)
    const body = this.form(encoding)
    const headers: Record<string, string> = { ...this.headers, 'content-length': String(body.length) }
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    return { status: this.status, headers, body }
  }
}

function preferred(accept = ''): Encoding {
  const takes = (name: string) => {
    const entry = accept.split(',').find((part) => part.trim().toLowerCase().startsWith(name))
    return entry !== undefined && !/q=0(?:\.0*)?\s*$/.test(entry)
  }
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

export class PublicCache {
  readonly #kept = new Map<string, Kept>()
  readonly #underway = new Map<string, Promise<Kept | Response>>()
  readonly #byAddress = new Map<string, Kept>()
  readonly #always: Record<string, string>
  #bytes = 0
  #generation = 0

  /** @param always headers that are on every answer; kept ones leave by a door that adds no others. */
  constructor(always: Record<string, string>) {
    this.#always = Object.fromEntries(
      Object.entries(always).map(([name, value]) => [name.toLowerCase(), value]),
    )
  }

  /** Forgets everything: the data changed. What is being made now from the old data is not kept. */
  clear(): void {
    this.#generation++
    this.#kept.clear()
    this.#underway.clear()
    this.#byAddress.clear()
    this.#bytes = 0
  }

  /**
   * Keeps the answer of the handlers behind it.
   * @param keyOf the normalised request: equal keys have equal answers; null is not kept
   * @param keeps which statuses are worth keeping
   */
  keep(keyOf: (c: Context<Env>) => string | null, keeps: readonly number[] = [200]): MiddlewareHandler<Env> {
    return async (c, next) => {
      // HEAD has no body to keep.
      const key = c.req.method === 'GET' ? keyOf(c) : null
      if (key === null) return next()
      const made = this.#kept.get(key) ?? (await this.#make(key, keeps, c, next))
      if (made instanceof Response) {
        c.res = made
        return
      }
      const url = c.env?.incoming?.url
      if (url && this.#byAddress.size < mostAddresses) this.#byAddress.set(url, made)
      const { status, headers, body } = made.answer(
        c.req.header('accept-encoding'),
        c.req.header('if-none-match'),
      )
      c.res = undefined
      c.res = new Response(body, { status, headers })
    }
  }

  /** The shortest way for an address that was answered before: no routing, no rendering. */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !request.url) return false
    const kept = this.#byAddress.get(request.url)
    if (!kept) return false
    const { status, headers, body } = kept.answer(
      request.headers['accept-encoding'] as string | undefined,
      request.headers['if-none-match'],
    )
    response.writeHead(status, headers)
    response.end(body ?? undefined)
    return true
  }

  /** Readers who come while an answer is being made wait for that one. */
  async #make(key: string, keeps: readonly number[], c: Context<Env>, next: () => Promise<void>) {
    const underway = this.#underway.get(key)
    if (underway) {
      const shared = await underway
      if (shared instanceof Kept) return shared
    }
    const generation = this.#generation
    const work = (async () => {
      await next()
      if (!keeps.includes(c.res.status) || c.res.headers.has('set-cookie')) return c.res
      const body = Buffer.from(await c.res.arrayBuffer())
      const headers = { ...this.#always, ...Object.fromEntries(c.res.headers) }
      delete headers['content-length']
      const kept = new Kept(c.res.status, headers, body)
      if (generation === this.#generation) this.#store(key, kept)
      return kept
    })()
    this.#underway.set(key, work)
    try {
      return await work
    } finally {
      if (this.#underway.get(key) === work) this.#underway.delete(key)
    }
  }

  #store(key: string, kept: Kept): void {
    this.#kept.set(key, kept)
    this.#bytes += kept.size
    for (const [oldest, old] of this.#kept) {
      if (this.#bytes <= mostBytes) return
      this.#kept.delete(oldest)
      this.#bytes -= old.size
      for (const [address, entry] of this.#byAddress) if (entry === old) this.#byAddress.delete(address)
    }
  }
}

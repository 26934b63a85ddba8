// One response of the public cache: its headers, its body and the compressed forms made so far.
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Encoding, matchesEtag } from '../http/negotiation.ts'

export interface Reply {
  status: number
  headers: Record<string, string>
  body: Buffer<ArrayBuffer> | null
}

/** One public response with its compressed forms, which are made when they are first requested. */
export class CachedResponse {
  readonly #status: number
  readonly #headers: Record<string, string>
  readonly #etag: string
  readonly #body: Buffer<ArrayBuffer>
  readonly #quality: number
  readonly #replies = new Map<Encoding, Reply>()
  /** Bytes held: headers, body and compressed forms, which together are smaller than the body. */
  readonly bytes: number

  /** @param quality of brotli, 0 to 11 */
  constructor(status: number, headers: Record<string, string>, body: Buffer<ArrayBuffer>, quality: number) {
    this.#status = status
    this.#body = body
    this.#quality = quality
    this.#etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
    this.#headers = { ...headers, etag: this.#etag, vary }
    this.bytes = 2 * body.length + 2 * Object.entries(this.#headers).join('').length
  }

  /** The response for one client: in the encoding it prefers, or 304 when it already has the response. */
  replyTo(encoding: Encoding, ifNoneMatch: string | undefined): Reply {
    if (this.#status === 200 && matchesEtag(ifNoneMatch, this.#etag))
      return { status: 304, headers: this.#headers, body: null }
    const reply = this.#replies.get(encoding) ?? this.#encoded(encoding)
    this.#replies.set(encoding, reply)
    return reply
  }

  #encoded(encoding: Encoding): Reply {
    const status = this.#status
    const headersOf = (body: Buffer) => ({ ...this.#headers, 'content-length': String(body.length) })
    if (encoding === 'identity') return { status, headers: headersOf(this.#body), body: this.#body }
    const made = encoding === 'br' ? brotli(this.#body, this.#quality) : gzipSync(this.#body, { level: 6 })
    // zlib returns a slice of a larger buffer: all of it would stay in memory, and only the slice be counted.
    const body = Buffer.from(new Uint8Array(made).buffer)
    return { status, headers: { ...headersOf(body), 'content-encoding': encoding }, body }
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

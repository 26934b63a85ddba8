// One response of the public cache: its headers, its body and the compressed forms made so far.
import { createHash } from 'node:crypto'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { type Encoding, matchesEtag, preferredEncoding } from '../http/negotiation.ts'

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
  readonly #quality: number
  readonly #forms = new Map<Encoding, Buffer<ArrayBuffer>>()
  /** Bytes held: headers, body and the compressed forms made so far. */
  bytes: number

  /** @param quality of brotli, 0 to 11 */
  constructor(status: number, headers: Record<string, string>, body: Buffer<ArrayBuffer>, quality: number) {
    this.#status = status
    this.#quality = quality
    this.#etag = `W/"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const vary = [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', ')
    this.#headers = { ...headers, etag: this.#etag, vary }
    this.#forms.set('identity', body)
    this.bytes = body.length
    for (const [name, value] of Object.entries(this.#headers)) this.bytes += 2 * (name.length + value.length)
  }

  /** The response for one client: the encoding it prefers, or 304 when it already has the response. */
  replyTo(acceptEncoding: string | undefined, ifNoneMatch: string | undefined): Reply {
    if (this.#status === 200 && matchesEtag(ifNoneMatch, this.#etag))
      return { status: 304, headers: this.#headers, body: null }
    const encoding = preferredEncoding(acceptEncoding)
    const body = this.#forms.get(encoding) ?? this.#compress(encoding)
    const headers: Record<string, string> = { ...this.#headers, 'content-length': String(body.length) }
    if (encoding !== 'identity') headers['content-encoding'] = encoding
    return { status: this.#status, headers, body }
  }

  #compress(encoding: Encoding): Buffer<ArrayBuffer> {
    const body = this.#forms.get('identity') as Buffer<ArrayBuffer>
    const made = encoding === 'br' ? brotli(body, this.#quality) : gzipSync(body, { level: 6 })
    // zlib returns a slice of a larger buffer: all of it would stay in memory, and only the slice be counted.
    const form = Buffer.from(new Uint8Array(made).buffer)
    this.#forms.set(encoding, form)
    this.bytes += form.length
    return form
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

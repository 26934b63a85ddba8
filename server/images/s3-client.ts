// A client of S3: signs requests, bounds each in time and size, and repeats what may succeed the next time
// (docs/decisions/0022). Every request can be repeated without harm: there are no parts and no appending.
import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { AwsV4Signer } from 'aws4fetch'
import { objectsIn, type S3Object, textIn } from './s3-listing.ts'
import type { S3Options } from './s3-url.ts'
import { isPassing, notResponding, rejectedBy, type S3Failure, StorageError } from './storage-error.ts'

const MiB = 1024 * 1024

/** Milliseconds but for `attempts`. */
export interface S3Limits {
  attempts: number
  /** One attempt, from the connection to the last byte of the response. */
  attempt: number
  /** All attempts together, and the pauses between them. */
  total: number
  /** Before the second attempt; twice as long before each further one. */
  pause: number
}

export const s3Limits: S3Limits = { attempts: 3, attempt: 10_000, total: 15_000, pause: 100 }
/** Bytes of one object, as in an archive. */
const maxObject = 32 * MiB
/** Bytes of a page of a listing, or of an error. */
const maxText = 8 * MiB
/** Pages of a listing one after the other that have no object and lead to a next one. */
const maxEmptyPages = 10

interface Call {
  method: 'GET' | 'HEAD' | 'PUT' | 'DELETE'
  /** Empty for the bucket. */
  key?: string
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: Uint8Array
}

interface Reply {
  status: number
  headers: Headers
  body: Uint8Array<ArrayBuffer>
}

export class S3Client {
  readonly #options: S3Options
  readonly #limits: S3Limits

  constructor(options: S3Options, limits: S3Limits) {
    this.#options = options
    this.#limits = limits
  }

  /** @returns null where there is no such object. */
  async get(key: string): Promise<Uint8Array<ArrayBuffer> | null> {
    const reply = await this.#send({ method: 'GET', key }, isNoKey)
    return reply.status === 404 ? null : reply.body
  }

  async exists(key: string): Promise<boolean> {
    // The response to HEAD has no body that could say what is missing.
    const reply = await this.#send({ method: 'HEAD', key }, ({ status }) => status === 404)
    return reply.status !== 404
  }

  async put(key: string, body: Uint8Array, headers: Record<string, string> = {}): Promise<void> {
    await this.#send({ method: 'PUT', key, body, headers })
  }

  /** Within the bucket. @returns false where there is no such object. */
  async copy(from: string, to: string): Promise<boolean> {
    const source = { 'x-amz-copy-source': `/${this.#options.bucket}/${from}` }
    const reply = await this.#send({ method: 'PUT', key: to, headers: source }, isNoKey)
    return reply.status !== 404
  }

  /** Also where there is no such object. */
  async delete(key: string): Promise<void> {
    await this.#send({ method: 'DELETE', key }, isNoKey)
  }

  /** Objects whose keys begin with this prefix, in the order of their keys; S3 lists at most 1,000 at once. */
  async *list(prefix: string, pageSize = 1000): AsyncGenerator<S3Object> {
    let token: string | null = ''
    let last = ''
    let empty = 0
    do {
      const { body } = await this.#send({
        method: 'GET',
        query: {
          'list-type': '2',
          'max-keys': String(pageSize),
          ...(prefix && { prefix }),
          ...(token && { 'continuation-token': token }),
        },
      })
      const page = objectsIn(Buffer.from(body).toString())
      for (const object of page.objects) {
        if (Buffer.compare(Buffer.from(object.key), Buffer.from(last)) < 0) throw this.#unsorted()
        last = object.key
        yield object
      }
      empty = page.objects.length > 0 ? 0 : empty + 1
      if (empty >= maxEmptyPages && page.next !== null)
        throw new StorageError(`${this.#options.name} lists pages without end; it cannot be used.`, {
          isAway: false,
        })
      // Also where there is no token: the list would begin again.
      if (page.next === token) throw this.#unsorted()
      token = page.next
    } while (token !== null)
  }

  /** Resolves when anything responds at the host, whatever it says. */
  async reach(): Promise<void> {
    await this.#attempt({ method: 'HEAD' }, this.#limits.attempt, false)
  }

  /** Without this, what comes later would be taken for missing. */
  #unsorted(): StorageError {
    return new StorageError(`${this.#options.name} does not list objects in order; it cannot be used.`, {
      isAway: false,
    })
  }

  /** @param isExpected a failure that the caller understands */
  async #send(call: Call, isExpected: (failure: S3Failure) => boolean = () => false): Promise<Reply> {
    const { attempts, attempt, total, pause } = this.#limits
    const { name, bucket } = this.#options
    const end = performance.now() + total
    let error: StorageError
    for (let tried = 1; ; tried++) {
      try {
        const reply = await this.#attempt(call, Math.min(attempt, end - performance.now()))
        const failure = failureOf(reply)
        if (failure === null || isExpected(failure)) return reply
        error = rejectedBy(name, bucket, failure)
        if (!isPassing(failure)) throw error
      } catch (failed) {
        error = failed as StorageError
        if (!error.isAway) throw error
      }
      // Not all clients at the same moment.
      const wait = pause * 2 ** (tried - 1) * (1 + Math.random())
      if (tried >= attempts || performance.now() + wait >= end) throw error
      await delay(wait)
    }
  }

  /** Signed again each time: a signature is valid for a few minutes. @throws StorageError */
  async #attempt(call: Call, ms: number, isSigned = true): Promise<Reply> {
    // Not AbortSignal.timeout, whose timer would hold every finished request for the rest of its time.
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), ms)
    try {
      const { url, headers } = isSigned ? await this.#sign(call) : { url: this.#options.url, headers: {} }
      const response = await fetch(url, {
        method: call.method,
        headers,
        body: call.body as Uint8Array<ArrayBuffer> | undefined,
        // A redirect would be signed for another host.
        redirect: 'manual',
        signal: abort.signal,
      })
      const limit = response.ok && call.key ? maxObject : maxText
      return { status: response.status, headers: response.headers, body: await this.#read(response, limit) }
    } catch (error) {
      if (error instanceof StorageError) throw error
      throw notResponding(this.#options.name, abort.signal.aborted ? 'too slow' : reasonOf(error), error)
    } finally {
      clearTimeout(timer)
    }
  }

  async #sign({ method, key = '', query, headers, body }: Call): Promise<{ url: URL; headers: Headers }> {
    const { url: bucket, region, accessKeyId, secretAccessKey } = this.#options
    const url = new URL(key ? `${bucket}/${key}` : bucket)
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value)
    const checksum = createHash('sha256')
      .update(body ?? '')
      .digest('hex')
    const signed = await new AwsV4Signer({
      method,
      url: url.href,
      headers: { ...headers, 'x-amz-content-sha256': checksum },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
    }).sign()
    // Not signed: proxies change it. Compressed images would not be smaller.
    signed.headers.set('accept-encoding', 'identity')
    return signed
  }

  async #read(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
    const chunks: Uint8Array[] = []
    let size = 0
    for await (const chunk of response.body ?? []) {
      size += chunk.byteLength
      if (size > limit)
        throw new StorageError(`${this.#options.name} holds an object that is too large.`, { isAway: false })
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }
}

function isNoKey({ status, code }: S3Failure): boolean {
  return status === 404 && code === 'NoSuchKey'
}

/** @returns null for a success. A copy that fails while it is made is answered with 200 and an error in the body. */
function failureOf({ status, headers, body }: Reply): S3Failure | null {
  const isText = body.byteLength > 0 && (status >= 300 || isError(body))
  if (status < 300 && !isText) return null
  const text = isText ? Buffer.from(body).toString() : ''
  return {
    status: status < 300 ? 500 : status,
    code: textIn(text, 'Code') ?? '',
    region: headers.get('x-amz-bucket-region') ?? textIn(text, 'Region'),
  }
}

/** Images begin in another way. */
function isError(body: Uint8Array): boolean {
  return /^(?:<\?xml[^>]{0,100}>)?\s{0,10}<Error>/.test(Buffer.from(body.subarray(0, 200)).toString('latin1'))
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error & { cause?: NodeJS.ErrnoException }
  return cause?.code ?? cause?.message ?? message
}

// Files as objects of S3, by Amazon's own client, which is loaded with the first one: it signs, repeats what may succeed the next
// time, and reads responses. Here each request is bounded in time, and its error says what the operator can do.
// Every request can be repeated without harm: objects are written whole (docs/decisions/0007).
import { Readable } from 'node:stream'
import type { S3 } from '@aws-sdk/client-s3'
import { isLoopback } from '../../contract/call.ts'
import { checkCredentials, decoded } from '../url-credentials.ts'
import { type FileContent, type Piece, type Storage, StorageError } from './storage.ts'

const attempts = 3
/** Milliseconds of one attempt until its response begins. */
const attemptLimit = 10_000
/** Milliseconds of a large file, which is sent once: what has been read of it is not there again. */
const largeLimit = 5 * 60_000

type Send<Result> = (
  client: S3,
  limit: { abortSignal: AbortSignal; requestTimeout: number },
) => Promise<Result>

/** Milliseconds after a successful probe in which none is written: each is a request that is charged for. */
const probeInterval = 60_000

export class S3Bucket implements Storage {
  readonly name: string
  /** Milliseconds of a request with all its attempts and the pauses between them; tests change it. */
  readonly limits = { total: 15_000 }
  readonly #options: S3Options
  #client: Promise<S3> | null = null
  #probedAt = Number.NEGATIVE_INFINITY

  /** @param url STORAGE_URL */
  constructor(url: string) {
    this.#options = s3Options(url)
    this.name = this.#options.name
  }

  get(key: string, piece?: Piece): Promise<Uint8Array<ArrayBuffer> | null> {
    const Range = piece && `bytes=${piece.start}-${piece.end}`
    return this.#request(async (client, limit) => {
      const { Body } = await client.getObject({ ...this.#at(key), Range }, limit)
      return Body ? ((await Body.transformToByteArray()) as Uint8Array<ArrayBuffer>) : null
    }, null)
  }

  async put(key: string, content: FileContent): Promise<void> {
    const isLarge = !(content instanceof Uint8Array)
    const body = isLarge
      ? { Body: Readable.from(content.chunks()), ContentLength: content.size }
      : { Body: content }
    await this.#request(
      (client, limit) => client.putObject({ ...this.#at(key), ...body }, limit),
      undefined,
      isLarge ? largeLimit : undefined,
    )
  }

  async delete(key: string): Promise<void> {
    await this.#request((client, limit) => client.deleteObject(this.#at(key), limit), null)
  }

  /** S3 lists at most 1,000 objects at once. */
  async *list(Prefix: string): AsyncGenerator<{ key: string; modified: Date }> {
    let ContinuationToken: string | undefined
    do {
      const input = { Bucket: this.#options.bucket, Prefix, ContinuationToken }
      const page = await this.#request((client, limit) => client.listObjectsV2(input, limit))
      for (const { Key = '', LastModified = new Date(0) } of page.Contents ?? [])
        yield { key: Key, modified: LastModified }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken)
  }

  async check(isDoubted: boolean): Promise<void> {
    const now = performance.now()
    if (!isDoubted && now - this.#probedAt < probeInterval) return
    this.#probedAt = Number.NEGATIVE_INFINITY
    await this.put('.check', new Uint8Array())
    this.#probedAt = now
  }

  #at(Key: string): { Bucket: string; Key: string } {
    return { Bucket: this.#options.bucket, Key }
  }

  /**
   * @param missing what is returned where there is no such object; otherwise that is an error
   * @param slow milliseconds of one that takes longer than others
   * @throws StorageError
   */
  async #request<Result>(send: Send<Result>, missing?: Result, slow?: number): Promise<Result> {
    // Not AbortSignal.timeout, whose timer would hold every finished request for the rest of its time.
    const abort = new AbortController()
    using _timer = setTimeout(() => abort.abort(), slow ?? this.limits.total)
    try {
      this.#client ??= load(this.#options)
      return await send(await this.#client, {
        abortSignal: abort.signal,
        requestTimeout: slow ?? attemptLimit,
      })
    } catch (error) {
      // A response to HEAD has no body that could say what is missing.
      if (missing !== undefined && ['NoSuchKey', 'NotFound'].includes((error as Error).name)) return missing
      throw explained(this.name, error as S3Error)
    }
  }
}

async function load({ endpoint, region, accessKeyId, secretAccessKey }: S3Options): Promise<S3> {
  const { S3 } = await import('@aws-sdk/client-s3')
  return new S3({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: attempts,
    retryMode: 'standard',
    requestHandler: {
      connectionTimeout: attemptLimit,
      requestTimeout: attemptLimit,
      throwOnRequestTimeout: true,
    },
    // Not every storage knows the newer ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

/** Of the library, or of the connection, which has no status. */
interface S3Error extends Error {
  code?: string
  $metadata?: { httpStatusCode?: number }
}

/** Codes of servers whose disk or quota is full. */
const fullCodes = ['QuotaExceeded', 'XMinioStorageFull']
/** https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html */
const passingCodes = ['InternalError', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown', 'OperationAborted']

/** Without the error itself, which may have the access key. */
function explained(name: string, error: S3Error): StorageError {
  const status = error.$metadata?.httpStatusCode
  if (status === undefined) return notResponding(name, reasonOf(error))
  // The library calls an error without a code by the status, or so.
  const code = /^(?:\d+|Unknown.*|NotFound)$/.test(error.name) ? '' : error.name
  const response = `${name} responds with ${status}${code && ` ${code}`}`
  if (status === 507 || fullCodes.includes(code))
    return new StorageError(`${response}: it has no space left, raise its quota.`, 'full')
  if (status >= 500 || status === 408 || status === 429 || passingCodes.includes(code))
    return new StorageError(`${response}; look at its own log.`, 'away')
  return new StorageError(
    `${response}; correct key, secret, host, bucket or region in STORAGE_URL, the rights of the key, or the clock of this machine.`,
    'unusable',
  )
}

function reasonOf({ name, code, message }: S3Error): string {
  return name === 'AbortError' || name === 'TimeoutError' ? 'too slow' : (code ?? message)
}

/** @param reason of the connection, such as ECONNREFUSED */
export function notResponding(name: string, reason: string): StorageError {
  return new StorageError(`${name} does not respond (${reason}); start it, or correct STORAGE_URL.`, 'away')
}

export interface S3Options {
  /** For messages: s3://HOST/BUCKET, without credentials. */
  name: string
  bucket: string
  /** URL of the server, without a path. */
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html; older buckets have capitals and _. */
const bucketName = /^[A-Za-z0-9][\w.-]{1,253}[A-Za-z0-9]$/
const example = 's3://KEY:SECRET@s3.example.com/BUCKET?region=eu-central-1'
/** What servers other than Amazon's expect where nothing is configured. */
const defaultRegion = 'us-east-1'

/**
 * `region` is that of the signature. `tls=off` allows http to another machine, and loopback is always http.
 * @throws Error that says what is wrong without repeating the URL, which contains the secret key
 */
export function s3Options(text: string): S3Options {
  checkCredentials('STORAGE_URL', text)
  const url = URL.parse(text)
  const [, bucket = '', ...more] = url?.pathname.split('/') ?? []
  if (url?.protocol !== 's3:' || !url.hostname || url.hash || more.some((part) => part !== ''))
    throw new Error(`STORAGE_URL must look like ${example}.`)
  if (!bucketName.test(bucket)) throw new Error(`STORAGE_URL names no bucket, or an invalid one: ${example}.`)
  if (!url.username || !url.password)
    throw new Error(`STORAGE_URL needs an access key and its secret: ${example}.`)
  const { region = defaultRegion, tls, ...others } = Object.fromEntries(url.searchParams)
  if (Object.keys(others).length > 0)
    throw new Error('STORAGE_URL takes the parameters region and tls, and no other.')
  if (!/^[\w-]{1,50}$/.test(region)) throw new Error('region in STORAGE_URL is no name of a region.')
  if (tls !== undefined && tls !== 'off') throw new Error('tls in STORAGE_URL can only be off.')
  // The parser leaves the host of an unknown protocol as it is.
  const host = url.host.toLowerCase()
  const isPlain = tls === 'off' || isLoopback(url.hostname.toLowerCase())
  return {
    name: `s3://${host}/${bucket}`,
    bucket,
    endpoint: `${isPlain ? 'http' : 'https'}://${host}`,
    region,
    accessKeyId: decoded(url.username),
    secretAccessKey: decoded(url.password),
  }
}

// One request of a project's site or of a webhook, for the headers of its response. The guard against requests into this network [T58, T75].
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Network } from './network.ts'
import { isPublicAddress } from './public-address.ts'
import { SiteError, siteErrorOf } from './site-errors.ts'

/** Bytes received in all requests of a check, up to the last of the headers. The body is not read. */
export const maxBytes = 64 * 1024
/** Bytes of a connection with what TLS adds: certificates, and records without content. */
const maxRawBytes = 4 * maxBytes
/** Milliseconds between two looks at them. */
const rawInterval = 50
/** IP addresses of a name that are tried; all of them are checked. */
const maxAddresses = 4

export interface SiteResponse {
  status: number
  location: string | null
  policies: readonly string[]
  frameOptions: readonly string[]
}

export interface RequestOptions {
  /** Ends the request, whatever it waits for. */
  signal: AbortSignal
  /** Bytes that may still be received; what is received is taken off. */
  budget: { bytes: number }
  userAgent: string
  /** Makes it a POST. */
  sent?: { body: string; headers: Record<string, string> }
}

/**
 * Without cookies, proxy, compression and redirects, on a connection of its own that ends with the headers.
 * @throws SiteError
 */
export async function requestSite(
  network: Network,
  url: URL,
  { signal, userAgent, budget, sent }: RequestOptions,
): Promise<SiteResponse> {
  try {
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    if (port !== 80 && port !== 443) throw new SiteError('port')
    const addresses = await checkedAddresses(network, url, signal)
    signal.throwIfAborted()
    const socket = network.connect(addresses.slice(0, maxAddresses), port)
    try {
      return await headersFrom(socket, url, {
        ...{ signal, userAgent, budget, sent },
        authorities: network.authorities,
      })
    } finally {
      socket.destroy()
    }
  } catch (error) {
    throw siteErrorOf(error, signal)
  }
}

/** Of several addresses one that is not public is enough: which one is connected to is the system's choice. */
async function checkedAddresses(network: Network, url: URL, signal: AbortSignal): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) ? [host] : await resolved(network, host, signal)
  if (addresses.length === 0) throw new SiteError('no-host')
  if (!addresses.every(isPublicAddress)) throw new SiteError('private-address')
  return addresses
}

function headersFrom(
  connection: Socket,
  url: URL,
  { signal, userAgent, budget, sent, authorities }: RequestOptions & { authorities: string | undefined },
): Promise<SiteResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<SiteResponse>()
  // An error of the connection may follow the one that is told.
  promise.catch(() => {})
  connection.on('error', reject)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const socket =
    url.protocol === 'https:'
      ? connectTls({
          socket: connection,
          host,
          ...(isIP(host) ? {} : { servername: host }),
          ...(authorities ? { ca: authorities } : {}),
          ALPNProtocols: ['http/1.1'],
        }).on('error', reject)
      : connection
  const request: ClientRequest = openRequest({
    // An agent would look for a proxy.
    createConnection: () => socket,
    setHost: false,
    method: sent ? 'POST' : 'GET',
    path: url.pathname + url.search,
    maxHeaderSize: maxBytes,
    insecureHTTPParser: false,
    headers: {
      Host: url.host,
      'User-Agent': userAgent,
      ...(sent
        ? { ...sent.headers, 'Content-Length': String(Buffer.byteLength(sent.body)) }
        : { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'Accept-Language': 'en,*;q=0.5' }),
      'Accept-Encoding': 'identity',
      Connection: 'close',
    },
  })
  request.on('response', (response) => {
    response.on('error', () => {})
    resolve(read(response))
  })
  const tooMuch = () => {
    // At once: the same bytes may end the headers.
    reject(new SiteError('unreadable'))
    request.destroy()
  }
  // Raw bytes, as the parser does not count blanks and lines around what it reads, nor responses before the response.
  socket.on('data', (chunk: Buffer) => {
    budget.bytes -= chunk.byteLength
    if (budget.bytes < 0) tooMuch()
  })
  const watch = setInterval(() => {
    if (connection.bytesRead > maxRawBytes) tooMuch()
  }, rawInterval)
  request.on('upgrade', (response) => resolve(read(response)))
  request.on('error', reject)
  request.on('close', () => reject(new SiteError('no-connection')))
  const abort = () => request.destroy(signal.reason)
  signal.addEventListener('abort', abort)
  request.end(sent?.body)
  return promise.finally(() => {
    clearInterval(watch)
    signal.removeEventListener('abort', abort)
    socket.destroy()
  })
}

function read({ statusCode = 0, headers, headersDistinct }: IncomingMessage): SiteResponse {
  return {
    status: statusCode,
    location: headers.location ?? null,
    policies: headersDistinct['content-security-policy'] ?? [],
    frameOptions: headersDistinct['x-frame-options'] ?? [],
  }
}

/** @throws SiteError `no-network` where DNS takes as long as the whole check may */
async function resolved(network: Network, host: string, signal: AbortSignal): Promise<string[]> {
  try {
    return await aborted(network.resolve(host, signal), signal)
  } catch (error) {
    throw signal.aborted ? new SiteError('no-network', error) : error
  }
}

/** The promise, or the reason of the signal. */
function aborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

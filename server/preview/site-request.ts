// One request of a project's site, for the headers of its response. The guard against requests into this network [T58].
import { type ClientRequest, type IncomingMessage, request as openRequest } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { Network } from './network.ts'
import { isPublicAddress } from './public-address.ts'
import { SiteError, siteErrorOf } from './site-errors.ts'

/** Bytes received, from the first to the last of the headers. The body is not read. */
const maxBytes = 64 * 1024
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
  userAgent: string
}

/**
 * Without cookies, proxy, compression and redirects, on a connection of its own that ends with the headers.
 * @throws SiteError
 */
export async function requestSite(
  network: Network,
  url: URL,
  { signal, userAgent }: RequestOptions,
): Promise<SiteResponse> {
  try {
    const port = Number(url.port || (url.protocol === 'https:' ? 443 : 80))
    if (port !== 80 && port !== 443) throw new SiteError('port')
    const addresses = await checkedAddresses(network, url, signal)
    signal.throwIfAborted()
    const socket = network.connect(addresses.slice(0, maxAddresses), port)
    try {
      return await headersFrom(socket, url, { signal, userAgent, authorities: network.authorities })
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
  const addresses = isIP(host) ? [host] : await aborted(network.resolve(host, signal), signal)
  if (addresses.length === 0) throw new SiteError('no-host')
  if (!addresses.every(isPublicAddress)) throw new SiteError('private-address')
  return addresses
}

function headersFrom(
  connection: Socket,
  url: URL,
  { signal, userAgent, authorities }: RequestOptions & { authorities: string | undefined },
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
    method: 'GET',
    path: url.pathname + url.search,
    maxHeaderSize: maxBytes,
    insecureHTTPParser: false,
    headers: {
      Host: url.host,
      'User-Agent': userAgent,
      Accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'Accept-Language': 'en,*;q=0.5',
      'Accept-Encoding': 'identity',
      Connection: 'close',
    },
  })
  request.on('response', (response) => {
    response.on('error', () => {})
    resolve(read(response))
  })
  // Any number of them may come before the response.
  request.on('information', () => {
    if (connection.bytesRead > maxBytes) request.destroy(new SiteError('unreadable'))
  })
  request.on('upgrade', (response) => resolve(read(response)))
  request.on('error', reject)
  request.on('close', () => reject(new SiteError('no-connection')))
  const abort = () => request.destroy(signal.reason)
  signal.addEventListener('abort', abort)
  request.end()
  return promise.finally(() => {
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

/** The promise, or the reason of the signal. */
function aborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  return Promise.race([work, promise]).finally(() => signal.removeEventListener('abort', abort))
}

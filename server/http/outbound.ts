// Requests to what users give: the site of a project, a webhook, a mail server. They reach public IP addresses only.
import { Resolver } from 'node:dns/promises'
import { addAbortListener } from 'node:events'
import { isIP, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { buildConnector } from 'undici'

/** `no-network`: this server's own trouble, which says nothing about the other one. */
export type OutboundReason =
  | 'no-host'
  | 'no-connection'
  | 'no-network'
  | 'timeout'
  | 'certificate'
  | 'incomplete-certificate'
  | 'private-address'
  | 'port'
  | 'unreadable'

/** When it is needed: it is as large as all the rest of the server. */
const loadUndici = () => import('undici')

export class OutboundError extends Error {
  readonly reason: OutboundReason

  constructor(reason: OutboundReason, cause?: unknown) {
    super(reason, { cause })
    this.reason = reason
  }
}

/** Tests put another network in its place. */
export interface Network {
  /** @returns all IP addresses of a host name; none if it has none. Throws errors with a `code` of c-ares, ECANCELLED once aborted. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>
  /** Opens connections to these IP addresses, and to nothing else. */
  connector(addresses: readonly string[]): Promise<buildConnector.connector>
}

/** Milliseconds for a connection. */
const connectTimeout = 5_000
/** After this long the next IP address of a name is tried. */
const attemptTimeout = 1_500
/** Of headers, and received on a connection with all that TLS adds. The body is not read. */
const maxHeaderBytes = 64 * 1024
const maxBytes = 4 * maxHeaderBytes
/** Milliseconds between two looks at them. */
const watchInterval = 50

/** @param dnsServers IP addresses with ports; those of the system unless given */
export function openInternet(dnsServers?: string[]): Network {
  return {
    /**
     * By DNS alone, as the hosts file names this network. `dns.lookup` would hold threads of the process that hash
     * passwords and read files, for as long as a DNS server does not respond.
     */
    async resolve(hostname, signal) {
      const resolver = new Resolver({ timeout: 1_000, tries: 2 })
      if (dnsServers) resolver.setServers(dnsServers)
      using _cancelling = addAbortListener(signal, () => resolver.cancel())
      const families = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
      const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
      const failures = families.flatMap((family) => (family.status === 'rejected' ? family.reason : []))
      // Also where one of the two responded: its addresses come too late.
      const cancelled = failures.find(({ code }) => code === 'ECANCELLED')
      if (cancelled) throw cancelled
      const [failed] = failures
      if (addresses.length > 0 || !failed) return addresses
      if (!['ENOTFOUND', 'ENODATA'].includes(failed.code)) throw failed
      // A DNS server that does not know the root is that of a closed network, and says of every name that it is not there.
      await resolver.resolveNs('.').catch((error) => {
        throw new OutboundError('no-network', error)
      })
      return []
    },

    /** The name of the host is resolved no second time: the lookup gives what was checked. */
    async connector(addresses) {
      const { buildConnector } = await loadUndici()
      return buildConnector({
        timeout: connectTimeout,
        maxCachedSessions: 0,
        allowH2: false,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: attemptTimeout,
        lookup: (_host, _options, done) =>
          done(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          ),
      })
    },
  }
}

export interface OutboundResponse {
  status: number
  /** Those of each name, in their order. */
  headersOf(name: string): string[]
}

interface Sent {
  headers: Record<string, string>
  /** Makes it a POST. */
  body?: string
  /** Ends the request, whatever it waits for. */
  signal: AbortSignal
}

/**
 * Without cookies, proxy, compression and redirects, on a connection of its own that ends with the headers of the response.
 * @throws OutboundError
 */
export async function requestOutside(
  network: Network,
  url: URL,
  { headers, body, signal }: Sent,
): Promise<OutboundResponse> {
  const { Client } = await loadUndici()
  try {
    if (!['', '80', '443'].includes(url.port)) throw new OutboundError('port')
    const addresses = await checkedAddresses(network, url.hostname.replace(/^\[|\]$/g, ''), signal)
    signal.throwIfAborted()
    const client = new Client(url.origin, {
      connect: watched(await network.connector(addresses)),
      maxHeaderSize: maxHeaderBytes,
      pipelining: 0,
    })
    try {
      const response = await client.request({
        path: url.pathname + url.search,
        method: body === undefined ? 'GET' : 'POST',
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: body ?? null,
        signal,
      })
      response.body.on('error', () => {})
      return {
        status: response.statusCode,
        headersOf: (name) => [response.headers[name] ?? []].flat(),
      }
    } finally {
      void client.destroy()
    }
  } catch (error) {
    throw outboundErrorOf(error, signal)
  }
}

/**
 * A TCP connection for another protocol than HTTP.
 * @throws OutboundError
 */
export async function connectOutside(network: Network, host: string, port: number): Promise<Socket> {
  const signal = AbortSignal.timeout(connectTimeout)
  try {
    const connect = await network.connector(await checkedAddresses(network, host, signal))
    const target = { hostname: host, host, protocol: 'http:', port: String(port) }
    return await new Promise((resolve, reject) =>
      connect(target, (error, socket) => (socket ? resolve(socket) : reject(error))),
    )
  } catch (error) {
    throw outboundErrorOf(error, signal)
  }
}

/** Of several addresses one that is not public is enough: which one is connected to is the system's choice. */
async function checkedAddresses(network: Network, host: string, signal: AbortSignal): Promise<string[]> {
  const addresses = isIP(host) ? [host] : await network.resolve(host, signal)
  if (addresses.length === 0) throw new OutboundError('no-host')
  if (!addresses.every(isPublicAddress)) throw new OutboundError('private-address')
  return addresses
}

/** The parser counts neither what is around headers nor responses before the response. */
function watched(connect: buildConnector.connector): buildConnector.connector {
  return (options, done) =>
    connect(options, (...result) => {
      const socket = result[1]
      if (socket) {
        const watch = setInterval(() => {
          if (socket.bytesRead > maxBytes) socket.destroy(new OutboundError('unreadable'))
        }, watchInterval)
        socket.once('close', () => clearInterval(watch))
      }
      done(...result)
    })
}

/** All of IPv6 that is assigned for addresses on the internet. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3')
/** Of the host that a virtual machine on Azure runs on. Those of other clouds are in ranges that are not public. */
const hostOfAzure = '168.63.129.16'

/**
 * Neither loopback, private, link-local, multicast, reserved nor unspecified, and no IPv6 address that stands for an IPv4
 * address, as mapped ones, 6to4 and NAT64 do.
 * @param text as a resolver or a URL gives it; anything else is not public
 */
export function isPublicAddress(text: string): boolean {
  // Without a zone: `fe80::1%eth0` names an interface of this machine.
  if (isIP(text) === 0 || text.includes('%')) return false
  const address = ipaddr.parse(text)
  if (address.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv6 ? address.match(globalUnicast) : text !== hostOfAzure
}

/** DNS servers that do not respond, interfaces without a way out, rules of a firewall, too many open files. */
const ownTrouble = new Set(
  'ESERVFAIL ETIMEOUT EREFUSED ECANCELLED EAI_AGAIN ENETUNREACH ENETDOWN EHOSTUNREACH EADDRNOTAVAIL EACCES EPERM EMFILE ENFILE'.split(
    ' ',
  ),
)

/** A certificate of the chain is missing, which some browsers get by themselves. */
const incompleteChain = new Set([
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
])

/** @param signal whose end is the time limit */
function outboundErrorOf(error: unknown, signal: AbortSignal): OutboundError {
  if (error instanceof OutboundError) return error
  // DNS that takes as long as the whole request may is this network's trouble.
  const isTimeout = signal.aborted && (error as NodeJS.ErrnoException).code !== 'ECANCELLED'
  return new OutboundError(isTimeout ? 'timeout' : reasonOf(error), error)
}

/** From the errors of DNS, TCP, TLS and HTTP. */
function reasonOf(error: unknown): OutboundReason {
  const { code = '', syscall = '', name } = (error ?? {}) as NodeJS.ErrnoException
  // Of several addresses each failed in its own way.
  if (error instanceof AggregateError) {
    const codes = error.errors.map((one: NodeJS.ErrnoException) => one.code ?? '')
    if (codes.includes('ETIMEDOUT')) return 'timeout'
    return codes.every((one) => ownTrouble.has(one)) ? 'no-network' : 'no-connection'
  }
  if (code === 'ENOTFOUND' || code === 'ENODATA' || code === 'EBADNAME') return 'no-host'
  // Every other error of DNS is one of its servers.
  if (syscall.startsWith('query') || ownTrouble.has(code)) return 'no-network'
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT') return 'timeout'
  if (incompleteChain.has(code)) return 'incomplete-certificate'
  // Of undici's parser.
  if (name === 'HTTPParserError' || code === 'UND_ERR_HEADERS_OVERFLOW') return 'unreadable'
  // What a certificate lacks has a code without the E of system errors.
  if (/^(?:CERT_|ERR_TLS_|ERR_SSL_|EPROTO$|DEPTH_ZERO|SELF_SIGNED|HOSTNAME|INVALID_)/.test(code))
    return 'certificate'
  return 'no-connection'
}

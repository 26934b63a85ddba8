// Who sends a request: the client for limits and the log, the actor for the audit trail, and the token of a script.
import type { Context } from 'hono'
import ipaddr from 'ipaddr.js'
import { tokenPrefix } from '../../contract/settings.ts'
import type { Env } from './env.ts'

export interface Client {
  /** For the log; empty where the connection has no IP address. */
  ip: string
  /** For limits: the IP address, or the /64 of an IPv6 address, the smallest block that a customer is given. */
  key: string
  /** For the render queue: the IPv4 address, or the /48 of an IPv6 address, the largest block that a customer is given. */
  network: string
  /** All visitors may have this IP address: the peer is a proxy or this machine, and no trusted proxy names another. */
  isShared: boolean
  /**
   * Whether a limit of one client would be one of all visitors. Behind a trusted proxy, requests without a forwarded IP address
   * are one client.
   */
  isEverybody: boolean
}

type Address = ReturnType<typeof ipaddr.parse>

/** Characters of the longest form: IPv6 with an IPv4 tail, in brackets, with a zone and a port. */
const maxLength = 80
const notPublic = new Set([
  'loopback',
  'private',
  'uniqueLocal',
  'linkLocal',
  'carrierGradeNat',
  'unspecified',
])

/**
 * The peer of the connection, or with TRUST_PROXY=n the n-th entry from the right of X-Forwarded-For, which the
 * outermost trusted proxy wrote. Where that is missing or no IP address, the peer.
 */
export function clientOf(c: Context<Env>): Client {
  const { trustProxy } = c.var.context.config
  return clientAt(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for'), trustProxy)
}

/** As `clientOf`, of a request that Hono does not handle. */
export function clientAt(peerAddress = '', forwardedFor = '', trustProxy: number): Client {
  const peer = parseAddress(peerAddress)
  const forwarded = trustProxy > 0 ? forwardedFor.split(',').at(-trustProxy) : undefined
  const named = parseAddress(forwarded ?? '')
  const address = named ?? peer
  const isShared = !named && (!peer || notPublic.has(peer.range()))
  return {
    ip: address?.toString() ?? '',
    key: address ? blockOf(address) : 'unknown',
    network: address ? blockOf(address, 48) : 'unknown',
    isShared,
    isEverybody: isShared && trustProxy === 0,
  }
}

/** Also with a port, in brackets, with a zone, and IPv4 mapped to IPv6. Undefined for anything else. */
function parseAddress(text: string): Address | undefined {
  if (text.length > maxLength) return undefined
  const trimmed = text.trim()
  const [, bracketed] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(trimmed) ?? []
  const [, withPort] = /^([\d.]+):\d{1,5}$/.exec(trimmed) ?? []
  const [bare = ''] = (bracketed ?? withPort ?? trimmed).split('%', 1)
  // The library also accepts 127.1 and 0x7f000001, which no proxy writes.
  if (bracketed === undefined && ipaddr.IPv4.isValidFourPartDecimal(bare)) return ipaddr.IPv4.parse(bare)
  return ipaddr.IPv6.isValid(bare) ? ipaddr.process(bare) : undefined
}

/** An IPv4 address, or the /64 or /48 of an IPv6 address. */
function blockOf(address: Address, bits: 64 | 48 = 64): string {
  if (address.kind() === 'ipv4') return address.toString()
  return `${(address as ipaddr.IPv6).parts
    .slice(0, bits / 16)
    .map((part) => part.toString(16))
    .join(':')}::/${bits}`
}

/** The part of a client that is recorded. */
export type AuditClient = Pick<Client, 'key' | 'isShared'>

/**
 * `admin` and `user` are signed in or have just proved who they are, a `visitor` is neither, and the `operator` of the
 * server uses its settings or commands.
 */
export type Actor =
  | { role: 'admin' | 'user'; id: string; email: string; client: AuditClient }
  | { role: 'visitor'; client: AuditClient }
  | { role: 'operator' }

export type SignedInActor = Extract<Actor, { id: string }>

/** @returns the token of an `Authorization: Bearer` header, '' for one that is empty, null without such a header. */
export function bearerOf(c: Context<Env>): string | null {
  const [, token] = /^Bearer\b *(\S*)/i.exec(c.req.header('authorization') ?? '') ?? []
  return token ?? null
}

/** What looks like an access token of this product. A proxy in front may send others, which are none of its business. */
export function accessTokenOf(c: Context<Env>): string | null {
  const token = bearerOf(c)
  return token?.startsWith(tokenPrefix) ? token : null
}

// How the check of a project's site reaches the internet. Tests put another network in its place.
import { Resolver } from 'node:dns/promises'
import { connect, isIP, type Socket } from 'node:net'
import { SiteError } from './site-errors.ts'

export interface Network {
  /** @returns all IP addresses of a host name; none if it has none. Throws errors with a `code` of c-ares. */
  resolve(hostname: string, signal: AbortSignal): Promise<string[]>
  /** Opens a connection to one of these IP addresses, and to nothing else. */
  connect(addresses: readonly string[], port: number): Socket
  /** Certificate authorities in PEM; those of Node.js unless given. */
  readonly authorities?: string
}

/**
 * Milliseconds: for one attempt, for the addresses of a name, and for what a name that is absent needs then. Together less than
 * a check may take: a DNS server that is away must not look like a site that is.
 */
const dnsLimits = { attempt: 1_000, names: 2_000, absence: 1_500 }
/** After this long the next IP address of a name is tried. */
const attemptTimeout = 1_500

/** What a name without addresses of one family fails with. */
const absent = ['ENOTFOUND', 'ENODATA']

/** @param dnsServers IP addresses with ports; those of the system unless given */
export function openInternet(dnsServers?: string[], limits = dnsLimits): Network {
  return {
    /**
     * By DNS alone, as the hosts file names this network. `dns.lookup` would hold threads of the process that hash
     * passwords and read files, for as long as a DNS server does not respond.
     */
    async resolve(hostname, signal) {
      const resolver = new Resolver({ timeout: limits.attempt, tries: 2 })
      if (dnsServers) resolver.setServers(dnsServers)
      const cancel = () => resolver.cancel()
      signal.addEventListener('abort', cancel)
      try {
        // Where one family is late, the other one is taken.
        const families = await within(limits.names, resolver, () =>
          Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]),
        )
        const addresses = families.flatMap((family) => (family.status === 'fulfilled' ? family.value : []))
        const failed = families.find(({ status }) => status === 'rejected') as
          | PromiseRejectedResult
          | undefined
        if (addresses.length === 0 && failed && !absent.includes(failed.reason?.code)) throw failed.reason
        if (addresses.length === 0) await within(limits.absence, resolver, () => requireInternet(resolver))
        return addresses
      } finally {
        signal.removeEventListener('abort', cancel)
      }
    },

    /** The name of the host never gets here, so that nothing can resolve it a second time. */
    connect: (addresses, port) =>
      connect({
        host: 'checked',
        port,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: attemptTimeout,
        lookup: (_host, _options, done) =>
          done(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          ),
      }),
  }
}

/** Cancels what is not resolved by then, which fails with ECANCELLED. */
async function within<Result>(
  ms: number,
  resolver: Resolver,
  resolve: () => Promise<Result>,
): Promise<Result> {
  const timer = setTimeout(() => resolver.cancel(), ms)
  try {
    return await resolve()
  } finally {
    clearTimeout(timer)
  }
}

/** A DNS server that knows neither the root nor .com is that of a closed network, and says of every name that it is not there. */
async function requireInternet(resolver: Resolver): Promise<void> {
  try {
    await Promise.any([resolver.resolveNs('.'), resolver.resolveSoa('com')])
  } catch (error) {
    throw new SiteError('no-network', error)
  }
}

// A network for what the product requests: host names with addresses of the internet, behind which servers of the test
// respond. Everything but the connection itself is the product's.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setDefaultCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { freePort } from '../server-process.ts'
import { secureIdentity, startSmtpPeer } from './smtp-peer.ts'

/** An address of the internet, which no test connects to. */
export const publicAddress = '93.184.215.14'

export type TestNetwork = Awaited<ReturnType<typeof startTestNetwork>>

/**
 * A network with a web server for all names, and a mail server at ports 465 and 587. An app is in it once it has been assigned
 * to its `context.network`.
 * @param respond handles requests, on port 80 as on port 443
 */
export async function startTestNetwork(respond: RequestListener = () => {}) {
  const tls = { cert: secureIdentity, key: secureIdentity }
  const web = [createServer(respond), createTlsServer(tls, respond)]
  const free = await Promise.all([freePort(), freePort()])
  await Promise.all(web.map((server, index) => once(server.listen(free[index], '127.0.0.1'), 'listening')))
  const [peer, starttls] = await Promise.all([startSmtpPeer('smtps'), startSmtpPeer('starttls')])
  const ports = { 80: free[0], 443: free[1], 465: peer.port, 587: starttls.port }
  /** The IP addresses of each name, or the error that resolving it fails with. */
  const hosts: Record<string, string[] | Error> = { 'secure.example': [publicAddress] }
  /** What was connected to, in order. */
  const connections: { addresses: readonly string[]; port: number }[] = []
  setDefaultCACertificates([secureIdentity])
  return {
    hosts,
    connections,
    /** The mail server at port 465. */
    peer,
    async resolve(name: string, _signal?: AbortSignal) {
      const addresses = hosts[name] ?? []
      if (addresses instanceof Error) throw addresses
      return addresses
    },
    async connector(addresses: readonly string[]): Promise<buildConnector.connector> {
      const connect = buildConnector({})
      return (options, done) => {
        const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
        connections.push({ addresses, port })
        connect({ ...options, hostname: '127.0.0.1', port: String(ports[port as keyof typeof ports]) }, done)
      }
    },
    async stop() {
      // Nobody else's are needed: no test connects to the internet.
      setDefaultCACertificates([])
      for (const server of web) {
        server.closeAllConnections()
        await server[Symbol.asyncDispose]()
      }
      await Promise.all([peer.stop(), starttls.stop()])
    },
  }
}

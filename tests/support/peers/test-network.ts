// A network for what the product requests: host names with addresses of the internet, behind which servers of the test
// respond. Everything but the connection itself is the product's.
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { setDefaultCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { onTestFinished } from 'vitest'
import type { AppContext } from '../../../server/context.ts'
import type { JobRow } from '../../../server/db/tables.ts'
import { previewJobs } from '../../../server/preview/check-job.ts'
import { checksKind } from '../../../server/preview/check-rows.ts'
import { listeningPort } from '../server-process.ts'
import { secureIdentity, startSmtpPeer } from './smtp-peer.ts'

/** An address of the internet, which no test connects to. */
export const publicAddress = '93.184.215.14'

export type TestNetwork = Awaited<ReturnType<typeof startTestNetwork>>

/**
 * A network with a web server for all names, and a mail server at ports 465 and 587.
 * @param respond handles requests, on port 80 as on port 443
 * @param more names than site.example and secure.example: the IP addresses of each, or the error that resolving it fails with
 */
export async function startTestNetwork(
  respond: RequestListener = () => {},
  more: Record<string, string[] | Error> = {},
) {
  const tls = { cert: secureIdentity, key: secureIdentity }
  const web = [createServer(respond), createTlsServer(tls, respond)]
  const [plain, encrypted] = await Promise.all(web.map(listeningPort))
  const [peer, starttls] = await Promise.all([startSmtpPeer('smtps'), startSmtpPeer('starttls')])
  const ports = { 80: plain, 443: encrypted, 465: peer.port, 587: starttls.port }
  const known = { 'site.example': [publicAddress], 'secure.example': [publicAddress] }
  const hosts: Record<string, string[] | Error> = { ...known, ...more }
  /** What was connected to, in order. */
  const connections: { addresses: readonly string[]; port: number }[] = []
  /** Names that were resolved, in order. */
  const resolved: string[] = []
  setDefaultCACertificates([secureIdentity])
  return {
    hosts,
    connections,
    resolved,
    /** The mail server at port 465. */
    peer,
    async resolve(name: string, _signal?: AbortSignal) {
      resolved.push(name)
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

/** Such a network for one test. */
export async function testNetwork(...of: Parameters<typeof startTestNetwork>) {
  const network = await startTestNetwork(...of)
  onTestFinished(() => network.stop())
  return network
}

/** What the job does every minute. */
export async function checkProjects(context: AppContext): Promise<void> {
  const { signal } = new AbortController()
  await previewJobs[checksKind]?.run(context, {} as JobRow, signal)
}

export const mailAccount = {
  host: 'secure.example',
  port: 465,
  address: 'juno@secure.example',
  password: 'abcd-efgh-ijkl',
}

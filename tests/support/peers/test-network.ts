// A network for what the product requests: host names with addresses of the internet, behind which a server of the test
// responds. Everything but the connection itself is the product's.
import { createServer, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { onTestFinished } from 'vitest'
import type { AppContext } from '../../../server/context.ts'
import { reschedule } from '../../../server/jobs/jobs.ts'
import { checksKind } from '../../../server/preview/check-rows.ts'
import { runDue } from '../evidence.ts'
import { listeningPort } from '../server-process.ts'
import { startSmtpPeer } from './smtp-peer.ts'

/** Of secure.example, signed by itself; known to this test only. */
const certificate = `-----BEGIN CERTIFICATE-----
MIIBpDCCAUqgAwIBAgIUI2N4c9xiZvzLAQbPdCtJQDsGY/AwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOc2VjdXJlLmV4YW1wbGUwIBcNMjYxMTIyMTcwMzE5WhgPMjEy
NjEwMjkxNzAzMTlaMBkxFzAVBgNVBAMMDnNlY3VyZS5leGFtcGxlMFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEyo+tPqBXFVUzhq4GboDAXF7cESnILyDDQu1/tUp3
f59R7Z1gapxGZ2hDJESISSktsV/B5ujtqvq0+b0p0/8QsqNuMGwwHQYDVR0OBBYE
FIKvvelui1HGoqnNIVlhucmjzyN6MB8GA1UdIwQYMBaAFIKvvelui1HGoqnNIVlh
ucmjzyN6MA8GA1UdEwEB/wQFMAMBAf8wGQYDVR0RBBIwEIIOc2VjdXJlLmV4YW1w
bGUwCgYIKoZIzj0EAwIDSAAwRQIhAMlcZ47TDGgSKzxHrWUR7sfaA9L4zY571saC
Vn6Xox1QAiASELyCB30NIDctvhM6igJXIM+lm+BcZj10MwxiZxHrAQ==
-----END CERTIFICATE-----
`
const key = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgzwkDrv0D6+Nq0+e2
EJBgmM+Pfi775cZIumoQg7kMnimhRANCAATKj60+oFcVVTOGrgZugMBcXtwRKcgv
IMNC7X+1Snd/n1HtnWBqnEZnaEMkRIhJKS2xX8Hm6O2q+rT5vSnT/xCy
-----END PRIVATE KEY-----
`

/** Whose certificate nobody trusts but whom a test tells. */
const secureHost = 'secure.example'

/** An address of the internet, which no test connects to. */
export const publicAddress = '93.184.215.14'

export type TestNetwork = Awaited<ReturnType<typeof startTestNetwork>>

/**
 * A network without a server.
 * @param hosts the IP addresses of each name, or the error that resolving it fails with; other names do not exist
 * @param local by a port of theirs the port of this machine that responds in its place
 */
function networkOf(hosts: Record<string, string[] | Error>, local: Record<number, number>) {
  /** What was connected to, in order. */
  const connections: { addresses: readonly string[]; port: number }[] = []
  /** Names that were resolved, in order. */
  const resolved: string[] = []
  return {
    hosts,
    connections,
    resolved,
    /** In PEM; undefined: those of Node.js. */
    authorities: certificate as string | undefined,
    async resolve(name: string, _signal?: AbortSignal) {
      resolved.push(name)
      const addresses = hosts[name] ?? []
      if (addresses instanceof Error) throw addresses
      return addresses
    },
    async connector(addresses: readonly string[]): Promise<buildConnector.connector> {
      const connect = buildConnector({
        ca: this.authorities,
        maxCachedSessions: 0,
        lookup: (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
      })
      return (options, done) => {
        const port = Number(options.port) || (options.protocol === 'https:' ? 443 : 80)
        connections.push({ addresses, port })
        const hostname = /[^\d.]/.test(options.hostname) ? options.hostname : 'localhost'
        connect({ ...options, hostname, port: String(local[port]) }, done)
      }
    },
  }
}

/**
 * @param respond handles requests, on port 80 as on port 443
 * @param hosts more than site.example and secure.example
 */
export async function startTestNetwork(
  respond: RequestListener,
  hosts: Record<string, string[] | Error> = {},
) {
  const servers: Server[] = [createServer(respond), createTlsServer({ cert: certificate, key }, respond)]
  const [plain = 0, encrypted = 0] = await Promise.all(servers.map(listeningPort))
  const known = { 'site.example': [publicAddress], [secureHost]: [publicAddress] }
  return {
    ...networkOf({ ...known, ...hosts }, { 80: plain, 443: encrypted }),
    async stop() {
      for (const server of servers) {
        server.closeAllConnections()
        await server[Symbol.asyncDispose]()
      }
    },
  }
}

/** Such a network for one test. */
export async function testNetwork(...of: Parameters<typeof startTestNetwork>) {
  const network = await startTestNetwork(...of)
  onTestFinished(() => network.stop())
  return network
}

/** What the job does within the next minute. */
export async function checkProjects(context: AppContext): Promise<void> {
  await reschedule(context, context.db, checksKind, context.now())
  await runDue(context, 'previews')
  const failed = context.db.selectFrom('jobs').select('error').where('kind', '=', checksKind)
  for (const { error } of await failed.where('error', 'is not', null).execute())
    throw new Error(`the sites were not checked: ${error}`)
}

export type MailNetwork = Awaited<ReturnType<typeof startMailNetwork>>

/** A network with one mail server, secure.example, at a public IP address, behind which the test responds on ports 465 and 587. */
export async function startMailNetwork() {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, certificate])
  const options = { login: true, host: { cert: certificate, key } }
  const [peer, starttls] = await Promise.all([
    startSmtpPeer({ ...options, tls: 'smtps' }),
    startSmtpPeer({ ...options, tls: 'starttls' }),
  ])
  return {
    ...networkOf({ [secureHost]: [publicAddress] }, { 465: peer.port, 587: starttls.port }),
    /** The server at port 465. */
    peer,
    async stop() {
      setDefaultCACertificates(before)
      await Promise.all([peer.stop(), starttls.stop()])
    },
  }
}

export const mailAccount = {
  host: secureHost,
  port: 465,
  address: 'juno@secure.example',
  password: 'abcd-efgh-ijkl',
}

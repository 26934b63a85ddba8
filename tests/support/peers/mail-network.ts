// A network with one mail server, secure.example, at a public IP address behind which a server of the test responds on
// ports 465 and 587. Everything but the TCP connection itself is the product's.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { buildConnector } from 'undici'
import type { Network } from '../../../server/http/outbound.ts'
import { type SmtpPeer, startSmtpPeer } from './smtp-peer.ts'
import { publicAddress, secureHost } from './test-network.ts'

export interface MailNetwork extends Network {
  /** The server at port 465. */
  peer: SmtpPeer
  /** The IP addresses of each name; other names do not exist. */
  hosts: Record<string, string[]>
  /** What was connected to, in order. */
  connections: { addresses: readonly string[]; port: number }[]
  stop(): Promise<void>
}

export async function startMailNetwork(): Promise<MailNetwork> {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, secureHost.cert])
  const options = { login: true, host: secureHost }
  const [peer, starttls] = await Promise.all([
    startSmtpPeer({ ...options, tls: 'smtps' }),
    startSmtpPeer({ ...options, tls: 'starttls' }),
  ])
  const network: MailNetwork = {
    peer,
    hosts: { [secureHost.name]: [publicAddress] },
    connections: [],
    resolve: async (name) => network.hosts[name] ?? [],
    connector: async (addresses) => (target, done) => {
      const port = Number(target.port)
      network.connections.push({ addresses, port })
      const to = String((port === 465 ? peer : starttls).port)
      buildConnector({})({ ...target, hostname: '127.0.0.1', host: '127.0.0.1', port: to }, done)
    },
    async stop() {
      setDefaultCACertificates(before)
      await Promise.all([peer.stop(), starttls.stop()])
    },
  }
  return network
}

export const mailAccount = {
  host: secureHost.name,
  port: 465,
  address: 'juno@secure.example',
  password: 'abcd-efgh-ijkl',
}

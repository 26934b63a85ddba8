// A network with one mail server, secure.example, at a public IP address behind which a server of the test responds on
// ports 465 and 587.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startSmtpPeer } from './smtp-peer.ts'
import { networkOf, publicAddress, secureHost } from './test-network.ts'

export type MailNetwork = Awaited<ReturnType<typeof startMailNetwork>>

export async function startMailNetwork() {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, secureHost.cert])
  const options = { login: true, host: secureHost }
  const [peer, starttls] = await Promise.all([
    startSmtpPeer({ ...options, tls: 'smtps' }),
    startSmtpPeer({ ...options, tls: 'starttls' }),
  ])
  return {
    ...networkOf({ [secureHost.name]: [publicAddress] }, { 465: peer.port, 587: starttls.port }),
    /** The server at port 465. */
    peer,
    async stop() {
      setDefaultCACertificates(before)
      await Promise.all([peer.stop(), starttls.stop()])
    },
  }
}

export const mailAccount = {
  host: secureHost.name,
  port: 465,
  address: 'juno@secure.example',
  password: 'abcd-efgh-ijkl',
}

// A mail server that really speaks SMTP: it accepts emails, rejects them for good or for now, or hangs.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** How the next emails are handled. `hang` accepts the connection and the greeting and then sends nothing more. */
export type Mode = 'accept' | 'reject' | 'defer' | 'hang'

export interface ReceivedEmail extends Email {
  /** The email as it was received. */
  raw: string
  /** Recipients of the envelope, not of the headers. */
  recipients: string[]
}

export interface SmtpPeer {
  url: string
  port: number
  /** The mode for single recipients; all others have `mode`. */
  modeOf: Map<string, Mode>
  /** The reply to single recipients, code and text. */
  replyTo: Map<string, string>
  /** Replies that reject a step before a recipient is named; null accepts it. */
  rejects: { connect: string | null; login: string | null; sender: string | null }
  emails: ReceivedEmail[]
  mode: Mode
  /** Resolves with all emails once there are this many. */
  arrived(count: number): Promise<ReceivedEmail[]>
  /** How many recipients have been named, accepted or not. */
  readonly offers: number
  /** Resolves once there are this many `offers`. */
  offered(count: number): Promise<void>
  stop(): Promise<void>
}

export const rejectedReply = '550 5.1.1 No such user here'
export const deferredReply = '451 4.3.0 Try again later'

/**
 * @param options.login the server requires a login and offers it without TLS
 * @param options.tls the server encrypts, with a certificate that nobody trusts
 */
export async function startSmtpPeer(
  options: { login?: boolean; tls?: 'starttls' | 'smtps' } = {},
): Promise<SmtpPeer> {
  const emails: ReceivedEmail[] = []
  const waiting = new Set<() => void>()
  let offers = 0
  const changed = () => {
    for (const look of waiting) look()
  }
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return
        waiting.delete(look)
        resolve()
      }
      waiting.add(look)
      look()
    })

  const server = new SMTPServer({
    disabledCommands: [
      ...(options.login ? [] : ['AUTH']),
      ...(options.tls === 'starttls' ? [] : ['STARTTLS']),
    ],
    secure: options.tls === 'smtps',
    allowInsecureAuth: true,
    authOptional: !options.login,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      done(rejection(peer.rejects.connect))
    },
    onAuth({ username }, _session, done) {
      const error = rejection(peer.rejects.login)
      if (error) done(error)
      else done(null, { user: username })
    },
    onMailFrom(_address, _session, done) {
      done(rejection(peer.rejects.sender))
    },
    onRcptTo({ address }, _session, done) {
      offers++
      changed()
      const reply = peer.replyTo.get(address)
      if (reply) return done(rejection(reply))
      const mode = peer.modeOf.get(address) ?? peer.mode
      if (mode === 'hang') return
      if (mode === 'accept') return done()
      // Like real servers, it names the recipient.
      done(rejection(`${mode === 'reject' ? rejectedReply : deferredReply} <${address}>`))
    },
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch {
        // The client has disconnected: nothing was accepted.
        return
      }
      const raw = Buffer.concat(chunks)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      emails.push({ ...(await PostalMime.parse(raw)), raw: raw.toString('utf8'), recipients })
      done()
      changed()
    },
  })
  // A client that disconnects in the middle is no error of the test.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  const peer: SmtpPeer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    modeOf: new Map(),
    replyTo: new Map(),
    rejects: { connect: null, login: null, sender: null },
    emails,
    mode: 'accept',
    get offers() {
      return offers
    },
    async arrived(count) {
      await until(() => emails.length >= count)
      return emails
    },
    offered: (count) => until(() => offers >= count),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return peer
}

/** @param reply code and text, as they are sent */
function rejection(reply: string | null): Error | null {
  if (reply === null) return null
  const [code, ...text] = reply.split(' ')
  return Object.assign(new Error(text.join(' ')), { responseCode: Number(code) })
}

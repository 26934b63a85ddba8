// A mail server of our own that really speaks SMTP: takes messages, rejects them for good or for a while, or hangs.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** What the next emails meet. `hang` accepts the connection and the greeting and then says nothing more. */
export type Manner = 'accept' | 'refuse' | 'later' | 'hang'

export interface ReceivedEmail extends Email {
  /** The email as it came over the wire. */
  raw: string
  /** Recipients of the envelope, not of the header. */
  recipients: string[]
}

export interface SmtpPeer {
  url: string
  port: number
  /** What single recipients meet, whatever `manner` says. */
  mannerOf: Map<string, Manner>
  /** What single recipients are answered, code and words. */
  replyTo: Map<string, string>
  /** Rejections before a recipient is named, by step; null lets everybody through. */
  rejects: { connect: string | null; login: string | null; sender: string | null }
  emails: ReceivedEmail[]
  manner: Manner
  /** Resolves with all emails once there are this many. */
  arrived(count: number): Promise<ReceivedEmail[]>
  /** Resolves once this many emails have been offered, whatever became of them. */
  offered(count: number): Promise<void>
  stop(): Promise<void>
}

export const refusal = '550 5.1.1 No such person here'
export const delay = '451 4.3.0 Try again later'

/**
 * @param options.login the server wants a login and offers it without TLS
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
    onRcptTo({ address }, _session, answer) {
      offers++
      changed()
      const reply = peer.replyTo.get(address)
      if (reply) return answer(rejection(reply))
      const manner = peer.mannerOf.get(address) ?? peer.manner
      if (manner === 'hang') return
      if (manner === 'accept') return answer()
      // As real ones do, it names the person.
      answer(rejection(`${manner === 'refuse' ? refusal : delay} <${address}>`))
    },
    async onData(stream, session, answer) {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch {
        // The client is gone: nothing was taken.
        return
      }
      const raw = Buffer.concat(chunks)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      emails.push({ ...(await PostalMime.parse(raw)), raw: raw.toString('utf8'), recipients })
      answer()
      changed()
    },
  })
  // A client that goes away in the middle of a conversation is no fault of the test.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  const peer: SmtpPeer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mannerOf: new Map(),
    replyTo: new Map(),
    rejects: { connect: null, login: null, sender: null },
    emails,
    manner: 'accept',
    async arrived(count) {
      await until(() => emails.length >= count)
      return emails
    },
    offered: (count) => until(() => offers >= count),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return peer
}

/** @param reply code and words, as they go over the wire */
function rejection(reply: string | null): Error | null {
  if (reply === null) return null
  const [code, ...words] = reply.split(' ')
  return Object.assign(new Error(words.join(' ')), { responseCode: Number(code) })
}

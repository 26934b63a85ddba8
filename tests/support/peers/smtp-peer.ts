// A mail server that really speaks SMTP: it accepts emails, rejects them for good or for now, or fails in other ways.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../server-process.ts'

/** What becomes of the next emails. */
export type Mode =
  | 'accept'
  /** No greeting. */
  | 'silent'
  /** No reply to the message, which is not read either. */
  | 'hang'
  /** The message is accepted, and the connection closed in place of the reply. */
  | 'lose-reply'
  /** A reply to the sender that never ends and is never silent. */
  | 'drip'

export type SmtpPeer = Awaited<ReturnType<typeof startSmtpPeer>>

export const rejectedReply = '550 5.1.1 No such user here'
export const deferredReply = '451 4.3.0 Try again later'

/**
 * @param options.login the server requires a login and offers it without TLS
 * @param options.tls the server encrypts, with a certificate that nobody trusts unless `host` has another one
 */
export async function startSmtpPeer(
  options: { login?: boolean; tls?: 'starttls' | 'smtps'; host?: { cert: string; key: string } } = {},
) {
  /** By the port of the client. */
  const sockets = new Map<number, Socket>()

  const server = new SMTPServer({
    disabledCommands: [
      ...(options.login ? [] : ['AUTH']),
      ...(options.tls === 'starttls' ? [] : ['STARTTLS']),
    ],
    secure: options.tls === 'smtps',
    ...options.host,
    allowInsecureAuth: true,
    authOptional: !options.login,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      if (peer.mode !== 'silent') done(rejection('connect'))
    },
    onAuth({ username }, _session, done) {
      const error = rejection('login')
      if (error) done(error)
      else done(null, { user: username })
    },
    onMailFrom(_address, session, done) {
      if (peer.mode === 'drip') drip(sockets.get(session.remotePort))
      else done(rejection('sender'))
    },
    onRcptTo: ({ address }, _session, done) => done(rejection(address) ?? rejection('recipient')),
    async onData(stream, session, done) {
      const { mode } = peer
      peer.begun++
      if (mode === 'hang') return
      // A client that has disconnected has sent nothing.
      const chunks = await stream.toArray().catch(() => null)
      if (!chunks) return
      const raw = Buffer.concat(chunks)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const isAnswered = mode !== 'lose-reply'
      const email = await PostalMime.parse(raw)
      peer.emails.push({ ...email, raw: raw.toString('utf8'), recipients, isAnswered })
      if (isAnswered) done()
      else sockets.get(session.remotePort)?.destroy()
    },
  })
  // A client that disconnects in the middle is no error of the test.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    peer.connections++
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
    socket.on('error', () => {})
    if (!options.tls) socket.on('data', (chunk) => (peer.seen += chunk.toString('latin1')))
  })
  // Of a range from which the system gives none away, so that it can be opened again.
  const port = await freePort()

  const peer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mode: 'accept' as Mode,
    /** Code and text with which it rejects a step (connect, login, sender, recipient) or one recipient. */
    rejects: new Map<string, string>(),
    /** Each with its bytes, the recipients of the envelope, not of the headers, and whether the reply was sent. */
    emails: [] as (Email & { raw: string; recipients: string[]; isAnswered: boolean })[],
    /** How many connections there have been. */
    connections: 0,
    /** The bytes of clients, as text. */
    seen: '',
    /** How many messages have begun, accepted or not. */
    begun: 0,
    /** Resolves with all emails once there are this many. */
    async arrived(count: number) {
      while (peer.emails.length < count) await delay(10)
      return peer.emails
    },
    /** Cuts every connection and closes the port; `listen` opens it again. */
    async stop() {
      // Node.js crashes where a socket is destroyed under TLS.
      if (options.tls) return new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets.values()) socket.destroy()
      await server.server[Symbol.asyncDispose]()
    },
    async listen() {
      if (!server.server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
  const rejection = (what: string) => errorOf(peer.rejects.get(what))
  await peer.listen()
  return peer
}

/** Twice a second, which is less than any server's silence may last. */
function drip(socket?: Socket): void {
  const timer = setInterval(() => socket?.write('250-'), 500)
  socket?.on('close', () => clearInterval(timer))
}

/** @param reply code and text, as they are sent */
function errorOf(reply?: string): Error | null {
  const [code, ...text] = reply?.split(' ') ?? []
  return code ? Object.assign(new Error(text.join(' ')), { responseCode: Number(code) }) : null
}

// A mail server that really speaks SMTP: it accepts emails, rejects them for good or for now, or fails in other ways.
import { EventEmitter, once } from 'node:events'
import type { Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../server-process.ts'

/** What becomes of the next emails. */
export type Mode =
  | 'accept'
  | 'reject'
  | 'defer'
  /** No greeting. */
  | 'silent'
  /** No reply to a recipient. */
  | 'hang'
  /** No reply to the message, which is not read either. */
  | 'hang-in-data'
  /** The connection is closed in the middle of the message. */
  | 'drop-in-data'
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
  const events = new EventEmitter().setMaxListeners(0)
  /** By the port of the client. */
  const sockets = new Map<number, Socket>()
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await once(events, 'change')
  }

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
    onRcptTo({ address }, _session, done) {
      peer.offers++
      events.emit('change')
      if (peer.mode === 'hang' || address === peer.hangsFor) return
      // Like real servers, it names the recipient.
      if (peer.mode === 'reject') done(errorOf(`${rejectedReply} <${address}>`))
      else if (peer.mode === 'defer') done(errorOf(`${deferredReply} <${address}>`))
      else done(rejection(address))
    },
    async onData(stream, session, done) {
      const { mode } = peer
      const cut = () => sockets.get(session.remotePort)?.destroy()
      if (mode === 'hang-in-data') return
      if (mode === 'drop-in-data') return cut()
      // A client that has disconnected has sent nothing.
      const chunks = await stream.toArray().catch(() => null)
      if (!chunks) return
      const raw = Buffer.concat(chunks)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const email = { ...(await PostalMime.parse(raw)), raw: raw.toString('utf8'), recipients }
      peer.emails.push(email)
      if (mode === 'lose-reply') {
        peer.repliesLost.push(email.messageId ?? '')
        cut()
      } else done()
      events.emit('change')
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
    /** Code and text with which it rejects a step (connect, login, sender) or a recipient. */
    rejects: new Map<string, string>(),
    /** A recipient to whom there is no reply. */
    hangsFor: '',
    /** Each with its bytes, and the recipients of the envelope, not of the headers. */
    emails: [] as (Email & { raw: string; recipients: string[] })[],
    /** Message-IDs of accepted messages, one for each reply that was lost. */
    repliesLost: [] as string[],
    /** How many connections there have been. */
    connections: 0,
    /** The bytes of clients, as text. */
    seen: '',
    /** How many recipients have been named, accepted or not. */
    offers: 0,
    /** Resolves once there are this many of them. */
    offered: (count: number) => until(() => peer.offers >= count),
    /** Resolves with all emails once there are this many. */
    async arrived(count: number) {
      await until(() => peer.emails.length >= count)
      return peer.emails
    },
    /** Cuts every connection and closes the port; `listen` opens it again. */
    async stop() {
      if (!server.server.listening) return
      // Node.js crashes where a socket is destroyed under TLS.
      if (options.tls) return new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets.values()) socket.destroy()
      await server.server[Symbol.asyncDispose]()
    },
    async listen() {
      if (server.server.listening) return
      await once(server.listen(port, '127.0.0.1'), 'listening')
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

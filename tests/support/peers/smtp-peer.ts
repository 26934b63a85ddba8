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
  /** 421 instead of a greeting. */
  | 'busy'
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
  /** After the greeting, replies are sent byte by byte. */
  | 'drip'

export type SmtpPeer = Awaited<ReturnType<typeof startSmtpPeer>>

export const rejectedReply = '550 5.1.1 No such user here'
export const deferredReply = '451 4.3.0 Try again later'

/** Milliseconds between two bytes: less than any server's silence may last. */
const dripInterval = 500

/**
 * @param options.login the server requires a login and offers it without TLS
 * @param options.tls the server encrypts, with a certificate that nobody trusts unless `host` has another one
 */
export async function startSmtpPeer(
  options: { login?: boolean; tls?: 'starttls' | 'smtps'; host?: { cert: string; key: string } } = {},
) {
  /** Each with its bytes, and the recipients of the envelope, not of the headers. */
  const emails: (Email & { raw: string; recipients: string[] })[] = []
  const events = new EventEmitter().setMaxListeners(0)
  /** By the port of the client. */
  const sockets = new Map<number, Socket>()
  let offers = 0
  let connections = 0
  let seen = ''
  const until = async (isSo: () => boolean) => {
    while (!isSo()) await once(events, 'change')
  }

  const server = new SMTPServer({
    disabledCommands: [
      ...(options.login ? [] : ['AUTH']),
      ...(options.tls === 'starttls' ? [] : ['STARTTLS']),
    ],
    secure: options.tls === 'smtps',
    ...(options.host && { cert: options.host.cert, key: options.host.key }),
    allowInsecureAuth: true,
    authOptional: !options.login,
    disableReverseLookup: true,
    closeTimeout: 50,
    onConnect(_session, done) {
      if (peer.mode === 'silent') return
      done(rejection(peer.mode === 'busy' ? '421 4.3.2 Too many connections' : peer.rejects.connect))
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
      events.emit('change')
      const reply = peer.replyTo.get(address)
      if (reply) return done(rejection(reply))
      const mode = peer.modeOf.get(address) ?? peer.mode
      if (mode === 'hang') return
      if (mode !== 'reject' && mode !== 'defer') return done()
      // Like real servers, it names the recipient.
      done(rejection(`${mode === 'reject' ? rejectedReply : deferredReply} <${address}>`))
    },
    async onData(stream, session, done) {
      const { mode } = peer
      const cut = () => sockets.get(session.remotePort)?.destroy()
      if (mode === 'hang-in-data') return
      if (mode === 'drop-in-data') return cut()
      const chunks: Buffer[] = []
      try {
        for await (const chunk of stream) chunks.push(chunk)
      } catch {
        // The client has disconnected: nothing was accepted.
        return
      }
      const raw = Buffer.concat(chunks)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const email = { ...(await PostalMime.parse(raw)), raw: raw.toString('utf8'), recipients }
      emails.push(email)
      if (mode === 'lose-reply') {
        const { messageId = '' } = email
        peer.repliesLost.set(messageId, (peer.repliesLost.get(messageId) ?? 0) + 1)
        cut()
      } else done()
      events.emit('change')
    },
  })
  // A client that disconnects in the middle is no error of the test.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    connections++
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    socket.on('close', () => sockets.delete(port))
    socket.on('error', () => {})
    if (!options.tls) socket.on('data', (chunk) => (seen += chunk.toString('latin1')))
    if (peer.mode === 'drip') drip(socket)
  })
  // Of a range from which the system gives none away, so that it can be opened again.
  const port = await freePort()

  const peer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    mode: 'accept' as Mode,
    /** The mode for single recipients; all others have `mode`. */
    modeOf: new Map<string, Mode>(),
    /** The reply to single recipients, code and text. */
    replyTo: new Map<string, string>(),
    /** Replies that reject a step before a recipient is named; null accepts it. */
    rejects: { connect: null, login: null, sender: null } as Record<
      'connect' | 'login' | 'sender',
      string | null
    >,
    emails,
    /** How often the reply to an accepted message was lost, by Message-ID. */
    repliesLost: new Map<string, number>(),
    /** How many connections there have been. */
    get connections() {
      return connections
    },
    /** The bytes of clients, as text. */
    get seen() {
      return seen
    },
    /** How many recipients have been named, accepted or not. */
    get offers() {
      return offers
    },
    /** Resolves once there are this many of them. */
    offered: (count: number) => until(() => offers >= count),
    /** Resolves with all emails once there are this many. */
    async arrived(count: number) {
      await until(() => emails.length >= count)
      return emails
    },
    /** Cuts every connection and closes the port; `listen` opens it again. */
    async stop() {
      if (!server.server.listening) return
      // Node.js crashes where a socket is destroyed under TLS.
      if (options.tls) return new Promise<void>((resolve) => server.close(resolve))
      for (const socket of sockets.values()) socket.destroy()
      await new Promise((resolve) => server.server.close(resolve))
    },
    async listen() {
      if (server.server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server.server, 'listening')
    },
  }
  await peer.listen()
  return peer
}

/** Sends what is written after the greeting byte by byte. */
function drip(socket: Socket): void {
  const write = socket.write.bind(socket)
  let waiting: Buffer | null = null
  socket.write = (chunk: string | Uint8Array) => {
    if (waiting) {
      waiting = Buffer.concat([waiting, Buffer.from(chunk as string)])
      return true
    }
    waiting = Buffer.alloc(0)
    return write(chunk)
  }
  const timer = setInterval(() => {
    if (!waiting?.length) return
    write(waiting.subarray(0, 1))
    waiting = waiting.subarray(1)
  }, dripInterval)
  socket.on('close', () => clearInterval(timer))
}

/** @param reply code and text, as they are sent */
function rejection(reply: string | null): Error | null {
  if (reply === null) return null
  const [code, ...text] = reply.split(' ')
  return Object.assign(new Error(text.join(' ')), { responseCode: Number(code) })
}

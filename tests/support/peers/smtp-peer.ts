// A mail server that really speaks SMTP: it accepts emails, rejects them for good or for now, or fails in other ways.
import { once } from 'node:events'
import type { Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { freePort } from '../server-process.ts'

/** Certificate and key of secure.example, which nobody trusts but whom a test tells. */
export const secureIdentity = `-----BEGIN CERTIFICATE-----
MIH/MIGyoAMCAQICAQEwBQYDK2VwMBkxFzAVBgNVBAMMDnNlY3VyZS5leGFtcGxl
MCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAZMRcwFQYDVQQDDA5z
ZWN1cmUuZXhhbXBsZTAqMAUGAytlcAMhAAMVMU6eA8madvsY4zZJ8iSE4OcCvidz
TZpGDqv5icbhox0wGzAZBgNVHREEEjAQgg5zZWN1cmUuZXhhbXBsZTAFBgMrZXAD
QQBpQC2sSLH12XgerjlV5Z5ALBGcoDIOT25nXYSVlKIz5lC1eEY22K0hSy6eYGPO
sBUH6xLU1dl7rYdPMeSx6dMM
-----END CERTIFICATE-----
-----BEGIN PRIVATE KEY-----
MC4CAQAwBQYDK2VwBCIEIPIduqXPRBMu92JIS4mSBu1XmuvXV2sQstFd5uCMsGcx
-----END PRIVATE KEY-----`

export type SmtpPeer = Awaited<ReturnType<typeof startSmtpPeer>>

/** @param tls how connections are encrypted, as secure.example does; by default they are not */
export async function startSmtpPeer(tls?: 'starttls' | 'smtps') {
  /** By the port of the client. */
  const sockets = new Map<number | undefined, Socket>()

  const server = new SMTPServer({
    disabledCommands: tls === 'starttls' ? [] : ['STARTTLS'],
    secure: tls === 'smtps',
    cert: secureIdentity,
    key: secureIdentity,
    allowInsecureAuth: true,
    authOptional: true,
    disableReverseLookup: true,
    onConnect(_session, done) {
      if (peer.mode !== 'silent') done(rejection('connect'))
    },
    onAuth: ({ username }, _session, done) => done(rejection('login'), { user: username }),
    async onMailFrom(_address, session, done) {
      if (peer.mode !== 'drip') return done(rejection('sender'))
      const socket = sockets.get(session.remotePort)
      // Twice a second, which is less than any server's silence may last.
      for (; socket?.writable; await delay(500)) socket.write('250-')
    },
    onRcptTo: ({ address }, _session, done) => done(rejection(address) ?? rejection('recipient')),
    async onData(stream, session, done) {
      const { mode } = peer
      if (mode === 'hang') return
      // A client that has disconnected has sent nothing.
      const raw = await text(stream).catch(() => null)
      if (raw === null) return
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      const isAnswered = mode !== 'lose-reply'
      peer.emails.push({ ...(await PostalMime.parse(raw)), raw, recipients, isAnswered })
      if (isAnswered) done()
      else sockets.get(session.remotePort)?.destroy()
    },
  })
  // A client that disconnects in the middle is no error of the test.
  server.on('error', () => {})
  server.server.on('connection', (socket: Socket) => {
    sockets.set(socket.remotePort, socket)
    socket.on('error', () => {})
    if (!tls) socket.on('data', (chunk) => (peer.seen += chunk))
  })
  // Of a range from which the system gives none away, so that it can be opened again.
  const port = await freePort()

  const peer = {
    url: `smtp://127.0.0.1:${port}`,
    port,
    /**
     * What becomes of the next emails. `silent`: no greeting; `hang`: no reply to the message, which is not read either;
     * `lose-reply`: the message is accepted, and the connection closed in place of the reply; `drip`: a reply to the sender
     * that never ends and is never silent.
     */
    mode: 'accept' as 'accept' | 'silent' | 'hang' | 'lose-reply' | 'drip',
    /** Code and text with which it rejects a step (connect, login, sender, recipient) or one recipient. */
    rejects: new Map<string, string>(),
    /** Each with its text, the recipients of the envelope, not of the headers, and whether the reply was sent. */
    emails: [] as (Email & { raw: string; recipients: string[]; isAnswered: boolean })[],
    /** What clients have sent. */
    seen: '',
    /** Resolves with all emails once there are this many. */
    async arrived(count: number) {
      while (peer.emails.length < count) await delay(10)
      return peer.emails
    },
    /** Ends every connection and closes the port; `listen` opens it again. */
    async stop() {
      const closed = server.server[Symbol.asyncDispose]()
      for (const connection of server.connections) connection.close()
      await closed
    },
    async listen() {
      if (!server.server.listening) await once(server.listen(port, '127.0.0.1'), 'listening')
    },
  }
  const rejection = (what: string) => {
    const [code, ...words] = peer.rejects.get(what)?.split(' ') ?? []
    return code ? Object.assign(new Error(words.join(' ')), { responseCode: Number(code) }) : null
  }
  await peer.listen()
  return peer
}

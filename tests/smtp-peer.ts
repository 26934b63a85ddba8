// A mail server of our own that really speaks SMTP: takes letters, refuses them for good or for a while, or hangs.
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

/** What the next letters meet. `hang` accepts the connection and the greeting and then says nothing more. */
export type Manner = 'accept' | 'refuse' | 'later' | 'hang'

export interface ReceivedLetter extends Email {
  /** The letter as it came over the wire. */
  raw: string
  /** Recipients of the envelope, not of the header. */
  recipients: string[]
}

export interface SmtpPeer {
  url: string
  letters: ReceivedLetter[]
  manner: Manner
  /** Resolves with all letters once there are this many. */
  arrived(count: number): Promise<ReceivedLetter[]>
  /** Resolves once this many letters have been offered, whatever became of them. */
  offered(count: number): Promise<void>
  stop(): Promise<void>
}

export const refusal = '550 5.1.1 No such person here'
export const delay = '451 4.3.0 Try again later'

export async function startSmtpPeer(): Promise<SmtpPeer> {
  const letters: ReceivedLetter[] = []
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
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onRcptTo({ address }, _session, answer) {
      offers++
      changed()
      if (peer.manner === 'hang') return
      if (peer.manner === 'accept') return answer()
      const [code = 0, ...words] = (peer.manner === 'refuse' ? refusal : delay).split(' ')
      // As real ones do, it names the person.
      const reason = `${words.join(' ')} <${address}>`
      answer(Object.assign(new Error(reason), { responseCode: Number(code) }))
    },
    async onData(stream, session, answer) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      const raw = Buffer.concat(chunks)
      const recipients = session.envelope.rcptTo.map(({ address }) => address)
      letters.push({ ...(await PostalMime.parse(raw)), raw: raw.toString('utf8'), recipients })
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
    letters,
    manner: 'accept',
    async arrived(count) {
      await until(() => letters.length >= count)
      return letters
    },
    offered: (count) => until(() => offers >= count),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
  return peer
}

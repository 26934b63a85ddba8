// One message to a real mail server over a network that fails: how long it takes, what is said, what is not.
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { type EmailMessage, SendFailure, smtpOptions, smtpTransport } from '../../server/mail/transport.ts'
import { callsOf } from '../support/calls.ts'
import { type SmtpPeer, startSmtpPeer } from '../support/peers/smtp-peer.ts'
import { ownApp } from '../support/start.ts'

let peer: SmtpPeer

beforeEach(async () => {
  peer = await startSmtpPeer()
  onTestFinished(peer.stop)
})

const message: EmailMessage = {
  messageId: 'one@example.com',
  brand: 'Studio',
  to: 'vera@example.org',
  subject: 'Hello',
  text: 'Hello',
  html: '<p>Hello</p>',
  logo: null,
}
const password = 'pa:ss word'
/** Milliseconds; the real ones are longer, and as absolute. */
const timeouts = { connectionTimeout: 800, dnsTimeout: 800, greetingTimeout: 500, socketTimeout: 600 }

const url = (parameters = '') =>
  `${peer.url.replace('//', `//user:${encodeURIComponent(password)}@`)}${parameters}`

async function send(address = url(), deadline = 20_000): Promise<string | SendFailure> {
  const transport = smtpTransport({ ...smtpOptions(address), ...timeouts }, 'site@example.com')
  try {
    return await transport.send(message, AbortSignal.timeout(deadline))
  } catch (error) {
    if (error instanceof SendFailure) return error
    throw error
  }
}

test.each<[SmtpPeer['mode']]>([['silent'], ['hang'], ['lose-reply']])(
  '%s: given up in time, to be retried',
  async (mode) => {
    peer.mode = mode
    // Well before this deadline of the whole attempt, on a slow machine too.
    const deadline = AbortSignal.timeout(10_000)
    expect(await send()).toMatchObject({ name: 'SendFailure', kind: 'unavailable' })
    expect(deadline.aborted).toBe(false)
    peer.mode = 'accept'
    expect(await send()).toMatch(/^250 /)
  },
)

test('a mail server that fails: a reply that never ends, so that it is never silent: given up at the deadline', async () => {
  peer.mode = 'drip'
  const started = performance.now()
  expect(await send(url(), 1_500)).toMatchObject({ kind: 'unavailable' })
  expect(performance.now() - started).toBeLessThan(3_000)
})

// Those of which nothing is given up, and those of a recipient: tests/api/messages/mail-queue.test.ts and replies.test.ts.
test.each([
  ['connect', '450 4.7.0 Come back later', 'unavailable'],
  ['login', '454 4.7.0 Temporary authentication failure', 'unavailable'],
  ['recipient', '421 4.3.2 Shutting down', 'unavailable'],
  ['recipient', '530 5.7.0 Authentication required', 'misconfigured'],
  ['recipient', '554 5.7.1 Relay access denied', 'misconfigured'],
  ['recipient', '554 5.7.1 <relay@example.org>: Relay access denied', 'misconfigured'],
  ['recipient', '550 5.7.1 Relaying denied. IP name lookup failed [10.5.1.20]', 'misconfigured'],
  ['recipient', '553 5.7.1 <site@example.com>: Sender address rejected: not owned by user', 'deferred'],
  ['recipient', '550 5.1.8 <site@example.com>: Sender address rejected: Domain not found', 'deferred'],
  ['recipient', '554 5.7.1 Service unavailable; Client host [203.0.113.9] blocked', 'deferred'],
  ['recipient', '550 <sender@example.org>: User unknown', 'rejected'],
  ['recipient', '550 5.1.1 <relay@example.org>: User unknown in relay recipient table', 'rejected'],
  ['recipient', '550 <relay@relay.example.org>: Recipient address rejected', 'rejected'],
] as const)('a reply at %s, %s: %s', async (step, reply, kind) => {
  peer.rejects.set(step, reply)
  const failure = await send()
  expect(failure).toMatchObject({ kind, message: expect.stringContaining(reply) })
  expect(String(failure).split(reply)).toHaveLength(2)
})

test('a server without STARTTLS gets nothing with tls=required, neither the login nor the message; on the same machine it does', async () => {
  expect(await send(url('?tls=required'))).toMatchObject({
    kind: 'misconfigured',
    message: expect.stringMatching(/^No encrypted connection to the mail server/),
  })
  expect(peer.seen).toMatch(/^EHLO \S+\r\nSTARTTLS\r\n$/)
  expect(peer.emails).toEqual([])
  expect(await send()).toMatch(/^250 /)
  expect(peer.seen).toContain('AUTH PLAIN')
})

test.each(['starttls', 'smtps'] as const)(
  'a server with an untrusted certificate gets nothing by %s, not even on the same machine',
  async (tls) => {
    const untrusted = await startSmtpPeer(tls)
    onTestFinished(untrusted.stop)
    const protocol = tls === 'smtps' ? 'smtps' : 'smtp'
    const failure = await send(`${protocol}://user:secret@127.0.0.1:${untrusted.port}`)
    expect(failure).toMatchObject({
      kind: 'misconfigured',
      message: expect.stringMatching(/^The certificate of the mail server is not trusted: [^;]+$/),
    })
    expect(untrusted.emails).toEqual([])
  },
)

test('smtps:// to a port for smtp://, and a port that stays silent, name the ports of both', async () => {
  const ports = expect.stringContaining('Port 465 is for smtps://')
  const encrypted = url().replace('smtp:', 'smtps:')
  expect(await send(encrypted)).toMatchObject({ kind: 'misconfigured', message: ports })
  peer.mode = 'silent'
  expect(await send()).toMatchObject({ kind: 'unavailable', message: ports })
})

test('a server that sends the credentials back in any form is not quoted, and cut to 500 characters', async () => {
  const encoded = [password, `\0user\0${password}`].map((text) => Buffer.from(text).toString('base64'))
  for (const secret of [password, encodeURIComponent(password), ...encoded]) {
    peer.rejects.set('login', `535 5.7.8 You said ${secret} ${'x'.repeat(10_000)}`)
    const failure = await send()
    expect(failure).toMatchObject({ message: expect.stringMatching(/You said \[secret\].{1,480}$/) })
    expect(JSON.stringify(failure, Object.getOwnPropertyNames(failure))).not.toContain(secret)
  }
})

test('a reply that the mail server does not answer gets 202 after ten seconds, others are served in between, and deleting the message deletes its email', async () => {
  const app = await ownApp({ SMTP_URL: url() })
  await app.runJobs('mail')
  const cookie = await app.asAdmin()
  const { post, list, reply } = callsOf(() => ({ app, cookie })).messages
  await post()
  await peer.arrived(1)
  const [{ id }] = (await list()).contacts
  peer.mode = 'hang'
  const waiting = reply(id)
  await expect.poll(() => peer.seen.match(/^DATA\r$/gm)).toHaveLength(2)
  expect((await list()).contacts).toMatchObject([{ replied: false, sending: true }])
  const message = 'Reply saved. The mail server did not respond; sending is retried.'
  expect(await waiting).toMatchObject({ status: 202, body: { message } })
  await app.json(`/contacts/${id}`, { method: 'DELETE', cookie })
  expect(await app.queuedMail()).toEqual([])
})

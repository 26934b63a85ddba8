// The outbox and a mail server that fails: nothing is lost, nothing waits for another, and the dashboard says why.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { lease } from '../../server/mail/outbox-rows.ts'
import { requestReset } from '../support/account-calls.ts'
import { contactCalls } from '../support/contact-calls.ts'
import { queueMail } from '../support/email-calls.ts'
import { captureLog } from '../support/evidence.ts'
import { type FaultyNetwork, startFaultyNetwork } from '../support/faulty-network.ts'
import { ownApps } from '../support/own-apps.ts'
import { type SmtpPeer, startSmtpPeer } from '../support/smtp-peer.ts'
import type { Running } from '../support/start.ts'

const ownApp = ownApps()
let peer: SmtpPeer
let network: FaultyNetwork
let app: Running
let cookie: string

beforeEach(async () => {
  peer = await startSmtpPeer({ login: true })
  network = await startFaultyNetwork(peer.port)
  const url = network.url.replace('//', '//user:secret@')
  app = await ownApp({ SMTP_URL: url, OWNER_EMAIL: 'owner@example.com', LOG_LEVEL: 'silent' })
  cookie = await app.asAdmin()
})
// Before the app is: an email that hangs ends while the database can still record it.
afterEach(async () => {
  await peer.stop()
  await network.close()
})

/** Real times would only make the test slow. */
const shorten = async (pace: Partial<Running['context']['outgoing']['pace']>) => {
  await app.stopMail()
  Object.assign(app.context.outgoing.pace, pace)
  app.startMail()
}
const { post, list } = contactCalls(() => ({ app, cookie }))
const rows = () => app.context.db.selectFrom('outbox').selectAll().execute()
const failing = async () => (await app.json('/dashboard', { cookie })).body.mail.failing
/** Resolves once every queued message has failed at least once. */
const allFailed = () =>
  expect.poll(async () => (await rows()).every(({ error }) => error !== null), { timeout: 20_000 }).toBe(true)
const poll = () => app.context.changes.emit('outbox')
/** Time passes, and the outbox polls as it does every few seconds. */
const passOver = (ms: number) => {
  app.pass(ms)
  poll()
}

describe('a recipient for whom the mail server hangs', () => {
  test('delays no other recipient, even when there are more of them than slots', async () => {
    await shorten({ pollInterval: 100, slowAfter: 300 })
    const slow = Array.from({ length: 10 }, (_, index) => `slow${index}@example.org`)
    for (const address of slow) peer.modeOf.set(address, 'hang')
    await queueMail(app, slow)
    await peer.offered(8)
    await queueMail(
      app,
      Array.from({ length: 20 }, (_, index) => `quick${index}@example.org`),
    )
    await peer.arrived(20)
    await expect.poll(rows).toHaveLength(10)
  })
})

describe('a mail server that is away', () => {
  test('is not contacted for each email, and with the first success all are sent', async () => {
    await network.close()
    await queueMail(
      app,
      Array.from({ length: 40 }, (_, index) => `one${index}@example.org`),
    )
    await expect.poll(failing).toMatch(/ECONNREFUSED.*40 emails wait/)
    await expect.poll(() => app.context.outgoing.sending.size).toBe(0)
    const tried = (await rows()).filter(({ attempts }) => attempts > 0).length
    // The first ones went side by side, before anybody knew.
    expect(tried).toBeLessThanOrEqual(9)

    await network.listen()
    passOver(10 * 60_000)
    const emails = await peer.arrived(40)
    expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(40)
    await expect.poll(failing).toBeNull()
  })

  test('is not contacted for reset requests of email addresses without an account, which delay no email', async () => {
    await network.close()
    await queueMail(app, ['one@example.org'])
    await allFailed()
    for (let n = 0; n < 20; n++) expect((await requestReset(app, `nobody${n}@example.org`)).status).toBe(200)
    const failed = network.connections()
    await network.listen()
    passOver(10 * 60_000)
    await peer.arrived(1)
    await expect.poll(rows).toEqual([])
    // Nor did an empty one contact the server.
    expect(network.connections()).toBe(failed + 1)
  })

  test('gets everything that waits after a test email has arrived', async () => {
    await network.close()
    await queueMail(app, ['one@example.org', 'two@example.org'])
    await allFailed()
    await network.listen()
    const { status } = await app.json('/api/settings/test-mail', { method: 'POST', cookie })
    expect(status).toBe(200)
    await peer.arrived(3)
  })

  test('gets what waits, although the clock was set back', async () => {
    await network.close()
    await queueMail(app, ['one@example.org'])
    await allFailed()
    await network.listen()
    passOver(-60 * 60_000)
    await peer.arrived(1)
  })

  test('gets an email of a process that was killed once its lease is over', async () => {
    await network.close()
    await queueMail(app, ['one@example.org'])
    await allFailed()
    const until = new Date(app.context.now().getTime() + lease).toISOString()
    await app.context.db.updateTable('outbox').set({ lease_until: until }).execute()
    await network.listen()
    passOver(30_000)
    await queueMail(app, ['two@example.org'])
    await peer.arrived(1)
    expect(peer.emails.map(({ recipients }) => recipients)).toEqual([['two@example.org']])
    passOver(30_000)
    await peer.arrived(2)
  })
})

describe('a mail server that rejects the product', () => {
  test.each([
    ['connect', '554 5.7.1 You are not welcome'],
    ['login', '535 5.7.8 Authentication failed'],
    ['sender', '550 5.4.5 Daily sending quota exceeded'],
  ] as const)(
    'at %s with %s: no email is given up, and the dashboard shows its reply',
    async (step, reply) => {
      peer.rejects[step] = reply
      await queueMail(app, ['one@example.org', 'two@example.org'])
      await post()
      await allFailed()
      expect(await failing()).toContain(reply)
      expect(await failing()).not.toContain('secret')
      peer.rejects[step] = null
      passOver(10 * 60_000)
      await peer.arrived(3)
      await expect.poll(failing).toBeNull()
    },
  )

  test('delays a reply, which is listed as sending, not as rejected', async () => {
    await post()
    await peer.arrived(1)
    const [{ id }] = (await list()).contacts
    peer.rejects.login = '535 5.7.8 Authentication failed'
    const json = { replySubject: 'Re: Hi', replyBody: 'Hello', key: 'one' }
    const reply = () => app.json(`/contacts/${id}/reply`, { cookie, json })
    expect(await reply()).toMatchObject({ status: 202, body: { contact: { sending: true } } })
    peer.rejects.login = null
    // The same reply again is sent at once, whatever pause it is in.
    expect(await reply()).toMatchObject({ status: 200, body: { contact: { replied: true } } })
    expect(peer.emails).toHaveLength(2)
  })
})

describe('a recipient that is rejected for good', () => {
  test('is given up, without a delay for others and without a warning', async () => {
    peer.modeOf.set('nobody@example.org', 'reject')
    await queueMail(app, ['nobody@example.org', 'one@example.org'])
    await peer.arrived(1)
    await expect.poll(rows).toEqual([])
    expect(await failing()).toBeNull()
  })

  test('is named on the dashboard if it is the owner, until a notification arrives', async () => {
    peer.modeOf.set('owner@example.com', 'reject')
    await post({ message: 'One' })
    await expect.poll(failing).toMatch(/owner@example\.com is not notified of new messages: 550/)
    peer.modeOf.clear()
    await post({ message: 'Two' })
    await expect.poll(failing).toBeNull()
    expect(await rows()).toEqual([])
  })
})

describe('a stop', () => {
  test('returns an email that is being sent to the queue, and the next process sends it at once', async () => {
    await shorten({ stopTimeout: 300 })
    network.fault = 'hang-in-data'
    await queueMail(app, ['one@example.org'])
    await expect.poll(() => network.seen()).toContain('\r\nDATA')
    await app.stopMail()
    expect(await rows()).toMatchObject([{ lease_until: null, error: null }])
    network.fault = 'none'
    app.startMail()
    expect(await peer.arrived(1)).toHaveLength(1)
  })
})

test.runIf(inject('postgres') === null)(
  'emails that the mail server accepted are not sent again while their rows cannot be removed, and logged once',
  async () => {
    const log = captureLog(app)
    await sql`create trigger full before delete on outbox begin select raise(abort, 'no space'); end`.execute(
      app.context.db,
    )
    await queueMail(app, ['one@example.org'])
    await peer.arrived(1)
    passOver(10 * 60_000)
    await queueMail(app, ['two@example.org'])
    await peer.arrived(2)
    await expect.poll(() => app.context.outgoing.unmarked.size).toBe(2)
    await sql`drop trigger full`.execute(app.context.db)
    await expect.poll(rows, { timeout: 10_000 }).toEqual([])
    expect(peer.emails).toHaveLength(2)
    const about = () => log.map((line) => JSON.parse(line)).filter(({ event }) => /marked$/.test(event))
    await expect.poll(() => about().map(({ event }) => event)).toEqual(['mail.not-marked', 'mail.marked'])
    expect(about()[0]).toMatchObject({ reason: 'no space' })
    expect(about()[0].err).toBeUndefined()
  },
)

test.runIf(inject('postgres'))('two instances on one database send each email once', async () => {
  const { databaseUrl, smtpUrl } = app.context.config
  await ownApp({ DATABASE_URL: databaseUrl ?? '', SMTP_URL: smtpUrl ?? '' })
  await queueMail(
    app,
    Array.from({ length: 100 }, (_, index) => `one${index}@example.org`),
  )
  await peer.arrived(100)
  await expect.poll(rows, { timeout: 20_000 }).toEqual([])
  expect(new Set(peer.emails.map(({ messageId }) => messageId)).size).toBe(100)
  expect(peer.emails).toHaveLength(100)
})

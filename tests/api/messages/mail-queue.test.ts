// The queue of emails and a mail server that fails: nothing is lost, nothing waits for another, and the dashboard says why.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, inject, test } from 'vitest'
import { callsOf } from '../../support/calls.ts'
import { type SmtpPeer, startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { hour, ownApp, type Running } from '../../support/start.ts'

const rejectedReply = '550 5.1.1 No such user here'

let peer: SmtpPeer
let app: Running
let cookie: string

beforeEach(async () => {
  peer = await startSmtpPeer()
  const url = peer.url.replace('//', '//user:secret@')
  app = await ownApp({ SMTP_URL: url, OWNER_EMAIL: 'owner@example.com', LOG_LEVEL: 'silent' })
  await app.runJobs('mail')
  cookie = await app.asAdmin()
})
// Before the app is: an email that hangs ends while the database can still record it.
afterEach(() => peer.stop())

const { post } = callsOf(() => ({ app, cookie })).messages
const rows = () => app.queuedMail()
const failing = async () => (await app.json('/dashboard', { cookie })).body.mail.failing
const allFailed = () =>
  expect.poll(async () => (await rows()).every(({ error }) => error !== null), { timeout: 20_000 }).toBe(true)
/** Time passes, and the queue is polled as it is every few seconds. */
const passOver = (ms: number, own = app) => {
  own.pass(ms)
  own.context.changes.emit('jobs')
}
const { remove } = callsOf(() => ({ app, cookie })).users
/** Each is told that an account was deleted, by an admin who has just signed in. */
async function queueMail(recipients: string[]) {
  const admin = await app.asAdmin(`${randomUUID()}@example.com`)
  for (const email of recipients) expect((await remove(await app.addUser({ email }), admin)).status).toBe(200)
}
const many = (count: number, name = 'one') =>
  Array.from({ length: count }, (_, index) => `${name}${index}@example.org`)

test('a mail server that is away is not contacted for each email, and with the first success all are sent', async () => {
  await peer.stop()
  await queueMail(many(40))
  await expect.poll(failing).toMatch(/ECONNREFUSED.*40 emails wait/)
  await expect.poll(() => app.context.jobs.runningIn('mail')).toEqual([])
  // The first ones went side by side, before anybody knew.
  expect((await rows()).filter(({ attempts }) => attempts > 0).length).toBeLessThanOrEqual(9)

  await peer.listen()
  passOver(60_000)
  const emails = await peer.arrived(40)
  expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(40)
  await expect.poll(failing).toBeNull()
})

test('a mail server that is away is not what a recipient is deferred for once others get their email; after five days of tries that one is given up', async () => {
  peer.rejects.set('typo@gmial.example', '450 4.1.2 Domain not found')
  await queueMail(['typo@gmial.example'])
  await expect.poll(failing).toMatch(/Domain not found.*1 email waits/)
  passOver(2 * hour)
  await queueMail(['one@example.org'])
  await peer.arrived(1)
  await expect.poll(failing).toBeNull()
  await expect.poll(rows).toMatchObject([{ attempts: 2, claim: null }])
  // A server that was off for a week has not tried.
  passOver(6 * 24 * hour)
  await expect.poll(rows).toMatchObject([{ attempts: 3, claim: null }])
  // Nor has one that was away in the meantime.
  await app.context.db.updateTable('jobs').set({ attempts: 500 }).where('queue', '=', 'mail').execute()
  await peer.stop()
  passOver(hour)
  await expect.poll(rows).toMatchObject([{ error: expect.stringContaining('ECONNREFUSED'), claim: null }])
  expect(await failing()).toMatch(/ECONNREFUSED/)
  await peer.listen()
  passOver(hour)
  await expect.poll(rows).toMatchObject([{ error: expect.stringContaining('Domain'), claim: null }])
  passOver(5 * 24 * hour + hour)
  await expect.poll(rows).toEqual([])
})

test('a mail server that is away is not contacted for reset requests of email addresses without an account, which delay no email', async () => {
  await peer.stop()
  await queueMail(['one@example.org'])
  await allFailed()
  for (let n = 0; n < 20; n++) expect((await app.requestReset(`nobody${n}@example.org`)).status).toBe(200)
  await peer.listen()
  passOver(60_000)
  await peer.arrived(1)
  await expect.poll(rows).toEqual([])
  expect(peer.seen.match(/^EHLO /gm)).toHaveLength(1)
})

test.each([
  ['connect', '554 5.7.1 You are not welcome'],
  ['login', '535 5.7.8 Authentication failed'],
  ['sender', '550 5.4.5 Daily sending quota exceeded'],
] as const)(
  'a mail server that rejects the product at %s with %s: no email is given up, and the dashboard shows its reply',
  async (step, reply) => {
    peer.rejects.set(step, reply)
    await queueMail(['one@example.org', 'two@example.org'])
    await post()
    await allFailed()
    expect(await failing()).toContain(reply)
    expect(await failing()).not.toContain('secret')
    peer.rejects.clear()
    passOver(10 * 60_000)
    await peer.arrived(3)
    await expect.poll(failing).toBeNull()
  },
)

test('a recipient for whom the mail server hangs delays no other', async () => {
  peer.mode = 'hang'
  await queueMail(['slow@example.org'])
  await expect.poll(() => peer.seen).toContain('DATA\r\n')
  peer.mode = 'accept'
  await queueMail(many(20))
  await peer.arrived(20)
  await expect.poll(rows).toHaveLength(1)
})

test('a recipient that is rejected for good is given up, without a delay for others, and only named on the dashboard if it is the owner, until a notification or a test email arrives', async () => {
  for (const to of ['nobody@example.org', 'owner@example.com']) peer.rejects.set(to, rejectedReply)
  await queueMail(['nobody@example.org', 'one@example.org'])
  await peer.arrived(1)
  await expect.poll(rows).toEqual([])
  expect(await failing()).toBeNull()
  await post({ message: 'One' })
  await expect.poll(failing).toMatch(/owner@example\.com is not notified of new messages: 550/)
  peer.rejects.clear()
  await post({ message: 'Two' })
  await expect.poll(failing).toBeNull()
  peer.rejects.set('owner@example.com', rejectedReply)
  await post({ message: 'Three' })
  await expect.poll(failing).toMatch(/is not notified/)
  peer.rejects.clear()
  const owner = await app.asAdmin('owner@example.com')
  await app.json('/api/settings/test-mail', { method: 'POST', cookie: owner, json: {} })
  expect(await failing()).toBeNull()
})

// What a killed one leaves to other instances: tests/full/instances.test.ts.
test('a process that ends returns an email that is being sent to the queue, and the next process sends it at once', async () => {
  peer.mode = 'hang'
  await queueMail(['one@example.org'])
  await expect.poll(() => peer.seen).toContain('DATA\r\n')
  await app.runJobs()
  expect(await rows()).toMatchObject([{ claim: null, attempts: 0, error: null }])
  peer.mode = 'accept'
  await app.runJobs('mail')
  expect(await peer.arrived(1)).toHaveLength(1)
})

test('what is over the hourly limit of one kind waits, delays no other kind, and is sent in the next hour', async () => {
  const own = await ownApp({ SMTP_URL: app.context.config.smtpUrl ?? '', THROTTLE: 'on' })
  await own.runJobs('mail')
  const admin = await own.asAdmin()
  await own.register({ email: 'stranger@example.org' })
  await peer.arrived(1)
  await expect.poll(() => own.queuedMail()).toEqual([])
  await own.countedBefore('emails', 200)

  await own.register({ email: 'stranger2@example.org' })
  await post({}, own)
  await peer.arrived(2)
  expect(peer.emails[1]?.recipients).toEqual(['admin@example.com'])
  await expect.poll(() => own.queuedMail()).toMatchObject([{ kind: 'verify', attempts: 0 }])
  const { body } = await own.json('/dashboard', { cookie: admin })
  expect(body.mail.failing).toBe('Too many emails in an hour. (1 email waits and will be sent again.)')

  passOver(60 * 60_000, own)
  await peer.arrived(3)
  await expect.poll(() => own.queuedMail()).toEqual([])
})

test.runIf(inject('postgres') === null)(
  'a full disk leads to no email that is sent again: what the mail server took is recorded when there is space, and logged once',
  async () => {
    const log = app.captureLog()
    const { db } = app.context
    await sql`create trigger full before delete on jobs begin select raise(abort, 'no space'); end`.execute(
      db,
    )
    await queueMail(['one@example.org'])
    await peer.arrived(1)
    passOver(10 * 60_000)
    await queueMail(['two@example.org'])
    await peer.arrived(2)
    const done = () => [...app.context.jobs.running.values()].filter(({ isDone }) => isDone)
    await expect.poll(done).toHaveLength(2)
    await sql`drop trigger full`.execute(db)
    await expect.poll(rows, { timeout: 10_000 }).toEqual([])
    expect(peer.emails).toHaveLength(2)
    const about = () => log.map((line) => JSON.parse(line)).filter(({ event }) => /recorded$/.test(event))
    await expect.poll(() => about().map(({ event }) => event)).toEqual(['jobs.not-recorded', 'jobs.recorded'])
    expect(about()[0]).toMatchObject({ reason: 'no space' })
  },
)

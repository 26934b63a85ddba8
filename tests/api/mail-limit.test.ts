// The hourly limits on outgoing mail: a flood delays its own kind and nothing else.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hourlyLimits, type MailCause } from '../../server/mail/hourly-limit.ts'
import { queueEmail } from '../../server/mail/outbox.ts'
import { nextEmails } from '../../server/mail/outbox-rows.ts'
import { register, requestReset } from '../support/account-calls.ts'
import { contactCalls } from '../support/contact-calls.ts'
import { queueMail } from '../support/email-calls.ts'
import { captureLog, stallOutbox } from '../support/evidence.ts'
import { ownApps } from '../support/own-apps.ts'
import { type SmtpPeer, startSmtpPeer } from '../support/smtp-peer.ts'
import type { Running } from '../support/start.ts'
import { userCalls } from '../support/user-calls.ts'

const ownApp = ownApps()
let peer: SmtpPeer
let app: Running
let cookie: string

beforeEach(async () => {
  peer = await startSmtpPeer()
  app = await ownApp({ SMTP_URL: peer.url, OWNER_EMAIL: 'owner@example.com', THROTTLE: 'on' })
  cookie = await app.asAdmin()
})
// Before the app is: an email that is being sent ends while the database can still record it.
afterEach(() => peer.stop())

const { post, list } = contactCalls(() => ({ app, cookie }))
const { update, remove } = userCalls(() => ({ app, cookie }))
const reply = async () => {
  const [{ id }] = (await list()).contacts
  return app.json(`/contacts/${id}/reply`, { cookie, json: { replySubject: 'Re', replyBody: 'Hello' } })
}
/** As after so many emails, which would only take time. */
const sentSoFar = async (cause: MailCause, count = hourlyLimits[cause], ahead = 0) => {
  const resets_at = new Date(app.context.now().getTime() + 60 * 60_000 + ahead).toISOString()
  await app.context.db
    .insertInto('attempts')
    .values({ key: `mail-per-hour:${cause}`, count, resets_at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count }))
    .execute()
}
const rows = () => app.context.db.selectFrom('outbox').selectAll().execute()
const failing = async () => (await app.json('/dashboard', { cookie })).body.mail.failing
const recipients = () => peer.emails.map(({ recipients }) => recipients[0])
/** Emails of a reset wait for a random moment. */
const passResets = () => {
  app.pass(3_000)
  app.context.changes.emit('outbox')
}

test('over their limits notifications and replies wait; after the hour all are sent', async () => {
  await post({ message: 'First' })
  await peer.arrived(1)
  await expect.poll(rows).toEqual([])
  const log = captureLog(app)

  await sentSoFar('contacts')
  await post({ message: 'Second' })
  await queueMail(app, ['user@example.org'])
  await peer.arrived(2)
  expect((await reply()).status).toBe(200)
  expect(recipients()).toEqual(['owner@example.com', 'user@example.org', 'vera@example.org'])
  await expect.poll(rows).toMatchObject([{ kind: 'contact-notification', attempts: 0 }])
  expect(await failing()).toMatch(/^too many emails in an hour; 1 email waits until \d\d:\d\d UTC\.$/)

  await sentSoFar('replies')
  expect((await reply()).status).toBe(202)
  await queueMail(app, ['user@example.org'])
  await peer.arrived(4)
  const limited = log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'mail.limited')
  expect(limited.map(({ cause }) => cause)).toEqual(['contacts', 'replies'])

  app.pass(60 * 60_000)
  app.context.changes.emit('outbox')
  await peer.arrived(6)
  await expect.poll(rows).toEqual([])
  expect(await failing()).toBeNull()
})

test('any number of registrations delays no reset, reply, notification or email to the owner', async () => {
  await app.addUser({ email: 'user@example.org' })
  const other = await app.addUser({ email: 'other@example.org' })
  await register(app, { email: 'stranger@example.org' })
  await peer.arrived(1)
  await expect.poll(rows).toEqual([])
  const counted = await app.context.db
    .selectFrom('attempts')
    .select(['key', 'count'])
    .where('key', 'like', 'mail-per-hour:%')
    .execute()
  expect(counted).toEqual([{ key: 'mail-per-hour:verifications', count: 1 }])

  await sentSoFar('verifications', 10_000)
  await register(app, { email: 'stranger2@example.org' })
  await requestReset(app, 'user@example.org')
  passResets()
  await peer.arrived(2)
  await update(other, { name: 'Other', email: 'other@example.org', isAdmin: true })
  await peer.arrived(3)
  await post({ message: 'First' })
  await peer.arrived(4)
  expect((await reply()).status).toBe(200)
  const [, ...notified] = recipients()
  expect(notified).toEqual(['user@example.org', 'owner@example.com', 'owner@example.com', 'vera@example.org'])
  await expect.poll(rows).toMatchObject([{ kind: 'verify', attempts: 0 }])
})

test('resets of many accounts delay neither an email to the owner nor the reset of an admin', async () => {
  await app.addUser({ email: 'user@example.org' })
  const id = await app.addUser({ email: 'other@example.org', admin: true })
  await requestReset(app, 'user@example.org')
  passResets()
  await peer.arrived(1)
  await sentSoFar('passwords', 10_000)
  await requestReset(app, 'user@example.org')
  await requestReset(app, 'other@example.org')
  passResets()
  await peer.arrived(2)
  await remove(id)
  await peer.arrived(4)
  expect(recipients().slice(1).sort()).toEqual([
    'other@example.org',
    'other@example.org',
    'owner@example.com',
  ])
  await expect.poll(rows).toMatchObject([{ kind: 'reset', recipient: 'user@example.org', attempts: 0 }])
})

/** More than may leave in an hour, and as many as may have left. */
const flood = async (kind: 'email-changed' | 'password-changed', user_id: string) => {
  const { context } = app
  await context.db.transaction().execute(async (tx) => {
    for (let n = 0; n < 150; n++)
      await queueEmail(context, tx, { kind, recipient: 'admin@example.com', user_id })
  })
  context.changes.emit('outbox')
  await peer.arrived(100)
  // What was on the wire when the limit was reached has left too.
  await expect.poll(() => context.outgoing.sending.size).toBe(0)
}

test.each(['email-changed', 'password-changed'] as const)(
  'any number of emails that an admin causes (%s) delays no email to the owner',
  async (kind) => {
    const { id } = (await app.json('/profile', { cookie })).body.user
    const accomplice = await app.addUser({ email: 'other@example.org' })
    await flood(kind, id)
    const change = { name: 'Other', email: 'other@example.org', isAdmin: true }
    expect((await update(accomplice, change)).status).toBe(200)
    await expect.poll(recipients).toContain('owner@example.com')
    await expect.poll(async () => [...new Set((await rows()).map((row) => row.kind))]).toEqual([kind])
  },
)

test('attempts that fail are not counted', async () => {
  peer.mode = 'defer'
  await post({ message: 'First' })
  await expect.poll(rows).toMatchObject([{ error: expect.stringContaining('451') }])
  expect(
    await app.context.db.selectFrom('attempts').selectAll().where('key', 'like', 'mail-per-hour:%').execute(),
  ).toEqual([])
})

test('emails that an instance has sent whose clock is ahead by seconds count in their hour', async () => {
  await sentSoFar('contacts', hourlyLimits.contacts - 1, 20_000)
  await post({ message: 'First' })
  await peer.arrived(1)
  await expect.poll(rows).toEqual([])
  await post({ message: 'Second' })
  await expect.poll(rows).toMatchObject([{ kind: 'contact-notification', attempts: 0 }])
  expect(await failing()).toMatch(/^too many emails in an hour/)
})

test('when many wait, emails to the owner come first, then about passwords and accounts, then replies, verification and notifications', async () => {
  stallOutbox(app)
  const kinds = [
    'contact-notification',
    'email-changed',
    'reset',
    'verify',
    'reply',
    'admin-sign-in',
    'reply',
  ] as const
  await app.context.db.transaction().execute(async (tx) => {
    for (const kind of kinds) await queueEmail(app.context, tx, { kind, recipient: 'one@example.org' })
    await queueEmail(app.context, tx, { kind: 'password-changed', recipient: 'admin@example.com' })
  })
  const stored = await rows()
  const next = await nextEmails(app.context, { limit: 10, except: [], last: [], inTrouble: false })
  const order = next.map(({ id }) => stored.find((row) => row.id === id)?.kind)
  expect(order).toEqual([
    'admin-sign-in',
    'password-changed',
    'reset',
    'email-changed',
    'reply',
    'reply',
    'verify',
    'contact-notification',
  ])
})

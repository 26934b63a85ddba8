// Replies to messages, with a mail server that accepts them, rejects them for good or for now, or does not respond.
import { access } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ContactMessage } from '../../contract/contacts.ts'
import { captureLog } from '../support/evidence.ts'
import { deferredReply, rejectedReply, type SmtpPeer, startSmtpPeer } from '../support/smtp-peer.ts'
import { type Running, startApp } from '../support/start.ts'
import { titled } from '../support/titles.ts'

let peer: SmtpPeer
let app: Running
let cookie: string
let id: string

beforeEach(async () => {
  peer = await startSmtpPeer()
  app = await startApp({
    SMTP_URL: peer.url,
    OWNER_EMAIL: 'owner@example.com',
    MAIL_FROM: 'Juno <site@example.com>',
  })
  cookie = await app.asAdmin()
  await app.json('/contacts', {
    json: { name: 'Vera', email: 'vera@example.org', subject: 'A site', message: 'How much\nis one?' },
  })
  // The notification is out of the way before the test begins.
  await peer.arrived(1)
  peer.emails.length = 0
  id = (await only()).id
})
afterEach(async () => {
  // First the peer: an email that hangs ends while there is still a database to note it in.
  await peer.stop()
  await app.stop()
})

const only = async (): Promise<ContactMessage> => (await app.json('/contacts', { cookie })).body.contacts[0]
const text = { replySubject: 'Re: A site', replyBody: 'Hello Vera,\n\nabout 2,000.' }
const reply = (over: object = {}, to = id) =>
  app.json(`/contacts/${to}/reply`, { cookie, json: { ...text, ...over } })
/** The time of a retry comes, and the outbox polls as it does every few seconds. */
const passOver = () => {
  app.pass(60_000)
  app.context.changes.emit('outbox')
}
/** Resolves once the message is as wanted. */
const becomes = async (wanted: (message: ContactMessage) => boolean) => {
  for (;;) {
    const message = await only()
    if (wanted(message)) return message
  }
}

describe('the mail server accepts it', () => {
  test('the visitor gets the text with the original below, and can reply to the owner [R97, R98]', async () => {
    const { status, body } = await reply()
    expect([status, body.success, body.message]).toEqual([200, true, 'Reply sent successfully!'])
    const [email, ...more] = peer.emails
    expect(more).toEqual([])
    expect(email?.recipients).toEqual(['vera@example.org'])
    expect(email?.from).toMatchObject({ address: 'site@example.com' })
    expect(email?.replyTo?.map(({ address }) => address)).toEqual(['owner@example.com'])
    expect(email?.subject).toBe('Re: A site')
    expect(email?.text).toMatch(
      /^Hello Vera,\n\nabout 2,000\.\n\nOn .+, Vera wrote:\n\n> How much\n> is one\?/,
    )

    const message = await only()
    expect(body.contact).toEqual(message)
    expect(message).toMatchObject({ replied: true, sending: false })
    expect(message.replies).toEqual([
      {
        id: expect.any(String),
        subject: text.replySubject,
        body: text.replyBody,
        author: 'Ada Admin',
        createdAt: expect.stringMatching(/Z$/),
        sentAt: expect.stringMatching(/Z$/),
        state: 'sent',
        error: null,
      },
    ])
  })

  test('a second reply is sent too, and both are listed in order [R99]', async () => {
    await reply({ replyBody: 'First' })
    await reply({ replyBody: 'Second' })
    expect(peer.emails).toHaveLength(2)
    expect((await only()).replies.map(({ body }) => body)).toEqual(['First', 'Second'])
  })

  test('the same key is the same reply, one after the other and all at once [R25]', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => reply({ key: 'once' })))
    responses.push(await reply({ key: 'once' }))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(peer.emails).toHaveLength(1)
    expect((await only()).replies).toHaveLength(1)
  })

  test('the same key with another text gets 409, because the first is being sent, and sends nothing', async () => {
    await reply({ key: 'once', replyBody: 'First' })
    const { status, body } = await reply({ key: 'once', replyBody: 'Second' })
    expect([status, body.code]).toEqual([409, 'duplicate'])
    expect(body.message).toMatch(/^An earlier version of this reply was already saved/)
    expect(peer.emails.map(({ text }) => text)).toEqual([expect.stringContaining('First')])
    expect((await only()).replies).toHaveLength(1)
  })

  test('the same key under another message is another reply', async () => {
    await app.json('/contacts', { json: { name: 'Otto', email: 'otto@example.org', message: 'Me too' } })
    await peer.arrived(1)
    const other = (await app.json('/contacts?search=otto', { cookie })).body.contacts[0].id
    await reply({ key: 'same' })
    await reply({ key: 'same' }, other)
    expect(peer.emails.slice(1).map(({ recipients }) => recipients[0])).toEqual([
      'vera@example.org',
      'otto@example.org',
    ])
  })

  test('no header can be written into it, and markup stays text [T24, T25]', async () => {
    await reply({ replySubject: 'Re\r\nBcc: victim@example.com', replyBody: '<script>alert(1)</script>' })
    const [email] = peer.emails
    const head = email?.raw.slice(0, email.raw.indexOf('\r\n\r\n')) ?? ''
    expect(head).not.toMatch(/^bcc:/im)
    expect(email?.recipients).toEqual(['vera@example.org'])
    expect(email?.html).not.toContain('<script')
    expect(email?.text).toContain('<script>alert(1)</script>')
  })
})

describe('the mail server rejects it for good', () => {
  test('502 with its reply, still unreplied, and the reply is stored with the reason [R97]', async () => {
    peer.mode = 'reject'
    const { status, body } = await reply()
    expect([status, body.success]).toEqual([502, false])
    expect(body.message).toContain(rejectedReply)
    const message = await only()
    expect(message).toMatchObject({ replied: false, sending: false })
    expect(message.replies).toMatchObject([
      { state: 'rejected', sentAt: null, error: expect.stringContaining(rejectedReply) },
    ])
    expect((await app.json('/contacts?status=unreplied', { cookie })).body.total).toBe(1)
  })

  test('the log has the reason, and no email address [T49]', async () => {
    const log = captureLog(app)
    peer.mode = 'reject'
    expect((await reply()).body.message).toContain('<vera@example.org>')
    await app.json('/api/settings/test-mail', { method: 'POST', cookie })
    expect(log.join('')).toContain('No such user here <[email]>')
    expect(log.join('')).not.toContain('@')
    for (const line of log) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('it is not retried, but when the admin sends it again, with the new text', async () => {
    peer.mode = 'reject'
    await reply({ key: 'again' })
    peer.mode = 'accept'
    app.pass(24 * 60 * 60_000)
    await app.json('/contacts', {
      json: { name: 'Otto', email: 'otto@example.org', message: 'Wakes the outbox' },
    })
    await peer.arrived(1)
    expect((await app.json('/contacts?search=vera', { cookie })).body.contacts[0].replied).toBe(false)

    const { status } = await reply({ key: 'again', replyBody: 'Better text' })
    expect(status).toBe(200)
    expect(peer.emails.at(-1)?.text).toContain('Better text')
    const { contacts } = (await app.json('/contacts?search=vera', { cookie })).body
    expect(contacts[0]).toMatchObject({
      replied: true,
      replies: [{ body: 'Better text', state: 'sent', error: null }],
    })
  })
})

describe('the mail server rejects it for now', () => {
  test('202, the row says sending, and it goes out by itself once the server is willing [R97]', async () => {
    peer.mode = 'defer'
    const { status, body } = await reply()
    expect(status).toBe(202)
    expect(body).toMatchObject({
      success: true,
      message: 'Reply saved. The mail server did not respond; sending is retried.',
      contact: { replied: false, sending: true },
    })
    const message = await only()
    expect(message.replies).toMatchObject([
      { state: 'sending', error: expect.stringContaining(deferredReply) },
    ])

    peer.mode = 'accept'
    passOver()
    const [email] = await peer.arrived(1)
    expect(email?.subject).toBe('Re: A site')
    const done = await becomes(({ replied }) => replied)
    expect(done).toMatchObject({ sending: false, replies: [{ state: 'sent', error: null }] })
  })

  test('tried twice, it is one email with one Message-ID [F6]', async () => {
    peer.mode = 'defer'
    await reply()
    const [queued] = await app.context.db.selectFrom('outbox').select('id').execute()
    peer.mode = 'accept'
    passOver()
    const emails = await peer.arrived(1)
    await becomes(({ replied }) => replied)
    expect(emails.map(({ messageId }) => messageId)).toEqual([`<${queued?.id}@localhost>`])
  })
})

describe('the mail server says nothing', () => {
  test('an admin waits for ten seconds', () => {
    expect(app.context.outgoing.pace.replyTimeout).toBe(10_000)
  })

  test('202 after the timeout, others are served in between, and a deleted message sends nothing', async () => {
    app.context.outgoing.pace.replyTimeout = 1_000
    peer.mode = 'hang'
    const waiting = reply()
    await peer.offered(2)
    expect(await only()).toMatchObject({ replied: false, sending: true })
    const { status, body } = await waiting
    expect([status, body.message]).toEqual([
      202,
      'Reply saved. The mail server did not respond; sending is retried.',
    ])
    await app.json(`/contacts/${id}`, { method: 'DELETE', cookie })
    expect(await app.context.db.selectFrom('outbox').selectAll().execute()).toEqual([])
  })

  test('nor even that it is there: 202', async () => {
    await peer.stop()
    const { status } = await reply()
    expect(status).toBe(202)
    expect((await only()).sending).toBe(true)
  })
})

describe('without a mail server', () => {
  test('the email goes to the outbox folder, counts as sent, and the admin reads where it is [R97]', async () => {
    const other = await startApp()
    try {
      const admin = await other.asAdmin()
      await other.json('/contacts', { json: { name: 'Vera', email: 'vera@example.org', message: 'Hi' } })
      const { contacts } = (await other.json('/contacts', { cookie: admin })).body
      const { status, body } = await other.json(`/contacts/${contacts[0].id}/reply`, {
        cookie: admin,
        json: text,
      })
      expect(status).toBe(200)
      const [, file = ''] =
        /^Reply sent successfully! No mail server is set up: the email is in (.+\.eml)$/.exec(body.message) ??
        []
      await access(file)
      expect(body.contact.replied).toBe(true)
      const email = (await other.emails()).find(({ subject }) => subject === text.replySubject)
      expect(email?.to?.[0]?.address).toBe('vera@example.org')
    } finally {
      await other.stop()
    }
  })
})

describe('an invalid reply', () => {
  test.each([
    ['replySubject', undefined, 'Subject is required.'],
    ['replySubject', ' \r\n ', 'Subject is required.'],
    ['replySubject', 7, 'Subject is required.'],
    ['replyBody', undefined, 'Message body is required.'],
    ['replyBody', '\n\t ', 'Message body is required.'],
    ['key', 'a\0', 'Invalid key.'],
    ['key', '\u202e', 'Invalid key.'],
    ['key', '\ud800', 'Invalid key.'],
    ['key', 'a'.repeat(101), 'Invalid key.'],
  ])('with %s %j: %s [S5]', async (field, value, message) => {
    const { status, body } = await reply({ [field]: value })
    expect([status, body]).toEqual([
      400,
      { success: false, code: 'invalid', message, errors: { [field]: message } },
    ])
    expect((await only()).replies).toEqual([])
  })

  test('too long is rejected, the longest is sent', async () => {
    expect((await reply({ replySubject: 's'.repeat(201) })).status).toBe(400)
    expect((await reply({ replyBody: 'b'.repeat(20_001) })).status).toBe(400)
    expect((await reply({ replyBody: 'b'.repeat(20_000), replySubject: 's'.repeat(200) })).status).toBe(200)
  })

  test.each(['ffffffffffffffffffffffff', '0', 'export-csv', "' or 1=1", 'a'.repeat(1000)].map(titled))(
    'to %s: 404',
    async (_, unknown) => {
      const { status, body } = await reply({}, encodeURI(unknown))
      expect([status, body.success]).toEqual([404, false])
      expect(peer.emails).toEqual([])
    },
  )
})

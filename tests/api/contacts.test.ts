// Messages from visitors: stored once, cleaned, and mailed to the owner.

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { ContactMessage } from '../../contract/responses/messages.ts'
import { queueEmail } from '../../server/mail/outbox.ts'
import { contactCalls, goodMessage as good, sent } from '../support/calls.ts'
import { emptyTable, queuedMail } from '../support/evidence.ts'
import { startSmtpPeer } from '../support/smtp-peer.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()
let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(async () => {
  await emptyTable(app, 'contacts')
})

const { post, list, messages, emailAbout } = contactCalls(() => ({ app, cookie }))

describe('a message', () => {
  test('is stored, gets the response of the form, and is mailed to the owner with the visitor as Reply-To', async () => {
    const { status, body, headers } = await post({ name: 'Nora Notice' })
    expect([status, body]).toEqual([201, sent])
    expect(headers.get('set-cookie')).toBeNull()
    expect((await list()).contacts).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        ...good,
        name: 'Nora Notice',
        replied: false,
        sending: false,
        createdAt: expect.stringMatching(/Z$/),
        folder: 'inbox',
        unread: true,
        spamReason: null,
        replies: [],
      },
    ])
    const [email, ...more] = await emailAbout('Nora Notice')
    expect(more).toEqual([])
    expect(email?.to?.map(({ address }) => address)).toEqual(['admin@example.com'])
    expect(email?.replyTo?.map(({ address }) => address)).toEqual(['vera@example.org'])
    expect(email?.from?.address).toBe('no-reply@localhost')
    expect(email?.subject).toBe('New message from "Nora Notice"')
    expect(email?.text).toContain('> how much is one?')
  })

  test('without a subject is stored, and listed with null', async () => {
    const { subject, ...rest } = good
    for (const json of [
      rest,
      { ...rest, subject: null, message: 'b' },
      { ...rest, subject: '  ', message: 'c' },
    ])
      expect((await app.json('/contacts', { json })).status).toBe(201)
    expect((await list()).contacts.map((row: ContactMessage) => row.subject)).toEqual([null, null, null])
    expect(subject).toBe('A site')
  })

  test('is cleaned: trimmed, in NFC, with one form of line breaks, without control characters', async () => {
    await post({
      name: '  Zoe\r\n\tZ\u0000  ',
      email: ' VERA@Example.ORG ',
      message: ' e\u0301\r\nb\rc\u0007 ',
    })
    expect((await list()).contacts[0]).toMatchObject({
      name: 'Zoe Z',
      email: 'vera@example.org',
      message: 'é\nb\nc',
    })
  })

  test('cannot set what only the server sets', async () => {
    const more = {
      id: 'chosen',
      replied: true,
      replied_at: '2020',
      sending: true,
      createdAt: '2000-01-01',
      replies: [{}],
      isAdmin: true,
    }
    expect((await post(more)).status).toBe(201)
    const [row] = (await list()).contacts
    expect(row).toMatchObject({ replied: false, sending: false, replies: [] })
    expect([row.id === 'chosen', row.createdAt < '2020']).toEqual([false, false])
  })

  test('with markup and any script is unchanged in the list, and text in the email', async () => {
    const message = '<script>alert(1)</script> <img src=x onerror=alert(1)> & "日本語" 🙂 \u202e'
    await post({ name: '<b>Html Hannah</b>', message })
    expect(await messages()).toEqual([message])
    const [email] = await emailAbout('Html Hannah')
    expect(email?.text).toContain('<script>alert(1)</script>')
    expect(email?.html).not.toMatch(/<script|<img (?!src="cid:)|<b>/)
    expect(email?.html).toContain('&lt;script&gt;')
  })

  test('cannot write headers of an email', async () => {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.stop())
    const other = await ownApp({ SMTP_URL: peer.url, OWNER_EMAIL: 'owner@example.com' })
    const evil = 'x\r\nBcc: victim@example.com\r\nSubject: Spam\r\n\r\nbody'
    expect((await post({ name: evil, subject: evil }, other)).status).toBe(201)
    expect((await post({ email: 'a@b.c\r\nBcc: victim@example.com' }, other)).status).toBe(400)
    expect((await post({ email: 'a@b.c,victim@example.com' }, other)).status).toBe(400)
    expect((await post({ email: '<victim@example.com>a@b.c' }, other)).status).toBe(400)
    const [email] = await peer.arrived(1)
    const head = email?.raw.slice(0, email.raw.indexOf('\r\n\r\n')) ?? ''
    expect(head).not.toMatch(/^bcc:/im)
    expect(head.match(/^subject:/gim)).toHaveLength(1)
    expect(email?.recipients).toEqual(['owner@example.com'])
  })

  test('cannot change the direction of its name or subject, nor break a line of the notification', async () => {
    const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
    const trick = `Owner${marks}\u2028X\u2029Y\u0085Z`
    await post({ name: `Turned ${trick}`, subject: trick })
    // It is written when it is sent, from the row as it is then.
    await emailAbout('Turned')
    const [{ id }] = (await list()).contacts
    // As stored by a version that took them.
    await app.context.db
      .updateTable('contacts')
      .set({ name: `Older ${trick}`, subject: trick })
      .execute()
    await app.context.db.transaction().execute((tx) =>
      queueEmail(app.context, tx, {
        kind: 'contact-notification',
        recipient: 'old@example.com',
        contact_id: id,
      }),
    )
    for (const name of ['Turned', 'Older']) {
      const [email] = await emailAbout(name)
      expect(email?.subject).toBe(`New message from "${name} Owner X Y Z"`)
      expect(email?.text).toContain(`> Name: ${name} Owner X Y Z\n`)
      expect(email?.text).toContain('> Subject: Owner X Y Z\n')
    }
    const { status, body } = await post({ email: 'vera\u202e@example.org' })
    expect([status, body.errors]).toEqual([400, { email: 'Invalid email format' }])
  })

  test('goes to OWNER_EMAIL where there is one, else to every admin', async () => {
    const second = await ownApp({ OWNER_EMAIL: 'owner@example.com' })
    const third = await ownApp()
    await second.asAdmin()
    await post({}, second)
    expect((await second.emails()).map(({ to }) => to?.[0]?.address)).toEqual(['owner@example.com'])
    await third.addUser({ email: 'a@example.com', admin: true })
    await third.addUser({ email: 'b@example.com', admin: true })
    await third.addUser({ email: 'c@example.com' })
    await post({}, third)
    expect((await third.emails()).map(({ to }) => to?.[0]?.address).sort()).toEqual([
      'a@example.com',
      'b@example.com',
    ])
  })
})

describe('when the mail server is in trouble', () => {
  test('a message is stored all the same, and mailed once the server is back', async () => {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.stop())
    const other = await ownApp({ SMTP_URL: peer.url, OWNER_EMAIL: 'owner@example.com' })
    peer.mode = 'defer'
    expect((await post({}, other)).body).toEqual(sent)
    await expect.poll(() => queuedMail(other)).toMatchObject([{ error: expect.stringContaining('451') }])
    peer.mode = 'accept'
    // The time of the retry comes, and jobs are polled as it does every few seconds.
    other.pass(60_000)
    other.context.changes.emit('jobs')
    const emails = await peer.arrived(1)
    expect(emails).toHaveLength(1)
    expect(emails[0]?.subject).toBe('New message from "Vera Visitor"')
  })
})

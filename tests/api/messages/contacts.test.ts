// Messages from visitors: stored once, cleaned, limited, and mailed to the owner; invalid ones, bots and duplicates are not.

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { SiteContent } from '../../../contract/site.ts'
import {
  contactCalls,
  goodMessage as good,
  goodMessage as message,
  sent,
  siteCalls,
} from '../../support/calls.ts'
import { countedBefore, emptyTable, from } from '../../support/evidence.ts'
import { startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { ownApps, type Running, sharedApp } from '../../support/start.ts'

let app: Running
let cookie: string
let userCookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
  userCookie = await app.asUser()
})
beforeEach(async () => {
  await emptyTable(app, 'messages')
})

const ownApp = ownApps()
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
    const [email] = await emailAbout('Turned')
    expect(email?.subject).toBe('New message from "Turned Owner X Y Z"')
    expect(email?.text).toContain('> Name: Turned Owner X Y Z\n')
    expect(email?.text).toContain('> Subject: Owner X Y Z\n')
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

describe('an invalid message', () => {
  const invalidEmail = 'Invalid email format'
  /** Of a value that may be 50,000 long. */
  const short = (value: unknown) => (JSON.stringify(value) ?? 'nothing').slice(0, 30)
  const bad = (field: string, value: unknown, message: string) =>
    [field, short(value), message, value] as const
  test.each([
    bad('name', undefined, 'Name is required.'),
    bad('name', ' \n ', 'Name is required.'),
    bad('name', 7, 'Name is required.'),
    bad('name', 'n'.repeat(101), 'Name must be at most 100 characters.'),
    bad('email', undefined, 'Email is required.'),
    bad('email', 'a@b', invalidEmail),
    bad('email', 'a@b.c@d.e', invalidEmail),
    bad('email', ['a@b.c'], invalidEmail),
    bad('email', `${'a'.repeat(251)}@b.c`, invalidEmail),
    bad('email', `${'a@'.repeat(25_000)}b.c`, invalidEmail),
    bad('email', `a@${'b.'.repeat(25_000)}`, invalidEmail),
    bad('subject', 's'.repeat(201), 'Subject must be at most 200 characters.'),
    bad('subject', { $gt: '' }, 'Subject must be text.'),
    bad('message', undefined, 'Message is required.'),
    bad('message', '\r\n\t', 'Message is required.'),
    bad('message', 'm'.repeat(5001), 'Message must be at most 5000 characters.'),
  ])('with %s %s gets 400: %s', async (field, _, message, value) => {
    const { status, body } = await post({ [field]: value })
    expect([status, body]).toEqual([
      400,
      { success: false, code: 'invalid', message, errors: { [field]: message } },
    ])
    expect((await list()).total).toBe(0)
  })

  test('gets an error for every invalid field', async () => {
    const { body } = await app.json('/contacts', { json: {} })
    expect(Object.keys(body.errors).sort()).toEqual(['email', 'message', 'name'])
  })

  test.each([
    ['null', 'null', 400],
    ['a list', '[]', 400],
    ['broken', '{"name":', 400],
    ['deep', `{"name":${'['.repeat(60_000)}`, 400],
    ['a prototype', '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}', 400],
    ['huge', JSON.stringify({ ...good, message: 'm'.repeat(400_000) }), 413],
  ])('that is %s gets %i', async (_, body, status) => {
    const headers = { cookie, 'content-type': 'application/json' }
    const response = await fetch(`${app.url}/contacts`, { method: 'POST', body, headers })
    expect([response.status, await response.json()]).toEqual([
      status,
      expect.objectContaining({ success: false }),
    ])
    expect((await app.json('/check-admin', { cookie: userCookie })).body).toEqual({ isAdmin: false })
  })
})

describe('bots and duplicates', () => {
  test('the same message within ten minutes is stored and mailed once, later again', async () => {
    const name = 'Dora Double'
    for (const again of [{ name }, { name }, { name: ' Dora  Double'.replace('  ', ' ') }])
      expect((await post(again)).body).toEqual(sent)
    expect((await list()).total).toBe(1)
    await post({ name, message: 'Something else' })
    expect((await list()).total).toBe(2)
    app.pass(10 * 60_000 + 1)
    await post({ name })
    expect((await list()).total).toBe(3)
    expect(await emailAbout(name)).toHaveLength(3)
  })

  test('the same message five times at once is stored once', async () => {
    const responses = await Promise.all(Array.from({ length: 5 }, () => post()))
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
    expect((await list()).total).toBe(1)
  })

  test('the same message after an admin has deleted it is stored', async () => {
    await post()
    const [{ id }] = (await list()).contacts
    await app.send(`/contacts/${id}`, { method: 'DELETE', cookie })
    await post()
    expect((await list()).total).toBe(1)
  })
})

describe('the limits', () => {
  describe('messages of all clients together', () => {
    const send = (app: Running, n: number, over: object = {}) =>
      app.json('/contacts', {
        json: { ...message, message: `Number ${n}`, ...over },
        headers: from(`203.0.113.${n}`),
      })

    test('are stored up to 500 an hour; then 429 with Retry-After', async () => {
      const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
      expect((await send(app, 0)).status).toBe(201)
      await countedBefore(app, 'contacts', 498)
      expect((await send(app, 1, { topic: 'https://spam.example' })).status).toBe(201)
      expect((await send(app, 2)).status).toBe(201)
      expect((await send(app, 3)).status).toBe(201)
      for (let n = 4; n < 8; n++) {
        const { status, body, headers } = await send(app, n)
        expect([status, body.code]).toEqual([429, 'too-many'])
        expect(body.message).toMatch(
          /^This site has received too many messages\. Please try again in \d+ minutes\.$/,
        )
        expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500)
      }
      expect(await app.context.db.selectFrom('messages').select('id').execute()).toHaveLength(4)
      // Whoever has a reply still gets through.
      await app.context.db
        .updateTable('messages')
        .set({ replied_at: new Date().toISOString() })
        .where('message', '=', 'Number 0')
        .execute()
      expect((await send(app, 9)).status).toBe(201)
      expect((await send(app, 10, { email: 'another@example.org' })).status).toBe(429)
      app.pass(61 * 60_000)
      expect((await send(app, 8)).status).toBe(201)
    })

    test('that are duplicates or look like spam close the form to nobody else', async () => {
      const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
      expect((await send(app, 0)).status).toBe(201)
      await countedBefore(app, 'contacts', 499)
      const duplicate = { message: 'Number 0' }
      for (let n = 1; n < 4; n++) expect((await send(app, n, duplicate)).status).toBe(201)
      const spam = { message: 'Sent at once', elapsed: 1 }
      expect((await send(app, 5, spam)).status).toBe(201)
      const mailboxes = await app.context.db.selectFrom('messages').select('mailbox').execute()
      expect(mailboxes.map(({ mailbox }) => mailbox).sort()).toEqual(['inbox', 'spam'])
      expect((await send(app, 6)).status).toBe(201)
      expect((await send(app, 7)).status).toBe(429)
      // The other way round.
      await app.context.db.deleteFrom('attempts').where('key', 'like', 'contacts:%').execute()
      await countedBefore(app, 'spam', 500)
      expect((await send(app, 8, { ...spam, message: `${spam.message} now` })).status).toBe(429)
      expect((await send(app, 9)).status).toBe(201)
    })
  })
})

describe('fields that the owner has added to the form', () => {
  test('are checked by the published content, stored with the message, mailed, searched and exported', async () => {
    const own = await ownApp()
    const here = { app: own, cookie: await own.asAdmin() }
    const { changed, put } = siteCalls(() => here)
    const { post, list, emailAbout } = contactCalls(() => here)
    const csv = async () => (await own.send('/contacts/export-csv', { cookie: here.cookie })).text()
    const fields: SiteContent['contact']['fields'] = [
      { label: 'Budget', kind: 'budget', need: 'required', choices: 'Up to 1,000\nMore' },
      { label: 'Needed by', kind: 'date', need: 'optional', choices: '' },
    ]
    const withFields = (to: typeof fields) =>
      changed((site) => {
        site.contact.fields = to
      })
    const tooMany = await put({ content: await withFields([...fields, ...fields]), basedOn: 0 })
    expect(tooMany.body.errors).toEqual({ 'content.contact.fields': 'At most 2 fields.' })
    const without = await put({
      content: await withFields([{ label: 'Budget', kind: 'budget', need: 'optional', choices: ' ' }]),
      basedOn: 0,
    })
    expect(without.body.errors).toHaveProperty(['content.contact.fields.0.choices'])
    expect((await put({ content: await withFields(fields), basedOn: 0 })).status).toBe(200)

    const entered = (budget: string, date: string) => [
      { label: 'Budget', value: budget },
      { label: 'Needed by', value: date },
    ]
    const errors = async (extra: unknown) => (await post({ extra, version: 1 })).body.errors
    expect(await errors([])).toEqual({ extra0: 'Budget is required.' })
    expect(await errors(entered('Nothing', '2027-02-30x'))).toEqual({ extra0: 'Choose one of the list.' })
    expect(await errors(entered('More', 'soon'))).toEqual({ extra1: 'Enter a date.' })
    expect((await post({ name: 'Plain' })).status).toBe(201)
    expect(await csv()).toContain('"Status","Date"\r\n')
    const extra = entered('More', '2027-02-01')
    expect((await post({ name: 'Nora', extra, version: 1 })).status).toBe(201)
    expect((await list('search=2027-02')).contacts).toMatchObject([{ name: 'Nora', extra }])
    expect((await emailAbout('Nora'))[0]?.text).toContain('> Budget: More\n> Needed by: 2027-02-01\n')
    expect(await csv()).toContain('"Status","Date","Field 1","Field 2"\r\n')
    expect(await csv()).toMatch(/"Nora".*"Budget: More","Needed by: 2027-02-01"\r\n/s)

    // A page from before they were changed still shows the old ones.
    expect((await put({ content: await withFields([]), basedOn: 1 })).status).toBe(200)
    expect((await post({ name: 'Olga', extra: entered('Up to 1,000', ''), version: 1 })).status).toBe(201)
    expect((await list('search=Olga')).contacts).toMatchObject([
      { extra: [{ label: 'Budget', value: 'Up to 1,000' }] },
    ])
    // Damaged, they are left out, and the lists go on.
    for (const stored of ['{x', '{}', '5']) {
      await own.context.db.updateTable('messages').set({ extra: stored }).execute()
      expect((await list('search=Olga')).contacts[0].extra).toBeUndefined()
      expect(await csv()).toContain('"Olga"')
    }
  })
})

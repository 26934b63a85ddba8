// Messages from visitors: stored once, cleaned, limited, and mailed to the owner; invalid ones, bots and duplicates are not.

import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { SiteContent } from '../../../contract/site.ts'
import { callsOf, from, goodMessage as good, invalid, sent, tooMany } from '../../support/calls.ts'
import { startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { ownApp, sharedApp } from '../../support/start.ts'

const app = await sharedApp()
const cookie = await app.asAdmin()
beforeEach(() => app.empty('messages'))

const { post, list } = callsOf(() => ({ app, cookie })).messages

test('a message is cleaned, stored, whatever else is sent with it, and mailed to the owner with the visitor as Reply-To, its markup as text', async () => {
  const extra = { id: 'chosen', replied: true, sending: true, createdAt: '2000-01-01', replies: [{}] }
  const markup = '<script>alert(1)</script> <img src=x onerror=alert(1)> & "日本語" 🙂 \u202e'
  const typed = { email: ' \u2060VERA@Example.ORG\u200b ', message: ` e\u0301\r\nb\rc\u0007\vd\n${markup} ` }
  const { status, body, headers } = await post({ ...extra, name: '  Nora\r\n\t<b>N</b>\u0000  ', ...typed })
  expect([status, body]).toEqual([201, sent])
  expect(headers.get('set-cookie')).toBeNull()
  const [contact] = (await list()).contacts
  expect(contact).toMatchObject({
    name: 'Nora <b>N</b>',
    email: 'vera@example.org',
    message: `é\nb\nc\nd\n${markup}`,
  })
  expect(contact).toMatchObject({ replied: false, sending: false, replies: [], unread: true })
  expect([contact.id === 'chosen', contact.createdAt < '2020']).toEqual([false, false])
  const [email, ...more] = await app.emails(/Nora <b>N<\/b>/)
  expect(more).toEqual([])
  expect(email?.to?.map(({ address }) => address)).toEqual(['admin@example.com'])
  expect(email?.replyTo?.map(({ address }) => address)).toEqual(['vera@example.org'])
  // It would stand in a header as no mail server has to take it.
  await post({ name: 'Jörg', email: 'jörg@example.org' })
  expect((await app.emails(/Jörg/))[0]?.replyTo).toBeUndefined()
  expect(email?.from?.address).toBe('no-reply@localhost')
  expect(email?.subject).toBe('New message from "Nora <b>N</b>"')
  expect(email?.text).toContain('> c\n> d\n> <script>alert(1)</script>')
  expect(email?.html).toMatch(/<blockquote dir="auto"[^>]*>é<br>b<br>c<br>d<br>&lt;script&gt;/)
  expect(email?.html).not.toMatch(/<script|<img (?!src="cid:)|<b>/)
})

test('a message cannot write headers of an email, break a line of it, or change the direction of its name or subject', async () => {
  const peer = await startSmtpPeer()
  onTestFinished(peer.stop)
  const other = await ownApp({ SMTP_URL: peer.url, OWNER_EMAIL: 'owner@example.com' })
  const marks = '\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'
  const evil = `x${marks}\r\nBcc: victim@example.com\u2028Y\u2029Z\u0085!`
  expect((await post({ name: evil, subject: evil }, other)).status).toBe(201)
  for (const email of ['a@b.c\r\nBcc: v@example.com', 'a@b.c,v@example.com', 'vera\u202e@example.org'])
    expect((await post({ email }, other)).status).toBe(400)
  await other.emails()
  const [email] = peer.emails
  const head = email?.raw.slice(0, email.raw.indexOf('\r\n\r\n')) ?? ''
  expect(head).not.toMatch(/^bcc:/im)
  expect(head.match(/^subject:/gim)).toHaveLength(1)
  expect(email?.recipients).toEqual(['owner@example.com'])
  const line = 'x Bcc: victim@example.com Y Z !'
  expect(email?.subject).toBe(`New message from "${line}"`)
  for (const field of ['Name', 'Subject']) expect(email?.text).toContain(`> ${field}: ${line}\n`)
})

const invalidEmail = 'Invalid email format'

test('an invalid message gets an error at its field', async () => {
  for (const [field, value, message] of [
    ['name', ' \n ', 'Name is required.'],
    ['email', ['a@b.c'], invalidEmail],
    ['email', `${'a@'.repeat(25_000)}b.c`, invalidEmail],
    ['subject', 's'.repeat(201), 'Subject must be at most 200 characters.'],
    ['subject', { $gt: '' }, 'Subject must be text.'],
    ['message', 'm'.repeat(5001), 'Message must be at most 5000 characters.'],
  ] as const)
    expect(await post({ [field]: value })).toMatchObject(invalid(field, message))
  expect((await list()).total).toBe(0)
})

test('the same message within ten minutes, also at the same moment, is stored and mailed once; later and once it is deleted again', async () => {
  const name = 'Dora Double'
  const stored = async () => (await list()).total
  const responses = await Promise.all(
    [{ name }, { name }, { name: ' Dora Double' }].map((over) => post(over)),
  )
  for (const { status, body } of responses) expect([status, body]).toEqual([201, sent])
  expect(await stored()).toBe(1)
  await post({ name, message: 'Something else' })
  expect(await stored()).toBe(2)
  app.pass(10 * 60_000 + 1)
  await post({ name })
  expect(await stored()).toBe(3)
  expect(await app.emails(new RegExp(name))).toHaveLength(3)
  const [{ id }] = (await list()).contacts
  await app.send(`/contacts/${id}`, { method: 'DELETE', cookie })
  await post({ name })
  expect(await stored()).toBe(3)
})

test('messages of all clients together are stored up to 500 an hour, but for each who has a reply; duplicates and what looks like spam close the form to nobody else', async () => {
  const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  const send = (n: number, over: object = {}) =>
    app.json('/contacts', {
      json: { ...good, message: `Number ${n}`, ...over },
      headers: from(`203.0.113.${n}`),
    })
  const statusOf = async (n: number, over?: object) => (await send(n, over)).status
  expect(await statusOf(0)).toBe(201)
  await app.countedBefore('contactsOfAll', 499)
  const spam = { message: 'Sent at once', email: 'bot@example.org', elapsed: 1 }
  for (const over of [{ message: 'Number 0' }, spam]) expect(await statusOf(8, over)).toBe(201)
  const second = { email: 'second@example.org' }
  expect(await statusOf(1, second)).toBe(201)
  expect(await send(2)).toMatchObject(tooMany('This site has received too many messages.'))
  const rows = await app.context.db.selectFrom('messages').select('mailbox').execute()
  expect(rows.map(({ mailbox }) => mailbox).sort()).toEqual(['inbox', 'inbox', 'spam'])
  const replied_at = new Date().toISOString()
  await app.context.db.updateTable('messages').set({ replied_at }).where('mailbox', '=', 'inbox').execute()
  expect(await statusOf(3)).toBe(201)
  await app.countedBefore('contactsOfKnown', 50)
  expect([await statusOf(6), await statusOf(7, second)]).toEqual([429, 201])
  expect(await statusOf(4, { email: 'another@example.org' })).toBe(429)
  app.pass(61 * 60_000)
  expect(await statusOf(5, { email: 'another@example.org' })).toBe(201)
  // The other way round.
  expect(await statusOf(9, { ...spam, message: 'Sent at once again' })).toBe(201)
  await app.countedBefore('spamOfAll', 500)
  expect([await statusOf(9, { ...spam, message: 'And again' }), await statusOf(10)]).toEqual([429, 201])
})

test('fields that the owner has added to the form are checked by the published content, stored with the message, mailed, searched and exported', async () => {
  const own = await ownApp()
  const here = { app: own, cookie: await own.asAdmin() }
  const { changed, put, publish } = callsOf(() => here).site
  const { post, list } = callsOf(() => here).messages
  const csv = async () => (await own.send('/contacts/export-csv', { cookie: here.cookie })).text()
  const asking = (choices: string) => (content: SiteContent) => {
    content.contact.fields = [
      { label: 'Budget', kind: 'budget', need: 'required', choices },
      { label: 'Needed by', kind: 'date', need: 'optional', choices: '' },
    ]
  }
  expect((await put({ content: await changed(asking(' ')), basedOn: 0 })).status).toBe(400)
  await publish(asking('Up to 1,000\nMore'))

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
  expect((await own.emails(/Nora/))[0]?.text).toContain('> Budget: More\n> Needed by: 2027-02-01\n')
  expect(await csv()).toContain('"Status","Date","Field 1","Field 2"\r\n')
  expect(await csv()).toMatch(/"Nora".*"Budget: More","Needed by: 2027-02-01"\r\n/s)

  // A page from before they were changed still shows the old ones.
  await publish((content) => {
    content.contact.fields = []
  })
  expect((await post({ name: 'Olga', extra: entered('Up to 1,000', ''), version: 1 })).status).toBe(201)
  const [olga] = (await list('search=Olga')).contacts
  expect(olga.extra).toEqual([{ label: 'Budget', value: 'Up to 1,000' }])
  // Nobody else's labels.
  for (const version of [1, 99, undefined]) {
    const name = `Version ${version}`
    expect((await post({ name, extra: [{ label: 'Site note', value: 'Verified' }], version })).status).toBe(
      201,
    )
    expect((await list(`search=${name}`)).contacts).toEqual([
      expect.not.objectContaining({ extra: expect.anything() }),
    ])
  }
})

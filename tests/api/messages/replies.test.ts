// Replies to messages, with a mail server that accepts them, rejects them for good or for now, does not respond, or is none; and
// how they and all other emails look: brand, logo and signature, as text and as HTML.

import { access } from 'node:fs/promises'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { callsOf, goodReply as text } from '../../support/calls.ts'
import { type SmtpPeer, startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { ownApp, type Running } from '../../support/start.ts'

const rejectedReply = '550 5.1.1 No such user here'
const deferredReply = '451 4.3.0 Try again later'

let peer: SmtpPeer
let app: Running
let cookie: string
let id: string
const { post, list, reply: replyTo } = callsOf(() => ({ app, cookie })).messages
const only = async (): Promise<ContactMessage> => (await list()).contacts[0]
const reply = (over = {}, to = id) => replyTo(to, over)

beforeEach(async () => {
  peer = await startSmtpPeer()
  onTestFinished(peer.stop)
  const addresses = { OWNER_EMAIL: 'owner@example.com', MAIL_FROM: 'Juno <site@example.com>' }
  app = await ownApp({ SMTP_URL: peer.url, ...addresses })
  await app.runJobs('mail')
  cookie = await app.asAdmin()
  await post({ name: 'Vera', message: 'How much\nis one?' })
  await peer.arrived(1)
  peer.emails.length = 0
  id = (await only()).id
})

test('a reply that the mail server accepts is sent to the visitor with the original below and the owner as Reply-To, and listed as sent', async () => {
  const { status, body } = await reply()
  expect([status, body.message]).toEqual([200, 'Reply sent successfully!'])
  const [email, ...more] = peer.emails
  expect(more).toEqual([])
  expect(email?.recipients).toEqual(['vera@example.org'])
  expect(email?.from).toMatchObject({ address: 'site@example.com' })
  expect(email?.replyTo?.map(({ address }) => address)).toEqual(['owner@example.com'])
  expect(email?.subject).toBe('Re: A site')
  // Mail programs show all replies to one message as one conversation.
  expect([email?.inReplyTo, email?.references]).toEqual([`<${id}@localhost>`, `<${id}@localhost>`])
  expect(email?.text).toMatch(/^Hello Vera,\n\nabout 2,000\.\n\nOn .+, Vera wrote:\n\n> How much\n> is one\?/)
  const message = await only()
  expect(body.contact).toEqual(message)
  expect(message).toMatchObject({ replied: true, sending: false })
  const written = { subject: text.replySubject, body: text.replyBody, author: 'Ada Admin' }
  expect(message.replies).toMatchObject([
    { ...written, sentAt: expect.any(String), state: 'sent', error: null },
  ])
})

test('a reply that the mail server accepts is sent once for one key, requested again or at the same moment; with another text it gets 409', async () => {
  const responses = await Promise.all([1, 2, 3].map(() => reply({ key: 'once' })))
  responses.push(await reply({ key: 'once' }))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { status, body } = await reply({ key: 'once', replyBody: 'Second' })
  expect([status, body.code]).toEqual([409, 'duplicate'])
  expect(body.message).toMatch(/^An earlier version of this reply was already saved/)
  expect(peer.emails).toHaveLength(1)
  expect((await only()).replies).toHaveLength(1)
  // Below another message the same key is another one.
  await post({ name: 'Otto', email: 'otto@example.org' })
  await peer.arrived(2)
  await reply({ key: 'once' }, (await list('search=otto')).contacts[0].id)
  expect(peer.emails.at(-1)?.recipients).toEqual(['otto@example.org'])
})

test('a reply that the mail server rejects for good gets 502 with the reason, and is not retried until the admin sends it again, then with the new text', async () => {
  peer.rejects.set('recipient', rejectedReply)
  const { status, body } = await reply({ key: 'again' })
  expect([status, body.message]).toEqual([502, expect.stringContaining(rejectedReply)])
  const rejected = { state: 'rejected', sentAt: null, error: expect.stringContaining(rejectedReply) }
  expect(await only()).toMatchObject({ replied: false, sending: false, replies: [rejected] })
  peer.rejects.clear()
  app.pass(24 * 60 * 60_000)
  // Triggers the outbox.
  await post({ name: 'Otto', email: 'otto@example.org' })
  await peer.arrived(1)
  expect((await list('status=unreplied')).total).toBe(2)

  expect((await reply({ key: 'again', replyBody: 'Better text' })).status).toBe(200)
  expect(peer.emails.at(-1)?.text).toContain('Better text')
  const sent = { body: 'Better text', state: 'sent', error: null }
  expect((await list('search=vera')).contacts).toMatchObject([{ replied: true, replies: [sent] }])
})

test('a reply that the mail server rejects for now gets 202, is listed as sending, and sent once it is accepted, under the same Message-ID', async () => {
  peer.rejects.set('recipient', deferredReply)
  const message = expect.stringMatching(
    /^Reply saved, not sent yet: .*Try again later.*; sending is retried\.$/,
  )
  const contact = { replied: false, sending: true }
  expect(await reply()).toMatchObject({ status: 202, body: { message, contact } })
  const sending = { state: 'sending', error: expect.stringContaining(deferredReply) }
  expect((await only()).replies).toMatchObject([sending])
  const [queued] = await app.queuedMail()
  peer.rejects.clear()
  // The time of the retry comes, and the outbox polls as it does every few seconds.
  app.pass(60_000)
  app.context.changes.emit('jobs')
  const emails = await peer.arrived(1)
  expect(emails.map(({ messageId }) => messageId)).toEqual([`<${queued?.id}@localhost>`])
  const sent = { replied: true, sending: false, replies: [{ state: 'sent', error: null }] }
  await expect.poll(only).toMatchObject(sent)
})

test('a reply without a mail server goes to the outbox folder, as a test email does, counts as sent, and the admin reads where it is', async () => {
  const other = await ownApp()
  const cookie = await other.asAdmin()
  const { post, list, reply } = callsOf(() => ({ app: other, cookie })).messages
  await post()
  const { status, body } = await reply((await list()).contacts[0].id)
  expect(status).toBe(200)
  const where = /^Reply sent successfully! No mail server is set up: the email is in (.+\.eml)$/
  await access(where.exec(body.message)?.[1] ?? 'nowhere')
  const error = 'No mail server was set up: this reply was written to the outbox folder and not sent.'
  expect(body.contact).toMatchObject({ replied: true, replies: [{ state: 'sent', error }] })
  expect(await other.emails('vera@example.org')).toHaveLength(1)
  const test = await other.json('/api/settings/test-mail', { method: 'POST', cookie })
  const written = /^No mail server is set up\. The test email was written to (.+\.eml)$/
  await access(written.exec(test.body.message)?.[1] ?? 'nowhere')
})

test('the mail server is told the host of PUBLIC_URL, which it does not reject as it does 127.0.0.1', async () => {
  const other = await ownApp({ SMTP_URL: peer.url, PUBLIC_URL: 'http://studio.example' })
  await other.register({})
  await other.emails()
  expect(peer.seen).toMatch(/^EHLO studio\.example\r$/m)
})

test('every email carries brand, URL and a logo that is part of it, as text and as HTML', async () => {
  await app.requestReset('admin@example.com')
  await post({ message: 'Another one' })
  await reply()
  expect((await app.json('/api/settings/test-mail', { method: 'POST', cookie, json: {} })).status).toBe(200)
  await app.emails()
  const emails = await peer.arrived(4)
  const { brand } = (await app.context.site.current()).content.name
  for (const { subject, text = '', html = '', attachments } of emails) {
    expect(text, subject).toMatch(new RegExp(`\\n\\n${brand}\\n${app.context.config.publicUrl}\\s*$`))
    expect(html, subject).toContain(`>${brand}</bdi></p>`)
    expect(html, subject).toContain('<meta name="color-scheme" content="light dark">')
    const [logo] = attachments
    expect(logo).toMatchObject({ disposition: 'inline', contentId: '<logo@portfolio>' })
    expect(html, subject).toContain('src="cid:logo@portfolio"')
    // Nothing is loaded from anywhere when it is read.
    expect(html, subject).not.toMatch(/(?:src|background)="(?!cid:)|url\(|<link/)
    const bytes = Buffer.from((logo?.content ?? '') as ArrayBuffer)
    expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  }
})

test.each([
  ['Студия «Нåрд», "A" <b@c.d>', {}, 'Студия «Нåрд», "A" <b@c.d>', 'no-reply@localhost'],
  ['Studio Nord', { MAIL_FROM: 'mail@studio.example' }, 'Studio Nord', 'mail@studio.example'],
  ['Studio Nord', { MAIL_FROM: 'Juno <juno@studio.example>' }, 'Juno', 'juno@studio.example'],
])('every email of %s comes from its name, with %j', async (brand, env, name, address) => {
  const other = await ownApp(env)
  const cookie = await other.asAdmin()
  await callsOf(() => ({ app: other, cookie })).site.publish((content) => {
    content.name.brand = brand
  })
  await post({}, other)
  expect((await other.emailTo('admin@example.com')).from).toEqual({ name, address })
})

test('the signature is cleaned, limited, empty at first, and stands between the reply and the original, as text, in no other email', async () => {
  const path = '/api/settings/signature'
  const sign = (signature: unknown) => app.json(path, { method: 'PUT', cookie, json: { signature } })
  const read = async () => (await app.json(path, { cookie })).body.signature
  expect(await read()).toBe('')
  expect((await sign('x'.repeat(501))).status).toBe(400)
  expect((await sign(' Juno <b>Balint</b>\r\nBcc: all@example.com\u0000 ')).status).toBe(200)
  expect(await read()).toBe('Juno <b>Balint</b>\nBcc: all@example.com')
  await reply({ replyBody: 'Spring is free.' })
  await post({ message: 'Another one' })
  const [email, other] = await peer.arrived(2)
  expect(email?.text).toMatch(
    /^Spring is free\.\n\nJuno <b>Balint<\/b>\nBcc: all@example\.com\n\nOn .+ wrote:/,
  )
  expect(email?.html).toContain('<p dir="auto">Juno &lt;b&gt;Balint&lt;/b&gt;<br>Bcc: all@example.com</p>')
  expect(email?.bcc ?? []).toEqual([])
  expect(other?.text).not.toContain('Bcc:')
})

test('a reply with Markdown shows it, and URLs, in the HTML as About does, without scripts and paths of this site; the text is as typed, and the subject makes no header', async () => {
  const typed =
    'Hello Vera,\n**Spring** is free:\n\n2. a *call*\n3. a [draft](https://x.example/?a="b")\n\n- <b>one</b> & [two](javascript:alert(1)) [three](/login)\n\n> You asked\n\n```\nRewriteRule\n```\n\nhttps://x.example/_a_/b*c mailto:evil@x.example'
  await reply({ replySubject: 'Re\r\nBcc: victim@example.com', replyBody: typed })
  const [email] = peer.emails
  const head = email?.raw.slice(0, email.raw.indexOf('\r\n\r\n'))
  expect(head).not.toMatch(/^bcc:/im)
  expect(email?.recipients).toEqual(['vera@example.org'])
  expect(email?.text).toContain(`${typed}\n\nOn `)
  for (const html of [
    '<p dir="auto">Hello Vera,<br><strong>Spring</strong> is free:</p>',
    '<ol dir="auto"><li value="2">a <em>call</em></li>',
    'href="https://x.example/?a=%22b%22"',
    '<li>&lt;b&gt;one&lt;/b&gt; &amp; [two](javascript:alert(1)) three</li></ul>',
    // As wide as the screen, whatever the longest line is.
    '<pre dir="auto" style="white-space:pre-wrap">RewriteRule',
    '>https://x.example/_a_/b*c</a>',
  ])
    expect(email?.html).toContain(html)
  // What the owner quotes looks as what the visitor wrote.
  expect(email?.html?.match(/<blockquote dir="auto" style="[^"]*border-left/g)).toHaveLength(2)
  expect(email?.html).not.toContain('mailto:evil@x.example"')
})

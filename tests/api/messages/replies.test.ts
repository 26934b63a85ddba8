// Replies to messages, with a mail server that accepts them, rejects them for good or for now, does not respond, or is none.

import { access } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { replyApp, replyText as text } from '../../support/apps.ts'
import { contactCalls } from '../../support/calls.ts'
import { queuedMail } from '../../support/evidence.ts'
import { deferredReply, rejectedReply, type SmtpPeer } from '../../support/peers/smtp-peer.ts'
import type { Running } from '../../support/start.ts'
import { ownApps } from '../../support/start.ts'

const ownApp = ownApps()
let peer: SmtpPeer
let app: Running
let cookie: string
const { only, reply } = replyApp((started) => {
  ;({ peer, app, cookie } = started)
})

const { post, list } = contactCalls(() => ({ app, cookie }))

/** The time of a retry comes, and the outbox polls as it does every few seconds. */
const passOver = () => {
  app.pass(60_000)
  app.context.changes.emit('jobs')
}
/** Resolves once the message is as wanted. */
const becomes = async (wanted: (message: ContactMessage) => boolean) => {
  for (;;) {
    const message = await only()
    if (wanted(message)) return message
  }
}

describe('a reply that the mail server accepts', () => {
  test('is sent to the visitor with the original below and the owner as Reply-To, and listed as sent', async () => {
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
        formatted: expect.any(Array),
        author: 'Ada Admin',
        authorId: expect.any(String),
        createdAt: expect.stringMatching(/Z$/),
        sentAt: expect.stringMatching(/Z$/),
        state: 'sent',
        error: null,
      },
    ])
  })

  test('is sent once for one key, requested again or at the same moment', async () => {
    const responses = await Promise.all([1, 2, 3].map(() => reply({ key: 'once' })))
    responses.push(await reply({ key: 'once' }))
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(peer.emails).toHaveLength(1)
    expect((await only()).replies).toHaveLength(1)
  })

  test('gets 409 for the same key with another text, which is not sent', async () => {
    await reply({ key: 'once', replyBody: 'First' })
    const { status, body } = await reply({ key: 'once', replyBody: 'Second' })
    expect([status, body.code]).toEqual([409, 'duplicate'])
    expect(body.message).toMatch(/^An earlier version of this reply was already saved/)
    expect(peer.emails.map(({ text }) => text)).toEqual([expect.stringContaining('First')])
    expect((await only()).replies).toHaveLength(1)
  })

  test('is sent again for the same key below another message', async () => {
    await post({ name: 'Otto', email: 'otto@example.org' })
    await peer.arrived(1)
    const other = (await list('search=otto')).contacts[0].id
    await reply({ key: 'same' })
    await reply({ key: 'same' }, other)
    expect(peer.emails.slice(1).map(({ recipients }) => recipients[0])).toEqual([
      'vera@example.org',
      'otto@example.org',
    ])
  })

  test('has no headers from its subject, and markup stays text', async () => {
    await reply({ replySubject: 'Re\r\nBcc: victim@example.com', replyBody: '<script>alert(1)</script>' })
    const [email] = peer.emails
    const head = email?.raw.slice(0, email.raw.indexOf('\r\n\r\n')) ?? ''
    expect(head).not.toMatch(/^bcc:/im)
    expect(email?.recipients).toEqual(['vera@example.org'])
    expect(email?.html).not.toContain('<script')
    expect(email?.text).toContain('<script>alert(1)</script>')
  })
})

describe('a reply that the mail server rejects for good', () => {
  test('gets 502 with the reason, is stored with it, and the message is still unreplied', async () => {
    peer.mode = 'reject'
    const { status, body } = await reply()
    expect([status, body.success]).toEqual([502, false])
    expect(body.message).toContain(rejectedReply)
    const message = await only()
    expect(message).toMatchObject({ replied: false, sending: false })
    expect(message.replies).toMatchObject([
      { state: 'rejected', sentAt: null, error: expect.stringContaining(rejectedReply) },
    ])
    expect((await list('status=unreplied')).total).toBe(1)
  })

  test('is not retried until the admin sends it again, then with the new text', async () => {
    peer.mode = 'reject'
    await reply({ key: 'again' })
    peer.mode = 'accept'
    app.pass(24 * 60 * 60_000)
    // Triggers the outbox.
    await post({ name: 'Otto', email: 'otto@example.org' })
    await peer.arrived(1)
    expect((await list('search=vera')).contacts[0].replied).toBe(false)

    const { status } = await reply({ key: 'again', replyBody: 'Better text' })
    expect(status).toBe(200)
    expect(peer.emails.at(-1)?.text).toContain('Better text')
    const { contacts } = await list('search=vera')
    expect(contacts[0]).toMatchObject({
      replied: true,
      replies: [{ body: 'Better text', state: 'sent', error: null }],
    })
  })
})

describe('a reply that the mail server rejects for now', () => {
  test('gets 202, is listed as sending, and is sent once the mail server accepts it', async () => {
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

  test('is one email with one Message-ID when it is tried twice', async () => {
    peer.mode = 'defer'
    await reply()
    const [queued] = await queuedMail(app)
    peer.mode = 'accept'
    passOver()
    const emails = await peer.arrived(1)
    await becomes(({ replied }) => replied)
    expect(emails.map(({ messageId }) => messageId)).toEqual([`<${queued?.id}@localhost>`])
  })
})

describe('a reply to which the mail server does not respond', () => {
  test('gets 202 while the port of the mail server is closed', async () => {
    await peer.stop()
    const { status } = await reply()
    expect(status).toBe(202)
    expect((await only()).sending).toBe(true)
  })
})

describe('a reply without a mail server, or invalid', () => {
  /** @returns an app that has one message, and the call that replies to it */
  async function withoutMailServer() {
    const other = await ownApp()
    const cookie = await other.asAdmin()
    const { post, list } = contactCalls(() => ({ app: other, cookie }))
    await post()
    const [contact] = (await list()).contacts
    const send = (over: object = {}) =>
      other.json(`/contacts/${contact?.id}/reply`, { cookie, json: { ...text, ...over } })
    return { other, send }
  }

  describe('without a mail server', () => {
    test('the email goes to the outbox folder, counts as sent, and the admin reads where it is', async () => {
      const { other, send } = await withoutMailServer()
      const { status, body } = await send()
      expect(status).toBe(200)
      const [, file = ''] =
        /^Reply sent successfully! No mail server is set up: the email is in (.+\.eml)$/.exec(body.message) ??
        []
      await access(file)
      expect(body.contact.replied).toBe(true)
      expect(body.contact.replies).toMatchObject([
        {
          state: 'sent',
          error: 'No mail server was set up: this reply was written to the outbox folder and not sent.',
        },
      ])
      const email = (await other.emails()).find(({ subject }) => subject === text.replySubject)
      expect(email?.to?.[0]?.address).toBe('vera@example.org')
    })

    test('a disk that is full once it is stored only delays it: the admin reads that it is saved', async () => {
      const { other, send } = await withoutMailServer()
      await other.emails()
      // Those of transactions have another object.
      const update = vi.spyOn(other.context.db, 'updateTable').mockImplementation(() => {
        throw Object.assign(new Error('database or disk is full'), { code: '53100' })
      })
      const { status, body } = await send()
      expect(status).toBe(202)
      expect(body.message).toBe('Reply saved. The mail server did not respond; sending is retried.')
      expect(body.contact.replies).toMatchObject([{ state: 'sending', body: text.replyBody }])
      update.mockRestore()
      const emails = await other.emails()
      expect(emails.filter(({ subject }) => subject === text.replySubject)).toHaveLength(1)
    })
  })

  describe('an invalid reply', () => {
    test.each([
      ['replySubject', undefined, 'Subject is required.'],
      ['replySubject', ' \r\n ', 'Subject is required.'],
      ['replyBody', '\n\t ', 'Message body is required.'],
      ['key', 'a\0', 'Invalid key.'],
      ['key', 'a'.repeat(101), 'Invalid key.'],
    ])('with %s %j: %s', async (field, value, message) => {
      const { status, body } = await reply({ [field]: value })
      expect([status, body]).toEqual([
        400,
        { success: false, code: 'invalid', message, errors: { [field]: message } },
      ])
      expect((await only()).replies).toEqual([])
    })
  })
})

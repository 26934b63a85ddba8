// Replies without a mail server, and invalid ones.

import { access } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { replyApp, replyText as text } from '../support/apps.ts'
import { contactCalls } from '../support/calls.ts'
import { titled } from '../support/evidence.ts'
import type { SmtpPeer } from '../support/smtp-peer.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
let peer: SmtpPeer
const { only, reply } = replyApp((started) => {
  peer = started.peer
})

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

  test('a reply that was sent already says that it is in the outbox folder', async () => {
    const { send } = await withoutMailServer()
    await send({ key: 'once' })
    expect((await send({ key: 'once' })).body.message).toBe(
      'Reply sent successfully! No mail server is set up: the email is in the outbox folder',
    )
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
  ])('with %s %j: %s', async (field, value, message) => {
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

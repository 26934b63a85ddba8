// Messages as admins manage them: permissions, the list, deletion, and the reply that the dialog begins with.

import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { replyBodyFor, replySubjectFor } from '../../contract/messages.ts'
import { contactCalls } from '../support/calls.ts'
import { emptyTable, queuedMail, titled } from '../support/evidence.ts'
import type { Sent } from '../support/request.ts'
import { seed } from '../support/seed.ts'
import { startSmtpPeer } from '../support/smtp-peer.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()
let app: Running
let cookie: string
let userCookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
  userCookie = await app.asUser()
})
beforeEach(async () => {
  await emptyTable(app, 'contacts')
})

const { post, list, messages } = contactCalls(() => ({ app, cookie }))

describe('permissions to read and delete', () => {
  test('a visitor gets 401 and a user 403, and nothing changes', async () => {
    await post()
    const before = await list()
    const { id } = before.contacts[0]
    const calls: [string, Sent][] = [
      ['/contacts', {}],
      ['/contacts/export-csv', {}],
      [`/contacts/${id}/reply`, { json: { replySubject: 'Re', replyBody: 'Hi' } }],
      [`/contacts/${id}`, { method: 'DELETE' }],
      ['/contacts/bulk-delete', { json: { ids: [id] } }],
    ]
    for (const [path, call] of calls) {
      const visitor = await app.json(path, call)
      expect([path, visitor.status, visitor.body]).toEqual([
        path,
        401,
        { success: false, code: 'anonymous', message: 'Please log in.' },
      ])
      const user = await app.json(path, { ...call, cookie: userCookie })
      expect([path, user.status]).toEqual([path, 403])
      expect(user.headers.get('cache-control')).toBe('no-store')
      const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
      if (call.method || call.json)
        expect((await app.json(path, { ...call, cookie, headers })).status).toBe(403)
    }
    expect(await list()).toEqual(before)
  })
})

describe('the list', () => {
  test('searches name, email, subject and message, regardless of case and accents', async () => {
    await post({ name: 'Zoë 100%', message: 'one' })
    await post({ email: 'some_one@example.org', message: 'two' })
    await post({ subject: 'Ångström', message: 'three' })
    await post({ message: 'four: C:\\temp' })
    for (const [search, found] of [
      ['ZOE', ['one']],
      ['0%', ['one']],
      ['%', ['one']],
      ['some_', ['two']],
      ['angstrom', ['three']],
      [':\\t', ['four: C:\\temp']],
      ["' or 1=1 --", []],
    ] as const)
      expect([search, await messages(new URLSearchParams({ search }).toString())]).toEqual([search, found])
  })

  test('filters by status and sorts both ways', async () => {
    for (const message of ['one', 'two', 'three']) {
      await post({ message })
      app.pass(1000)
    }
    const { contacts } = await list()
    await app.json(`/contacts/${contacts[1].id}/reply`, {
      cookie,
      json: { replySubject: 'Re', replyBody: 'Hi' },
    })
    expect(await messages()).toEqual(['three', 'two', 'one'])
    for (const sort of ['oldest', 'asc', 'OLDEST'])
      expect(await messages(`sort=${sort}`)).toEqual(['one', 'two', 'three'])
    for (const status of ['replied', 'Replied']) expect(await messages(`status=${status}`)).toEqual(['two'])
    for (const status of ['unreplied', 'Unreplied'])
      expect(await messages(`status=${status}`)).toEqual(['three', 'one'])
    for (const status of ['All', '', 'x']) expect(await messages(`status=${status}`)).toHaveLength(3)
  })

  test('of 10,000 has a first page and a last; past the end it responds with the last and its number', async () => {
    await seed(app.context, { messages: 10_000 })
    expect(await list()).toMatchObject({ page: 1, totalPages: 1_000, total: 10_000 })
    const last = await list('page=1000')
    expect(last.contacts).toHaveLength(10)
    expect(await list('page=4711')).toEqual(last)
    expect((await list('search=visitor9999@')).contacts).toHaveLength(1)
    expect((await list('limit=1000')).contacts).toHaveLength(100)
  })

  test('without messages is page 1 of 1', async () => {
    const folders = { unread: 0, spam: 0, archived: 0 }
    expect(await list('page=7')).toEqual({ contacts: [], totalPages: 1, page: 1, total: 0, folders })
  })

  test.each(['0', '-5', '1.9', 'x', '1e309', '[]', "1' or 1=1"])(
    'with page, limit, sort and status %j responds with the first page',
    async (value) => {
      await post()
      const { status, body } = await app.json(
        `/contacts?${new URLSearchParams({ page: value, limit: value, sort: value, status: value })}`,
        { cookie },
      )
      expect([status, body.contacts.length, body.page]).toEqual([200, 1, 1])
    },
  )
})

describe('deleting', () => {
  test('a message deletes its replies and their queued emails', async () => {
    const peer = await startSmtpPeer()
    onTestFinished(() => peer.stop())
    peer.mode = 'defer'
    const other = await ownApp({ SMTP_URL: peer.url })
    const admin = await other.asAdmin()
    await post({}, other)
    const { contacts } = (await other.json('/contacts', { cookie: admin })).body
    const path = `/contacts/${contacts[0].id}`
    await other.json(`${path}/reply`, { cookie: admin, json: { replySubject: 'Re', replyBody: 'Hi' } })
    const { status, body } = await other.json(path, { method: 'DELETE', cookie: admin })
    expect([status, body.success]).toEqual([200, true])
    for (const table of ['contacts', 'replies'] as const)
      expect(await other.context.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect(await queuedMail(other)).toEqual([])
  })

  test('one message twice at the same moment: 200 and 404', async () => {
    await post()
    const [{ id }] = (await list()).contacts
    const responses = await Promise.all(
      [1, 2].map(() => app.json(`/contacts/${id}`, { method: 'DELETE', cookie })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('many skips unknown ids, and the response counts them', async () => {
    for (const message of ['one', 'two', 'three']) await post({ message })
    const [one, two] = (await list()).contacts
    const { status, body } = await app.json('/contacts/bulk-delete', {
      cookie,
      json: { ids: [one.id, two.id, two.id, 'gone'] },
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '2 messages deleted. 1 was skipped: it no longer exists.',
      deleted: 2,
    })
    expect((await list()).total).toBe(1)
  })

  test('many skips impossible ids, even if all are', async () => {
    await post()
    const [{ id }] = (await list()).contacts
    for (const [ids, message] of [
      [['\0', 'a\0b', '\ud800', ''], '0 messages deleted. 4 were skipped: they no longer exist.'],
      [[`${id}\0`, id, 'x'.repeat(100)], '1 message deleted. 2 were skipped: they no longer exist.'],
    ] as const) {
      const { status, body } = await app.json('/contacts/bulk-delete', { cookie, json: { ids } })
      expect([status, body.message]).toEqual([200, message])
    }
    expect((await list()).total).toBe(0)
  })

  test.each(
    [
      {},
      { ids: [] },
      { ids: 'all' },
      { ids: [7] },
      { ids: Array.from({ length: 101 }, (_, n) => `id${n}`) },
    ].map(titled),
  )('many with %s gets 400', async (_, json) => {
    await post()
    expect((await app.json('/contacts/bulk-delete', { cookie, json })).status).toBe(400)
    expect((await list()).total).toBe(1)
  })

  test.each(
    ['export-csv', 'bulk-delete', 'null', '0', '..%2fx', 'é', 'a'.repeat(2000), "' or 1=1 --"].map(titled),
  )('%s gets 404', async (_, id) => {
    await post()
    expect((await app.json(`/contacts/${encodeURI(id)}`, { method: 'DELETE', cookie })).status).toBe(404)
    expect((await list()).total).toBe(1)
  })
})

describe('the reply that the dialog begins with', () => {
  test('has the subject with one Re:, or Your Inquiry without one', () => {
    expect(replySubjectFor('A site')).toBe('Re: A site')
    expect(replySubjectFor('RE: A site')).toBe('RE: A site')
    expect(replySubjectFor(null)).toBe('Your Inquiry')
    expect(replySubjectFor('s'.repeat(200))).toHaveLength(200)
  })

  test('greets by name, or without one', () => {
    expect(replyBodyFor('Vera')).toBe('Hello Vera,\n\n')
    expect(replyBodyFor('Vera Ullmann')).toBe('Hello Vera,\n\n')
    expect(replyBodyFor('  ')).toBe('Hello,\n\n')
  })
})

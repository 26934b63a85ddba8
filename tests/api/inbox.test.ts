// Folders, read and unread, marked as replied, and the messages of one sender together.
import { beforeEach, describe, expect, test } from 'vitest'
import { maxThread } from '../../contract/limits.ts'
import type { ContactMessage } from '../../contract/responses/messages.ts'
import { unrepliedMessages } from '../../server/messages/messages.ts'
import { contactCalls } from '../support/calls.ts'
import { emptyTable } from '../support/evidence.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(async () => {
  await emptyTable(app, 'contacts')
  await emptyTable(app, 'spam_marks')
})

const { post, list, messages } = contactCalls(() => ({ app, cookie }))

/** Posts messages a second apart. @returns their ids */
async function posted(...texts: string[]): Promise<string[]> {
  for (const message of texts) {
    await post({ message })
    app.pass(1000)
  }
  const { contacts } = await list('sort=oldest&limit=100')
  return texts.map((text) => contacts.find(({ message }: ContactMessage) => message === text).id)
}
const change = (ids: string[], what: object) =>
  app.json('/contacts/bulk-update', { cookie, json: { ids, ...what } })
const read = async (id: string) => (await app.json(`/contacts/${id}`, { cookie })).body
const reply = (id: string) =>
  app.json(`/contacts/${id}/reply`, { cookie, json: { replySubject: 'Re', replyBody: 'Hi' } })

describe('folders', () => {
  test('each list has its messages, and without a folder all but spam', async () => {
    const [one, two, three] = await posted('one', 'two', 'three', 'four')
    const archived = await change([String(one)], { folder: 'archived' })
    expect(archived.body).toEqual({ success: true, message: '1 message changed.', changed: 1 })
    await change([String(two)], { folder: 'spam' })
    await change([String(three)], { replied: true })
    for (const [query, found] of [
      ['folder=inbox', ['four', 'three']],
      ['folder=INBOX&status=replied', ['three']],
      ['folder=archived', ['one']],
      ['folder=spam', ['two']],
      ['folder=spam&search=one', []],
      ['folder=archived&search=one', ['one']],
      ['status=unreplied', ['four', 'one']],
      ['folder=nonsense', ['four', 'three', 'one']],
      ['', ['four', 'three', 'one']],
    ] as const) {
      expect([query, await messages(query)]).toEqual([query, found])
      expect((await list(query)).total).toBe(found.length)
    }
    expect((await list()).folders).toEqual({ unread: 2, spam: 1, archived: 1 })
    const csv = await (await app.send('/contacts/export-csv', { cookie })).text()
    expect(['one', 'two', 'four'].map((text) => csv.includes(`"${text}"`))).toEqual([true, false, true])
    await change([String(one), String(two)], { folder: 'inbox' })
    expect(await messages('folder=inbox')).toEqual(['four', 'three', 'two', 'one'])
  })

  test('spam and archived messages are not among the unreplied of the dashboard', async () => {
    const [one, two] = await posted('one', 'two', 'three', 'four')
    const counted = async () => (await app.json('/dashboard', { cookie })).body
    expect(await counted()).toMatchObject({ unreplied: 4, totalcontact: 4 })
    await change([String(one)], { folder: 'archived' })
    await change([String(two)], { folder: 'spam' })
    expect(await counted()).toMatchObject({ unreplied: 2, totalcontact: 3 })
    const { total, newest } = await unrepliedMessages(app.context, 1)
    expect([total, newest.map(({ message }) => message)]).toEqual([2, ['four']])
    expect(newest[0]).toMatchObject({ name: 'Vera Visitor', subject: 'A site' })
  })
})

describe('a change', () => {
  test('marks as read and unread, and only that', async () => {
    const [one = ''] = await posted('one')
    const before = (await list()).contacts[0]
    expect(before).toMatchObject({ unread: true })
    await change([one], { read: true })
    expect((await list()).contacts[0]).toEqual({ ...before, unread: false })
    expect((await list()).folders.unread).toBe(0)
    await change([one], { read: false })
    expect((await list()).contacts[0]).toEqual(before)
  })

  test('marks as replied and back; a sent reply stays', async () => {
    const [one = '', two = ''] = await posted('one', 'two')
    await reply(two)
    await change([one, two], { replied: true })
    expect(await messages('status=replied')).toEqual(['two', 'one'])
    await change([one, two], { replied: false })
    expect(await messages('status=replied')).toEqual(['two'])
  })

  test('is read once it is replied to, also from the list', async () => {
    const [one = ''] = await posted('one', 'two')
    expect((await list()).folders.unread).toBe(2)
    await reply(one)
    expect((await list()).folders.unread).toBe(1)
  })

  test('skips unknown and impossible ids', async () => {
    const [one = ''] = await posted('one')
    const { status, body } = await change([one, 'gone', '\0'], { folder: 'archived' })
    expect([status, body.changed, body.message]).toEqual([
      200,
      1,
      '1 message changed. 2 were skipped: they no longer exist.',
    ])
    expect((await change(['gone'], { read: true })).body.changed).toBe(0)
  })

  test('of another kind gets 400', async () => {
    const [one = ''] = await posted('one')
    for (const what of [{ folder: 'attic' }, { folder: 7 }, { read: 'yes' }, { replied: 1 }])
      expect((await change([one], what)).status).toBe(400)
    expect((await list()).contacts[0]).toMatchObject({ folder: 'inbox', unread: true, replied: false })
  })

  test('of the same messages by two admins at once is made by both', async () => {
    const ids = await posted('one', 'two', 'three')
    const responses = await Promise.all([
      change(ids, { folder: 'archived' }),
      change(ids.toReversed(), { read: true }),
      change(ids, { replied: true }),
    ])
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200])
    for (const one of (await list('folder=archived')).contacts)
      expect(one).toMatchObject({ unread: false, replied: true })
  })
})

describe('the messages of one sender', () => {
  test('are shown together with their replies, oldest first, without spam and other senders', async () => {
    const [one = '', two = '', three = ''] = await posted('one', 'two', 'three')
    await post({ message: 'other', email: 'other@example.org' })
    await change([one], { folder: 'archived' })
    await change([two], { folder: 'spam' })
    await reply(one)
    const { contact, thread, hasEarlier } = await read(three)
    expect([contact.message, hasEarlier]).toEqual(['three', false])
    expect(thread.map(({ message }: ContactMessage) => message)).toEqual(['one', 'three'])
    expect(thread[0].replies).toHaveLength(1)
    const spam = await read(two)
    expect(spam.thread.map(({ message }: ContactMessage) => message)).toEqual(['two'])
  })

  test('are the newest ones at most, and the one that is opened', async () => {
    const texts = Array.from({ length: maxThread + 2 }, (_, n) => `text ${n}`)
    const [first = '', second = '', third = ''] = await posted(...texts)
    const oldest = await read(first)
    expect([oldest.thread.length, oldest.hasEarlier]).toEqual([maxThread + 1, true])
    expect(oldest.thread[0].message).toBe('text 0')
    const newer = await read(third)
    expect([newer.thread.length, newer.hasEarlier]).toEqual([maxThread, true])
    await app.json(`/contacts/${first}`, { cookie, method: 'DELETE' })
    await app.json(`/contacts/${second}`, { cookie, method: 'DELETE' })
    expect((await read(third)).hasEarlier).toBe(false)
  })

  test('of an unknown message is 404', async () => {
    for (const id of ['gone', "' or 1=1", 'a'.repeat(200)])
      expect((await app.send(`/contacts/${encodeURIComponent(id)}`, { cookie })).status).toBe(404)
  })
})

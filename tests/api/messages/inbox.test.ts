// Messages as admins manage them: lists, folders, deletion, the messages of one sender, saved replies, and contacts.csv.

import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { maxSavedReplies, maxThread } from '../../../contract/limits.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { callsOf, statusesAtOnce } from '../../support/calls.ts'
import { startSmtpPeer } from '../../support/peers/smtp-peer.ts'
import { ownApp, sharedApp } from '../../support/start.ts'

const app = await sharedApp()
const cookie = await app.asAdmin()
beforeEach(() => app.empty('messages', 'spam_marks'))

const { post, list, reply, change } = callsOf(() => ({ app, cookie })).messages
const messages = async (query = ''): Promise<string[]> =>
  (await list(query)).contacts.map(({ message }: ContactMessage) => message)

/** Posts messages a second apart. @returns their ids */
async function posted(...texts: string[]): Promise<string[]> {
  for (const message of texts) await post({ message })
  const { contacts } = await list('sort=oldest&limit=100')
  return texts.map((text) => contacts.find(({ message }: ContactMessage) => message === text).id)
}
const remove = (id: string) => app.json(`/contacts/${id}`, { method: 'DELETE', cookie })
const read = async (id: string) => (await app.json(`/contacts/${id}`, { cookie })).body

test('the list searches name, email, subject and message, regardless of case, accents and letters of other keyboards', async () => {
  await post({ name: 'Zoë 100%', message: 'one' })
  await post({ email: 'some_one@example.org', message: 'two' })
  await post({ subject: 'Hauptstraße in Łódź', message: 'three' })
  for (const [search, found] of [
    ['ZOE', ['one']],
    ['%', ['one']],
    ['some_', ['two']],
    ['HAUPTSTRASSE IN LODZ', ['three']],
    ['HREE', ['three']],
  ] as const)
    expect([search, await messages(new URLSearchParams({ search }).toString())]).toEqual([search, found])
})

test('deleting a message deletes its replies and their queued emails; twice at the same moment is 200 and 404', async () => {
  const peer = await startSmtpPeer()
  onTestFinished(peer.stop)
  peer.rejects.set('recipient', '451 4.3.0 Try again later')
  const own = await ownApp({ SMTP_URL: peer.url })
  const admin = await own.asAdmin()
  await post({}, own)
  const { contacts } = (await own.json('/contacts', { cookie: admin })).body
  const path = `/contacts/${contacts[0].id}`
  await own.json(`${path}/reply`, { cookie: admin, json: { replySubject: 'Re', replyBody: 'Hi' } })
  const twice = [1, 2].map(() => own.json(path, { method: 'DELETE', cookie: admin }))
  expect(await statusesAtOnce(twice)).toEqual([200, 404])
  for (const table of ['messages', 'replies'] as const)
    expect(await own.context.db.selectFrom(table).selectAll().execute()).toEqual([])
  expect(await own.queuedMail()).toEqual([])
})

test('deleting many skips unknown ids, and the response counts them', async () => {
  const [one = '', two = ''] = await posted('one', 'two', 'three')
  const json = { ids: [one, two, two, 'gone'] }
  const { body } = await app.json('/contacts/bulk-delete', { cookie, json })
  const message = '2 messages deleted. 1 was skipped: it no longer exists.'
  expect(body).toEqual({ success: true, message, deleted: 2 })
  expect((await list()).total).toBe(1)
})

test('each folder has its messages, and without a folder the list has all but spam', async () => {
  const [one = '', two = '', three = ''] = await posted('one', 'two', 'three', 'four')
  const archived = await change([one], { folder: 'archived' })
  expect(archived.body).toEqual({ success: true, message: '1 message changed.', changed: 1 })
  const unnamed = await change([one], { isRead: true })
  expect([unnamed.status, unnamed.body.message]).toEqual([400, 'Name what changes: folder, read or replied.'])
  await change([two], { folder: 'spam' })
  await change([three], { replied: true })
  for (const [query, found] of [
    ['folder=inbox', ['four', 'three']],
    ['folder=INBOX&status=Replied', ['three']],
    ['folder=spam', ['two']],
    ['folder=spam&search=one', []],
    ['folder=archived&search=one', ['one']],
    ['status=unreplied', ['four', 'one']],
    ['status=x&sort=OLDEST', ['one', 'three', 'four']],
    ['folder=nonsense&sort=asc', ['one', 'three', 'four']],
    ['', ['four', 'three', 'one']],
  ] as const) {
    expect([query, await messages(query)]).toEqual([query, found])
    expect((await list(query)).total).toBe(found.length)
  }
  expect((await list()).folders).toEqual({ unread: 2, spam: 1, archived: 1 })
  // Neither spam nor what is archived is among the unreplied of the dashboard.
  const dashboard = (await app.json('/dashboard', { cookie })).body
  expect(dashboard).toMatchObject({ unreplied: 1, totalcontact: 3 })
  const { messages: unreplied } = (await app.json('/api/dashboard/home', { cookie })).body
  expect(unreplied.newest).toMatchObject([{ message: 'four' }])
  const csv = await (await app.send('/contacts/export-csv', { cookie })).text()
  expect(['one', 'two', 'four'].map((text) => csv.includes(`"${text}"`))).toEqual([true, false, true])
  await change([one, two], { folder: 'inbox' })
  expect(await messages('folder=inbox')).toEqual(['four', 'three', 'two', 'one'])
})

test('a change marks as read and unread, and as replied and back, and only that; a sent reply is read, and stays', async () => {
  const [one = '', two = ''] = await posted('one', 'two')
  const before = (await list()).contacts
  await change([one], { read: true })
  expect((await list()).contacts).toEqual([before[0], { ...before[1], unread: false }])
  expect((await list()).folders.unread).toBe(1)
  await change([one], { read: false })
  expect((await list()).contacts).toEqual(before)
  await reply(two)
  expect((await list()).folders.unread).toBe(1)
  await change([one, two], { replied: true })
  expect(await messages('status=replied')).toEqual(['two', 'one'])
  await change([one, two], { replied: false })
  expect(await messages('status=replied')).toEqual(['two'])
})

test('a change of the same messages by two admins at once is made by both', async () => {
  const ids = await posted('one', 'two', 'three')
  const changes = [{ folder: 'archived' }, { read: true }, { replied: true }]
  const calls = changes.map((what, n) => change(n === 1 ? ids.toReversed() : ids, what))
  expect(await statusesAtOnce(calls)).toEqual([200, 200, 200])
  for (const one of (await list('folder=archived')).contacts)
    expect(one).toMatchObject({ unread: false, replied: true })
})

test('the messages of one sender are shown together with their replies, oldest first, without spam and other senders: the newest ones at most, and the one that is opened', async () => {
  const texts = Array.from({ length: maxThread + 3 }, (_, n) => `text ${n}`)
  const [spam = '', first = '', second = '', third = ''] = await posted(...texts)
  await post({ message: 'other', email: 'other@example.org' })
  await change([spam], { folder: 'spam' })
  await change([first], { folder: 'archived' })
  await reply(first)
  const oldest = await read(first)
  expect([oldest.thread.length, oldest.hasEarlier]).toEqual([maxThread + 1, true])
  expect(oldest.thread[0]).toMatchObject({ message: 'text 1', replies: { length: 1 } })
  const newer = await read(third)
  expect([newer.thread.length, newer.hasEarlier]).toEqual([maxThread, true])
  for (const id of [first, second]) await remove(id)
  const { contact, thread, hasEarlier } = await read(third)
  expect([contact.message, hasEarlier]).toEqual(['text 3', false])
  expect(thread.map(({ message }: ContactMessage) => message)).toEqual(texts.slice(3))
  expect((await read(spam)).thread).toMatchObject([{ message: 'text 0' }])
})

test('saved replies are listed by title; there are 50 at most, also when several are added at the same moment', async () => {
  const path = '/api/admin/saved-replies'
  const add = (title: string) => app.json(path, { cookie, json: { title, body: 'Hi {name},\r\nbye.' } })
  expect((await add(' Thanks ')).body.reply).toMatchObject({ title: 'Thanks', body: 'Hi {name},\nbye.' })
  for (let n = 2; n < maxSavedReplies; n++) await add(`A ${n}`)
  await Promise.all(Array.from({ length: 8 }, (_, n) => add(`B ${n}`)))
  const { replies } = (await app.json(path, { cookie })).body
  expect([replies.length, replies.at(-1).title]).toEqual([maxSavedReplies, 'Thanks'])
})

/** Its rows without what only quotes them; csv.test.ts tests that. */
const exported = async (query = '') => {
  const response = await app.send(`/contacts/export-csv?${query}`, { cookie })
  const bytes = Buffer.from(await response.arrayBuffer())
  const rows = bytes.subarray(3).toString('utf8').split('\r\n').slice(0, -1)
  return { headers: response.headers, bytes, rows: rows.map((row) => row.slice(1, -1).split('","')) }
}

test('contacts.csv is an uncached CSV file of what was written, newest first, without cells that a spreadsheet would run, with the filters of the list', async () => {
  const { headers, bytes, rows } = await exported()
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toBe('attachment; filename="contacts.csv"')
  expect(headers.get('cache-control')).toBe('no-store')
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(rows).toEqual([['Name', 'Email', 'Subject', 'Message', 'Status', 'Date']])

  await post({ message: 'say "hi",\nor 日本語 🙂', subject: null })
  const [formula = ''] = await posted("=cmd|' /C calc'!A0")
  await reply(formula)
  const shown = async (query: string) => (await exported(query)).rows.slice(1).map((row) => row.slice(2, 5))
  const first = ['', 'say ""hi"",\nor 日本語 🙂', 'Unreplied']
  const second = ['A site', "'=cmd|' /C calc'!A0", 'Replied']
  expect(await shown('')).toEqual([second, first])
  expect(await shown('sort=oldest')).toEqual([first, second])
  expect(await shown('status=replied')).toEqual([second])
  expect(await shown('search=SAY')).toEqual([first])
  expect((await exported()).rows[1]?.[5]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
})

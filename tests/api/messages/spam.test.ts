// Messages are held back for how they were sent, never for what they say, and deleted after some months where an admin has
// chosen so.
import { beforeEach, expect, test, vi } from 'vitest'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import { callsOf, eventsOf, goodMessage as good, sent } from '../../support/calls.ts'
import { seed } from '../../support/seed.ts'
import { day, minute, ownApp, type Running } from '../../support/start.ts'

let app: Running
let cookie: string

beforeEach(async () => {
  app = await ownApp({
    TRUST_PROXY: '1',
    THROTTLE: 'on',
    OWNER_EMAIL: 'owner@example.com',
    LOG_LEVEL: 'silent',
  })
  cookie = await app.asAdmin()
})

const { list, reply, change } = callsOf(() => ({ app, cookie })).messages

const firefox = {
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0',
  'accept-language': 'de-DE,de;q=0.9',
  'sec-fetch-site': 'same-origin',
}
/** Before version 16.4 it sends no Sec-Fetch-Site. */
const safari = {
  'user-agent': 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 Safari/605.1.15',
  'accept-language': 'en-GB',
}

interface Way {
  headers?: Record<string, string>
  ip?: string
  elapsed?: unknown
  topic?: string
}

let next = 0
/** An address of its own network. */
const anyIp = () => `203.${Math.floor(++next / 250)}.${next % 250}.7`

const send = (over: object, { headers = firefox, ip = anyIp(), ...fields }: Way = {}) =>
  sendAlone({ elapsed: 60_000, ...over, ...fields }, { origin: app.url, ...headers, 'x-forwarded-for': ip })
/** As `send`, with the headers of no browser. */
async function sendAlone(over: object, headers: Record<string, string>): Promise<void> {
  const response = await fetch(`${app.url}/contacts`, {
    method: 'POST',
    body: JSON.stringify({ ...good, ...over }),
    headers: { 'content-type': 'application/json', 'x-forwarded-for': anyIp(), ...headers },
  })
  expect([response.status, await response.json()]).toEqual([201, sent])
}
const held = async (): Promise<ContactMessage[]> => (await list('folder=spam&limit=50')).contacts
const reasons = async () => (await held()).map(({ spamReason }) => spamReason)
const move = (id: string | undefined, folder: string) => change([id], { folder })
const newest = async (): Promise<string> => (await list('folder=inbox')).contacts[0].id
const deleteSpam = async () => (await app.json('/contacts/delete-spam', { cookie, json: {} })).body
const deletions = async () =>
  (await eventsOf(app, cookie, 'kind=contacts.deleted')).map(({ detail }) => detail)
const text = (n: number) =>
  `${n} is the number of rooms that our house by the sea has, and it needs a website.`

test('what people write arrives in the inbox and is mailed, whatever they say and however their browser is set up', async () => {
  const ways: [message: string, headers: Record<string, string>, elapsed: unknown][] = [
    ['שלום, אני מחפשת מישהו שיעצב לי לוגו ואתר קטן בוורדפרס. מה טווח המחירים?', firefox, undefined],
    ['URGENT: my shop has been hacked and sells VIAGRA, see https://x.example/?p=cheap', safari, 2_000],
    [
      'I HAVE TRIED FOUR TIMES. YOUR CONTACT PAGE IS BROKEN ON MY IPAD!!!',
      { ...firefox, 'accept-language': '' },
      20 * day,
    ],
    ['.', { ...firefox, 'user-agent': '' }, 'soon'],
  ]
  for (const [n, [message, headers, elapsed]] of ways.entries()) {
    await send({ message, email: `person${n}@example.org` }, { headers, elapsed })
    app.pass(minute)
  }
  expect(await held()).toEqual([])
  expect((await list('folder=inbox')).total).toBe(ways.length)
  expect(await app.emails('owner@example.com')).toHaveLength(ways.length)
})

test('people are not held back who send the same again, correct their email address, or write the few words that others, programs or spam wrote', async () => {
  for (let n = 0; n < 3; n++) {
    await send({ message: text(1) })
    app.pass(15 * minute)
  }
  await send({ message: text(1), email: 'vera.corrected@example.org' })
  for (let n = 0; n < 5; n++) await send({ email: `v${n}@example.org`, message: 'What does a website cost?' })
  app.pass(day + minute)
  const ask = (n: number, message: string) => send({ email: `shop${n}@example.org`, message })
  await ask(1, 'Hello, I need a website for my small business. How much would it cost?')
  await ask(2, 'Hi, I need a website for my business. How much would it cost me?')
  await ask(3, 'Hello, I need a new website for my small shop. How much would that cost?')
  for (let n = 0; n < 3; n++) await sendAlone({ email: `p${n}@example.org`, message: text(4) }, {})
  await ask(4, text(4))
  await ask(5, 'How much does a website cost?')
  await move(await newest(), 'spam')
  await ask(6, 'How much does a website cost?')
  expect(await reasons()).toEqual([null, 'no-browser', 'no-browser', 'no-browser'])
})

test('people are not held back who have a reply, whatever strangers send from their network or in their words, nor when some of theirs are moved to Spam, unless the replied ones are', async () => {
  await send({ email: 'kim@example.org', message: text(5) }, { ip: '192.0.2.1' })
  const replied = await newest()
  await reply(replied)
  for (let n = 0; n < 22; n++)
    await send({ email: `f${n}@example.org`, message: text(6) }, { ip: `192.0.2.${n}` })
  const before = (await held()).length
  expect(before).toBe(21)
  await send({ email: 'kim@example.org', message: text(6) }, { ip: '192.0.2.1' })
  expect(await held()).toHaveLength(before)
  // What is sent in their name counts for nobody else of that network.
  for (let n = 0; n < 21; n++)
    await send({ email: 'kim@example.org', message: `${text(7)} ${n}` }, { ip: `198.51.100.${n}` })
  await send({ email: 'lou@example.org', message: 'Hello there.' }, { ip: '198.51.100.99' })
  expect(await held()).toHaveLength(before + 1)

  await deleteSpam()
  await send({ email: 'kim@example.org', message: text(8) })
  await move(await newest(), 'spam')
  await move(replied, 'archived')
  for (const message of ['Are you still there?', text(8)]) await send({ email: 'kim@example.org', message })
  expect(await reasons()).toEqual([null])
  await move(replied, 'spam')
  await send({ email: 'kim@example.org', message: 'I write again.' })
  expect(await reasons()).toEqual(['sender', null, null])
})

test('a message is held back, with the response of any other, and not mailed, where the field that people do not see is filled in, or it was sent by no browser, or within two seconds', async () => {
  await send({ name: 'Bot Bertha' }, { topic: 'https://x.example' })
  await send({ message: 'An empty one is none.' }, { topic: ' ' })
  expect(await held()).toMatchObject([{ name: 'Bot Bertha', spamReason: 'hidden-field', unread: true }])
  expect(await app.emails(/Bot Bertha/)).toEqual([])
  expect((await list()).total).toBe(1)
  expect((await app.json('/dashboard', { cookie })).body).toMatchObject({ totalcontact: 1, unreplied: 1 })
  // The home of the dashboard counts it until somebody has looked at it.
  const counted = async () => (await app.json('/api/dashboard/home', { cookie })).body.spam
  expect(await counted()).toBe(1)
  await change([(await held())[0]?.id], { read: true })
  expect(await counted()).toBe(0)

  const programs: Record<string, string>[] = [
    { 'user-agent': 'curl/8.9.1', accept: '*/*' },
    { 'user-agent': firefox['user-agent'], 'accept-language': 'en-US', referer: `${app.url}/contact` },
  ]
  for (const [n, headers] of programs.entries())
    await sendAlone({ message: `Offer ${n}`, elapsed: 30_000 }, headers)
  for (const elapsed of [0, 1_999]) await send({ message: `Offer after ${elapsed}` }, { elapsed })
  const others = (await reasons()).slice(0, -1).toSorted()
  expect(others).toEqual(['no-browser', 'no-browser', 'too-fast', 'too-fast'])
})

test('a message is held back, with the response of any other, and not mailed, where a third sender writes the same or nearly the same within a day', async () => {
  const offer = (n: number) =>
    `Dear ${['Sir', 'Madam', 'team', 'friend'][n % 4]}, we deliver fresh flowers to every table of your restaurant, each Monday before nine, and the first month costs nothing. See https://f${n}.example. Order ${n}!`
  for (let n = 0; n < 6; n++) await send({ email: `sender${n}@example.org`, message: offer(n) })
  expect(await reasons()).toEqual(['same-text', 'same-text', 'same-text', 'same-text'])
  app.pass(25 * 60 * minute)
  cookie = await app.asAdmin('later@example.com')
  await send({ email: 'sender9@example.org', message: offer(9) })
  expect(await held()).toHaveLength(4)
})

test.each([
  ['/24', (n: number) => `192.0.2.${n}`],
  ['/48', (n: number) => `2001:db8:7:${n.toString(16)}::1`],
])(
  'a message is held back, with the response of any other, and not mailed, where more than 20 come from one %s within a day, until the next one',
  async (_, ip) => {
    for (let n = 0; n < 24; n++)
      await send({ email: `f${n}@example.org`, message: `Question ${n}?` }, { ip: ip(n) })
    // As many as work in one office or study at one university arrive.
    expect(await reasons()).toEqual(['flood', 'flood', 'flood', 'flood'])
    expect((await list('folder=inbox')).total).toBe(20)
    await send({ email: 'other@example.org', message: 'From another network.' })
    app.pass(day)
    cookie = await app.asAdmin('later@example.com')
    await send({ email: 'f30@example.org' }, { ip: ip(30) })
    expect(await held()).toHaveLength(4)
  },
)

test('what an admin says: Move to spam holds back what the sender writes later, and the same text, also once it is deleted; Not spam and a reply take it back', async () => {
  await send({ email: 'shop@example.org', message: text(7) })
  await move(await newest(), 'spam')
  await send({ email: 'shop@example.org', message: 'Something else.' })
  await send({ email: 'other@example.org', message: text(8) })
  await send({ email: 'other@example.org', message: 'I have a question.' })
  expect(await reasons()).toEqual(['text', 'sender', null])
  await deleteSpam()
  await send({ email: 'shop@example.org', message: 'Here again.' })
  const [again] = await held()
  expect(again?.spamReason).toBe('sender')
  await move(again?.id, 'inbox')
  await send({ email: 'shop@example.org', message: 'And again.' })
  expect(await held()).toEqual([])

  const shop = await newest()
  await move(shop, 'spam')
  const contact = { folder: 'inbox', spamReason: null, replied: true }
  expect(await reply(shop)).toMatchObject({ status: 200, body: { contact } })
  await send({ email: 'shop@example.org', message: 'Once more.' })
  await send({ name: 'Rank Rocket', email: 'rank@example.com' }, { elapsed: 100 })
  const [rocket] = await held()
  expect(await reply(rocket?.id)).toMatchObject({ status: 200, body: { contact } })
  expect(await held()).toEqual([])
  expect(await app.emails(/Rank Rocket/)).toHaveLength(1)
})

test('what an admin says: Not spam mails the owner once, also when two admins press it and it goes back and forth', async () => {
  await send({ name: 'Paul Person' })
  await send({ name: 'Rank Rocket', email: 'rank@example.com' }, { elapsed: 100 })
  const [rocket] = await held()
  await Promise.all([move(rocket?.id, 'inbox'), move(rocket?.id, 'inbox')])
  for (const folder of ['spam', 'archived', 'spam', 'inbox']) await move(rocket?.id, folder)
  expect(await app.emails(/Rank Rocket/)).toHaveLength(1)
  // One that was mailed when it arrived is not mailed again.
  const [paul] = (await list('search=paul')).contacts
  await move(paul.id, 'spam')
  await move(paul.id, 'inbox')
  expect(await app.emails(/Paul Person/)).toHaveLength(1)
})

test('what an admin says: Delete all spam deletes in parts, each recorded, and says how many are left when its time is up', async () => {
  await send({})
  await seed(app.context.db, { messages: 500 })
  const rows = app.context.db.updateTable('messages').set({ mailbox: 'spam' })
  await rows.where('email', '!=', good.email).execute()
  let seconds = 0
  const clock = vi.spyOn(app.context, 'now').mockImplementation(() => {
    seconds += 2
    return new Date(Date.now() + seconds * 1_000)
  })
  const message = expect.stringContaining('300')
  expect(await deleteSpam()).toMatchObject({ deleted: 200, left: 300, message })
  clock.mockRestore()
  expect(await deleteSpam()).toMatchObject({ deleted: 300, left: 0, message: '300 messages deleted.' })
  const parts = [100, 200, 200].map((count) => `${count} messages in spam`)
  expect((await deletions()).sort()).toEqual(parts)
  expect((await list()).total).toBe(1)
})

test('of what is held for one reason the newest 2,000 stay; what is held for another and what an admin has moved stays', async () => {
  await seed(app.context.db, { messages: 2_010 })
  await app.context.db
    .updateTable('messages')
    .set((row) => ({ mailbox: 'spam', spam_reason: 'no-browser', held_at: row.ref('created_at') }))
    .execute()
  const { contacts } = await list('folder=spam&sort=oldest&limit=10')
  await send({}, { topic: 'x' })
  await send({ message: 'Moved.', email: 'moved@example.org' })
  await app.context.db
    .updateTable('messages')
    .set({ mailbox: 'spam', created_at: '2020-01-01T00:00:00.000Z' })
    .where('mailbox', '=', 'inbox')
    .execute()
  await app.cleanUp()
  expect((await list('folder=spam')).total).toBe(2_002)
  const left = await list('folder=spam&sort=oldest&limit=100')
  expect(left.contacts.map(({ id }: ContactMessage) => id)).not.toContain(contacts[9].id)
})

test('messages stay for ever until an admin sets a period; those that it would delete at once are counted, and deleted in every folder with what was remembered of them', async () => {
  const path = '/api/settings/messages'
  const read = async (path: string) => (await app.json(path, { cookie })).body
  const counted = async (months: unknown) => (await read(`${path}/old?months=${months}`)).messages
  expect(await read(path)).toEqual({ months: 0 })
  await seed(app.context.db, { messages: 210 })
  for (const folder of ['inbox', 'archived', 'spam']) {
    await send({ email: `${folder}@example.org`, message: folder })
    await move(await newest(), folder)
  }
  app.pass(200 * day)
  cookie = await app.asAdmin('later@example.com')
  await send({ message: 'newer' })
  await app.cleanUp()
  expect([await counted(6), await counted(12), await counted(0)]).toEqual([213, 0, 0])
  for (const months of [1, 'x']) expect((await read(`${path}/old?months=${months}`)).code).toBe('invalid')
  // Nothing was deleted by counting.
  expect((await list('folder=spam')).total).toBe(1)

  expect((await app.json(path, { method: 'PUT', cookie, json: { months: 6 } })).status).toBe(200)
  expect(await read(path)).toEqual({ months: 6 })
  expect(await eventsOf(app, cookie, 'kind=retention.changed')).toMatchObject([{ detail: 'after 6 months' }])
  for (let n = 0; n < 2; n++) await app.cleanUp()
  expect((await list()).contacts).toMatchObject([{ message: 'newer' }])
  expect((await list()).folders).toEqual({ unread: 1, spam: 0, archived: 0 })
  const deleted = (await deletions()).map((detail) => Number.parseInt(detail ?? '', 10))
  expect(deleted.reduce((sum, count) => sum + count)).toBe(213)
  expect((await deletions())[0]).toMatch(/messages older than 6 months$/)
  expect(await app.context.db.selectFrom('spam_marks').select('key').execute()).toEqual([])
})

test('the owner is told by one email a week how many were held back, where there are any', async () => {
  const reports = async () =>
    (await app.emails('owner@example.com', /held back/)).map(({ subject }) => subject)
  await app.cleanUp()
  for (let n = 0; n < 2; n++) await send({ message: `Message ${n}` }, { topic: 'x' })
  app.pass(6 * day)
  await app.cleanUp()
  expect(await reports()).toEqual([])
  app.pass(day)
  await Promise.all([app.cleanUp(), app.cleanUp()])
  await app.cleanUp()
  expect(await reports()).toEqual(['2 messages were held back as spam'])
})

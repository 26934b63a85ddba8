// Messages that are held back as spam, and what Spam and Not spam teach.
import { beforeEach, describe, expect, test } from 'vitest'
import type { ContactMessage } from '../../contract/contacts.ts'
import { cleanUp } from '../../server/cleanup-jobs.ts'
import { maxSigns } from '../../server/contacts/spam-signs.ts'
import { contactCalls, good, sent } from '../support/contact-calls.ts'
import { emptyTable } from '../support/empty-table.ts'
import { sharedApp } from '../support/shared-app.ts'
import type { Running } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(
  async (started) => {
    app = started
    cookie = await app.asAdmin()
  },
  { TRUST_PROXY: '1', THROTTLE: 'off' },
)
beforeEach(async () => {
  await emptyTable(app, 'contacts')
  await emptyTable(app, 'spam_signs')
})

const { list, emailAbout } = contactCalls(() => ({ app, cookie }))

const spam = {
  name: 'Rank Rocket',
  email: 'rank@example.com',
  subject: 'Backlinks',
  message: 'We sell backlinks for the first page of Google. https://rocket.example/offer',
}
const long =
  'We have eleven rooms full of rope and would like to show them to more people than find us by chance.'

let next = 1
/** Sends as a browser does, from an IP address of its own. */
const post = (over: object = {}, headers?: Record<string, string>) =>
  app.json('/contacts', {
    json: { ...good, ...over },
    headers: headers ?? { origin: app.url, 'x-forwarded-for': `198.51.100.${next++ % 250}` },
  })
const newest = async (folder: string): Promise<ContactMessage> => (await list(`folder=${folder}`)).contacts[0]
const move = (id: string, folder: string) =>
  app.json('/contacts/bulk-update', { cookie, json: { ids: [id], folder } })
/** In which folder a message arrives. */
async function folderOf(over: object, headers?: Record<string, string>): Promise<string | undefined> {
  app.pass(11 * 60_000)
  expect((await post(over, headers)).status).toBe(201)
  return (
    await app.context.db
      .selectFrom('contacts')
      .select('folder')
      .orderBy('created_at', 'desc')
      .executeTakeFirst()
  )?.folder
}

describe('a message that looks like spam [R258]', () => {
  test('gets the response of any other, is held back with reasons, and is not mailed', async () => {
    const plain = await post({ name: 'Petra Person' })
    const suspect = await post(spam)
    expect([suspect.status, suspect.body]).toEqual([201, sent])
    expect([...suspect.headers.keys()].sort()).toEqual([...plain.headers.keys()].sort())
    expect(await emailAbout('Petra Person')).toHaveLength(1)
    expect(await emailAbout('Rank Rocket')).toEqual([])
    const held = await newest('spam')
    expect(held).toMatchObject({ folder: 'spam', unread: true, spamReasons: ['wording of advertising'] })
    expect((await list()).total).toBe(1)
    expect((await app.json('/dashboard', { cookie })).body).toMatchObject({ totalcontact: 1, unreplied: 1 })
  })

  test('is not one that was pasted, filled in, typed fast, reports no time, or is in another script', async () => {
    for (const elapsed of [undefined, 2_000, 3_000, 0, -1, 'soon', null, 1e300])
      expect([elapsed, await folderOf({ message: `${long} ${elapsed}`, elapsed })]).toEqual([
        elapsed,
        'inbox',
      ])
    expect(await folderOf({ message: 'FREE?? CALL ME!!!', subject: null })).toBe('inbox')
    expect(await folderOf({ message: '您好，请问您六月有空吗？' })).toBe('inbox')
    const links = Array.from({ length: 12 }, (_, n) => `https://brief-${n}.example/page`).join(' ')
    expect(await folderOf({ message: `Forwarded: ${links}` })).toBe('inbox')
    expect(await folderOf({ message: 'My footer has <a href="#">Home</a> twice.' })).toBe('inbox')
    expect(await folderOf({ message: 'Sent by a script of the owner.' }, {})).toBe('inbox')
  })

  test('is one sent at once that is written as code', async () => {
    const message = '[url=https://x.example]x[/url]'
    expect(await folderOf({ message, elapsed: 400 })).toBe('spam')
    expect((await newest('spam')).spamReasons).toEqual(['links written as code', 'filled in within 1 second'])
  })

  test('is not what links to this site, although an admin marked one as spam that does', async () => {
    const link = `${app.context.config.publicUrl}/portfolio`
    await folderOf({ email: 'offers@example.org', message: `Your site ${link} is on page two.` })
    await move((await newest('inbox')).id, 'spam')
    const links = `${link} https://a.example https://b.example`
    expect(await folderOf({ message: `I like ${links}. Are you free in May?` })).toBe('inbox')
  })

  test('is the same text from many senders together with more, not alone, and not from one who writes again', async () => {
    for (let n = 0; n < 6; n++) expect(await folderOf({ message: `${long} ${n}` })).toBe('inbox')
    const folders = []
    for (let n = 0; n < 6; n++)
      folders.push(await folderOf({ email: `other${n}@example.org`, message: `${long} ${n}` }))
    expect(new Set(folders)).toEqual(new Set(['inbox']))
    const links = 'https://a.example https://b.example https://c.example'
    expect(await folderOf({ email: 'more@example.org', message: `${long} ${links}` })).toBe('spam')
    expect((await newest('spam')).spamReasons[0]).toMatch(/^same text as \d+ other messages$/)
  })

  test('has at most so many signs, whatever is in it [R261, T67]', async () => {
    const links = Array.from({ length: 200 }, (_, n) => `https://l${n}.example/${n}`).join(' ')
    await post({ message: links.slice(0, 5_000) })
    await post({ message: '𝔞'.repeat(2_500), email: 'two@example.org' })
    await post({ message: `[url=${'['.repeat(4_000)}`, email: 'three@example.org' })
    const rows = await app.context.db.selectFrom('spam_signs').selectAll().execute()
    expect(rows.length).toBeLessThanOrEqual(3 * maxSigns)
    // No address and no text is among them.
    expect(JSON.stringify(rows)).not.toMatch(/198\.51|example/)
  })
})

describe('Not spam', () => {
  test('moves to the inbox and mails the owner once, also when two admins press it and it goes back and forth [R259]', async () => {
    await post(spam)
    const { id } = await newest('spam')
    await Promise.all([move(id, 'inbox'), move(id, 'inbox')])
    await move(id, 'spam')
    await move(id, 'archived')
    expect(await emailAbout('Rank Rocket')).toHaveLength(1)
    expect((await list('folder=archived')).total).toBe(1)
    // One that was mailed when it arrived is not mailed again.
    await post({ name: 'Paul Person' })
    const person = await newest('inbox')
    await move(person.id, 'spam')
    await move(person.id, 'inbox')
    expect(await emailAbout('Paul Person')).toHaveLength(1)
  })

  test('teaches that the sender, and the text from others, are good; Spam the contrary [R260]', async () => {
    await post(spam)
    const { id } = await newest('spam')
    const other = { ...spam, email: 'other@example.org' }
    expect(await folderOf(other)).toBe('spam')
    await move(id, 'inbox')
    expect(await folderOf(spam)).toBe('inbox')
    expect(await folderOf(other)).toBe('inbox')
    // Undo is the last word.
    await move(id, 'spam')
    expect(await folderOf(other)).toBe('spam')
    expect(await folderOf({ email: spam.email, message: 'Hello again.' })).toBe('spam')
    expect((await newest('spam')).spamReasons[0]).toBe('a sender that you marked as spam')
    expect(await folderOf({ message: 'Hello from another one.' })).toBe('inbox')
  })

  test('is not needed for a sender who was replied to, unless the advertising is heavy [T66]', async () => {
    const offer = {
      email: 'agency@example.org',
      message: 'Our SEO agency would like a guest talk: price list?',
    }
    await post({ email: offer.email, message: 'First message.' })
    const { id } = await newest('inbox')
    expect(await folderOf({ ...offer, email: 'unknown@example.org' })).toBe('spam')
    await app.json('/contacts/bulk-update', { cookie, json: { ids: [id], replied: true } })
    expect(await folderOf(offer)).toBe('inbox')
    const heavy = `${spam.message} <a href="https://x.example">casino bonus</a> free spins`
    expect(await folderOf({ email: offer.email, message: heavy })).toBe('spam')
  })
})

describe('what is remembered', () => {
  test('stays when all spam is deleted, which is recorded once [R262]', async () => {
    for (let n = 0; n < 3; n++)
      await post({ ...spam, email: `r${n}@example.com`, message: `${spam.message} ${n}` })
    await post()
    const { status, body } = await app.json('/contacts/delete-spam', { cookie, json: {} })
    expect([status, body.message, body.deleted]).toEqual([200, '3 messages deleted.', 3])
    expect((await list()).total).toBe(1)
    expect((await list()).folders.spam).toBe(0)
    const { events } = (await app.json('/api/admin/activity?kind=contacts.deleted', { cookie })).body
    expect(events.map(({ detail }: { detail: string }) => detail)).toEqual(['3 messages in spam'])
    expect((await app.json('/contacts/delete-spam', { cookie, json: {} })).body.deleted).toBe(0)
  })

  test('is forgotten 90 days after it was last seen, and two years after an admin judged it [R261]', async () => {
    await post(spam)
    const { id } = await newest('spam')
    const stored = async () => {
      const rows = await app.context.db.selectFrom('spam_signs').select('verdict').execute()
      return [rows.length > 0, rows.some(({ verdict }) => verdict !== null)]
    }
    await cleanUp(app.context)
    expect(await stored()).toEqual([true, false])
    await move(id, 'inbox')
    app.pass(91 * 24 * 60 * 60_000)
    await post({ email: 'newer@example.org', message: 'Hello.' })
    await cleanUp(app.context)
    expect(await stored()).toEqual([true, true])
    app.pass(731 * 24 * 60 * 60_000)
    await cleanUp(app.context)
    expect(await stored()).toEqual([false, false])
  })
})

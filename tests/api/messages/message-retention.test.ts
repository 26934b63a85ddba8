// Messages are deleted after some months, where an admin has chosen so.

import { beforeEach, describe, expect, test } from 'vitest'
import { contactCalls, eventsOf } from '../../support/calls.ts'
import { cleanUp } from '../../support/evidence.ts'
import { seed } from '../../support/seed.ts'
import { ownApps, type Running } from '../../support/start.ts'

const day = 24 * 60 * 60_000
const path = '/api/settings/messages'
let app: Running
let cookie: string
const ownApp = ownApps()

beforeEach(async () => {
  app = await ownApp()
  cookie = await app.asAdmin()
})

const { post, list } = contactCalls(() => ({ app, cookie }))
const set = (months: unknown) => app.json(path, { method: 'PUT', cookie, json: { months } })
/** Later, when every session has ended. */
async function pass(days: number) {
  app.pass(days * day)
  cookie = await app.asAdmin(`admin${days}@example.com`)
}
const events = async (kind: string) =>
  (await eventsOf(app, cookie, `kind=${kind}`)).map(({ detail }) => detail)
/** Posts a message, and moves it. */
async function posted(message: string, folder = 'inbox') {
  await post({ message, email: `${message}@example.org` })
  const [{ id }] = (await list()).contacts
  await app.json('/contacts/bulk-update', { cookie, json: { ids: [id], folder } })
}

describe('messages', () => {
  test('stay for ever until it is set, and are deleted then in every folder, with what was remembered of them', async () => {
    expect((await app.json(path, { cookie })).body).toEqual({ months: 0 })
    for (const folder of ['inbox', 'archived', 'spam']) await posted(folder, folder)
    await pass(200)
    await posted('newer')
    await cleanUp(app.context)
    expect((await list('folder=spam')).total).toBe(1)

    expect((await set(6)).body).toEqual({ success: true, message: 'Setting saved!', months: 6 })
    expect((await app.json(path, { cookie })).body).toEqual({ months: 6 })
    expect(await events('retention.changed')).toEqual(['after 6 months'])
    await cleanUp(app.context)
    expect((await list()).contacts.map(({ message }: { message: string }) => message)).toEqual(['newer'])
    expect((await list()).folders).toEqual({ unread: 1, spam: 0, archived: 0 })
    expect(await events('contacts.deleted')).toEqual(['3 messages older than 6 months'])
    expect(await app.context.db.selectFrom('spam_marks').select('key').execute()).toEqual([])
    await cleanUp(app.context)
    expect(await events('contacts.deleted')).toHaveLength(1)
  })

  test('that a period would delete at once are counted, in every folder', async () => {
    const count = async (months: unknown) => (await app.json(`${path}/old?months=${months}`, { cookie })).body
    await seed(app.context, { messages: 210 })
    await posted('spam', 'spam')
    await pass(100)
    await posted('newer')
    expect([await count(3), await count(6), await count(0)]).toEqual([
      { messages: 211 },
      { messages: 0 },
      { messages: 0 },
    ])
    for (const months of [1, 'x']) expect((await count(months)).code).toBe('invalid')
    // Nothing was deleted by counting.
    expect((await list()).total).toBe(211)
  })
})

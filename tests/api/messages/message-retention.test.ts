// Messages are deleted after some months, where an admin has chosen so.

import { beforeEach, describe, expect, test } from 'vitest'
import { contactCalls } from '../../support/calls.ts'
import { cleanUp } from '../../support/evidence.ts'
import { seed } from '../../support/seed.ts'
import { ownApps, type Running } from '../../support/start.ts'

const ownApp = ownApps()
const day = 24 * 60 * 60_000
const path = '/api/settings/messages'
let app: Running
let cookie: string

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
  (await app.json(`/api/admin/activity?kind=${kind}`, { cookie })).body.events.map(
    ({ detail }: { detail: string }) => detail,
  )

describe('messages', () => {
  test('stay for ever until it is set, and are deleted then in every folder, with what was remembered of them', async () => {
    expect((await app.json(path, { cookie })).body).toEqual({ months: 0 })
    for (const message of ['inbox', 'archived', 'spam']) {
      await post({ message, email: `${message}@example.org` })
      const [{ id }] = (await list()).contacts
      await app.json('/contacts/bulk-update', { cookie, json: { ids: [id], folder: message } })
    }
    await pass(200)
    await post({ message: 'newer', email: 'newer@example.org' })
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
    await post({ message: 'spam', email: 'spam@example.org' })
    const [{ id }] = (await list()).contacts
    await app.json('/contacts/bulk-update', { cookie, json: { ids: [id], folder: 'spam' } })
    await pass(100)
    await post({ message: 'newer', email: 'newer@example.org' })
    expect(await count(3)).toEqual({ messages: 211 })
    expect(await count(6)).toEqual({ messages: 0 })
    expect(await count(0)).toEqual({ messages: 0 })
    for (const months of [1, 'x']) expect((await count(months)).code).toBe('invalid')
    expect((await app.json(`${path}/old?months=3`, { cookie: await app.asUser() })).status).toBe(403)
    // Nothing was deleted by counting.
    expect((await list()).total).toBe(211)
  })
})

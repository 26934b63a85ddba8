// How many accounts an admin may change in an hour: each change sends emails in the site's name.
import { describe, expect, test } from 'vitest'
import { ownApps } from '../support/own-apps.ts'
import type { Running } from '../support/start.ts'

const ownApp = ownApps()
const change = (app: Running, cookie: string, id: string, json: object) =>
  app.json(`/api/admin/users/update/${id}`, { method: 'PATCH', cookie, json })
const remove = (app: Running, cookie: string, id: string) =>
  app.json(`/api/admin/users/delete/${id}`, { method: 'DELETE', cookie })
const counts = (app: Running) =>
  app.context.db
    .selectFrom('attempts')
    .select('count')
    .where('key', 'like', 'account-changes:%')
    .orderBy('count')
    .execute()
/** Makes it as if so many changes had been counted, which would only take time. */
const countedBefore = (app: Running, count: number) =>
  app.context.db.updateTable('attempts').set({ count }).where('key', 'like', 'account-changes:%').execute()

describe('changes of accounts by an admin', () => {
  test('of email address or role, and deletions, are 60 an hour; then 429 says so, and a name may still be changed', async () => {
    const app = await ownApp({ THROTTLE: 'on' })
    const cookie = await app.asAdmin()
    const id = await app.addUser({ email: 'a@example.org', name: 'A' })
    const user = { name: 'A', email: 'a@example.org', isAdmin: false }
    expect((await change(app, cookie, id, { ...user, name: 'B' })).status).toBe(200)
    expect(await counts(app)).toEqual([])
    expect((await change(app, cookie, id, { ...user, email: 'b@example.org' })).status).toBe(200)
    expect((await change(app, cookie, id, { ...user, email: 'admin@example.com' })).status).toBe(409)
    expect((await change(app, cookie, id, { ...user, isAdmin: true })).status).toBe(200)
    expect(await counts(app)).toEqual([{ count: 2 }])
    await countedBefore(app, 59)
    const gone = await app.addUser({ email: 'gone@example.org' })
    expect((await remove(app, cookie, gone)).status).toBe(200)

    const before = { name: 'A', email: 'a@example.org', isAdmin: true }
    for (const rejected of [
      await change(app, cookie, id, { ...before, isAdmin: false }),
      await change(app, cookie, id, { ...before, email: 'c@example.org' }),
      await remove(app, cookie, id),
    ]) {
      expect([rejected.status, rejected.body.code]).toEqual([429, 'too-many'])
      expect(rejected.body.message).toMatch(
        /^You have changed or deleted too many accounts\. Please try again in \d+ minutes\.$/,
      )
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
    }
    expect((await change(app, cookie, id, { ...before, name: 'C' })).body.user).toMatchObject({
      ...before,
      name: 'C',
    })
    const other = await app.asAdmin('other@example.com')
    expect((await change(app, other, id, { ...before, isAdmin: false })).status).toBe(200)

    app.pass(61 * 60_000)
    const later = await app.signIn('admin@example.com')
    expect((await remove(app, later, id)).status).toBe(200)
  })

  test('at the same moment are counted one by one', async () => {
    const app = await ownApp({ THROTTLE: 'on' })
    const cookie = await app.asAdmin()
    const ids = []
    for (let n = 0; n < 6; n++) ids.push(await app.addUser({ email: `user${n}@example.org` }))
    expect((await remove(app, cookie, ids[0] ?? '')).status).toBe(200)
    await countedBefore(app, 58)
    const responses = await Promise.all(ids.slice(1).map((id) => remove(app, cookie, id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
  })

  test('are not limited with THROTTLE=off', async () => {
    const app = await ownApp()
    const cookie = await app.asAdmin()
    const id = await app.addUser({ email: 'user@example.org' })
    expect((await remove(app, cookie, id)).status).toBe(200)
    expect(await counts(app)).toEqual([])
  })
})

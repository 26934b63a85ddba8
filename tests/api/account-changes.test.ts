// How many accounts an admin may change in an hour: each change sends emails in the site's name. What a change does:
// user-changes.test.ts.
import { describe, expect, test } from 'vitest'
import { userCalls } from '../support/calls.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()
const start = async (env: Record<string, string> = {}) => {
  const app = await ownApp(env)
  const cookie = await app.asAdmin()
  return { app, ...userCalls(() => ({ app, cookie })) }
}
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
    const { app, update, remove } = await start({ THROTTLE: 'on' })
    const id = await app.addUser({ email: 'a@example.org', name: 'A' })
    const user = { name: 'A', email: 'a@example.org', isAdmin: false }
    expect((await update(id, { ...user, name: 'B' })).status).toBe(200)
    expect(await counts(app)).toEqual([])
    expect((await update(id, { ...user, email: 'b@example.org' })).status).toBe(200)
    expect((await update(id, { ...user, email: 'admin@example.com' })).status).toBe(409)
    expect((await update(id, { ...user, isAdmin: true })).status).toBe(200)
    expect(await counts(app)).toEqual([{ count: 2 }])
    await countedBefore(app, 59)
    const gone = await app.addUser({ email: 'gone@example.org' })
    expect((await remove(gone)).status).toBe(200)

    const before = { name: 'A', email: 'a@example.org', isAdmin: true }
    for (const rejected of [
      await update(id, { ...before, isAdmin: false }),
      await update(id, { ...before, email: 'c@example.org' }),
      await remove(id),
    ]) {
      expect([rejected.status, rejected.body.code]).toEqual([429, 'too-many'])
      expect(rejected.body.message).toMatch(
        /^You have changed or deleted too many accounts\. Please try again in \d+ minutes\.$/,
      )
      expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
    }
    expect((await update(id, { ...before, name: 'C' })).body.user).toMatchObject({
      ...before,
      name: 'C',
    })
    const other = await app.asAdmin('other@example.com')
    expect((await update(id, { ...before, isAdmin: false }, other)).status).toBe(200)

    app.pass(61 * 60_000)
    const later = await app.signIn('admin@example.com')
    expect((await remove(id, later)).status).toBe(200)
  })

  test('at the same moment are counted one by one', async () => {
    const { app, remove } = await start({ THROTTLE: 'on' })
    const ids = []
    for (let n = 0; n < 6; n++) ids.push(await app.addUser({ email: `user${n}@example.org` }))
    expect((await remove(ids[0] ?? '')).status).toBe(200)
    await countedBefore(app, 58)
    const responses = await Promise.all(ids.slice(1).map((id) => remove(id)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429])
  })

  test('are not limited with THROTTLE=off', async () => {
    const { app, remove } = await start()
    const id = await app.addUser({ email: 'user@example.org' })
    expect((await remove(id)).status).toBe(200)
    expect(await counts(app)).toEqual([])
  })
})

// An admin's own account and the last admin, which no admin can remove. Other users: user-changes.test.ts, users.test.ts.
import { describe, expect, test } from 'vitest'
import { changeUser, removeUser } from '../../server/accounts/users.ts'
import { userWithId as rowOf, userCalls } from '../support/calls.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()

let app: Running
let admin: string
let adminId: string
sharedApp(async (started) => {
  app = started
  admin = await app.asAdmin()
  adminId = (await app.json('/profile', { cookie: admin })).body.user.id
})

const { update, remove } = userCalls(() => ({ app, cookie: admin }))

describe("one's own account", () => {
  test('cannot be demoted or deleted, but renamed', async () => {
    const json = { name: 'Ada Admin', email: 'admin@example.com', isAdmin: false }
    const demoted = await update(adminId, json)
    expect([demoted.status, demoted.body.message]).toEqual([
      409,
      'You cannot change the role of your own account.',
    ])
    const deleted = await remove(adminId)
    expect([deleted.status, deleted.body.message]).toEqual([409, 'You cannot delete your own account.'])
    expect((await update(adminId, { ...json, name: 'Ada A.', isAdmin: true })).status).toBe(200)
    expect((await app.json('/check-admin', { cookie: admin })).body).toEqual({ isAdmin: true })
  })
})

describe('the last admin', () => {
  const twoAdmins = async () => {
    const own = await ownApp()
    const cookies = [await own.asAdmin('one@example.com'), await own.asAdmin('two@example.com')]
    const profiles = await Promise.all(cookies.map((cookie) => own.json('/profile', { cookie })))
    const [one, two] = profiles.map(({ body }) => body.user)
    return { own, cookies: cookies as [string, string], one, two }
  }
  const adminsOf = async (own: Running) =>
    (await own.context.db.selectFrom('users').select('email').where('role', '=', 'admin').execute()).length

  test('two admins remove each other, both past the guard: one succeeds', async () => {
    const { own, one, two } = await twoAdmins()
    const [first, second] = await Promise.all([one, two].map(({ id }) => rowOf(own, id)))
    if (!first || !second) throw new Error('two admins')
    const authenticated_at = own.context.now().toISOString()
    const requestOf = (user: typeof first) => ({
      admin: { ...user, authenticated_at },
      by: { role: 'operator' } as const,
      takeOver: false,
    })
    const demoted = { name: 'Two', email: second.email, isAdmin: false }
    const outcomes = await Promise.allSettled([
      changeUser(own.context, second.id, demoted, requestOf(first)),
      removeUser(own.context, first.id, requestOf(second)),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await adminsOf(own)).toBe(1)
  })

  // Several rounds: the order in which two requests arrive is not ours to choose.
  for (const round of [1, 2, 3]) {
    test(`two admins who demote each other at the same moment: one succeeds (round ${round})`, async () => {
      const { own, cookies, one, two } = await twoAdmins()
      const responses = await Promise.all([
        update(two.id, { name: 'Two', email: two.email, isAdmin: false }, cookies[0], own),
        update(one.id, { name: 'One', email: one.email, isAdmin: false }, cookies[1], own),
      ])
      expect(responses.map(({ status }) => status).sort()).toEqual([200, 403])
      expect(await adminsOf(own)).toBe(1)
    })

    test(`two admins who delete each other at the same moment: one succeeds (round ${round})`, async () => {
      const { own, cookies, one, two } = await twoAdmins()
      const responses = await Promise.all([remove(two.id, cookies[0], own), remove(one.id, cookies[1], own)])
      const statuses = responses.map(({ status }) => status).sort()
      // The loser may be gone before the guard or only before the deed.
      expect(statuses[0]).toBe(200)
      expect([401, 403]).toContain(statuses[1])
      expect(await adminsOf(own)).toBe(1)
    })
  }
})

// Changes of accounts need a password entered in the last 15 minutes; entering it again goes on with the session.
import { describe, expect, test } from 'vitest'
import { userWithId as rowOf, userCalls } from '../support/calls.ts'
import { cookieOf } from '../support/request.ts'
import { ownApps, password, type Running, sharedApp } from '../support/start.ts'

const minute = 60_000
const ownApp = ownApps()

let app: Running
sharedApp((started) => {
  app = started
})

const confirm = (to: Running, cookie: string, secret: unknown = password) =>
  to.send('/reauthenticate', { json: { password: secret }, cookie })
const wanted = { success: false, code: 'reauthenticate', message: expect.any(String) }

describe('a sign-in older than 15 minutes', () => {
  const aged = async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const calls = userCalls(() => ({ app: own, cookie }))
    const id = await own.addUser({ email: 'user@example.com', name: 'Uma' })
    own.pass(14 * minute)
    const early = await calls.update(id, { name: 'Uma', email: 'uma@example.com', isAdmin: false })
    expect(early.status).toBe(200)
    own.pass(2 * minute)
    return { own, cookie, id, ...calls }
  }

  test('cannot change an email address or a role, nor delete an account: 403 with the code, nothing changed', async () => {
    const { own, id, update, remove } = await aged()
    const before = await rowOf(own, id)
    const same = { name: 'Uma', email: 'uma@example.com', isAdmin: false }
    const rejected = [
      await update(id, { ...same, isAdmin: true }),
      await update(id, { ...same, name: 'New', email: 'evil@example.com' }),
      await remove(id),
    ]
    for (const { status, body } of rejected) expect([status, body]).toEqual([403, wanted])
    expect(await rowOf(own, id)).toEqual(before)
    // A name is no way into an account.
    expect((await update(id, { ...same, name: 'Uma U.' })).status).toBe(200)
  })

  test('cannot change the own email address either', async () => {
    const { own, cookie, update } = await aged()
    const me = (await own.json('/profile', { cookie })).body.user
    const change = { name: me.name, email: 'evil@example.com', isAdmin: true }
    const { status, body } = await update(me.id, change)
    expect([status, body]).toEqual([403, wanted])
  })

  test('goes on after the password, in a session with a new id; the old one ends', async () => {
    const { own, cookie, id, remove } = await aged()
    const confirmed = await confirm(own, cookie)
    expect([confirmed.status, await confirmed.json()]).toEqual([
      200,
      { success: true, message: 'Password confirmed.' },
    ])
    const next = cookieOf(confirmed)
    expect(next).not.toBe(cookie)
    expect((await own.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
    expect((await remove(id, next)).status).toBe(200)
  })

  test('written by a clock that was set back counts as old', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const id = await own.addUser({ email: 'user@example.com' })
    const { remove } = userCalls(() => ({ app: own, cookie }))
    own.pass(-60 * minute)
    expect((await remove(id)).status).toBe(403)
    expect((await remove(id, cookieOf(await confirm(own, cookie)))).status).toBe(200)
  })
})

describe('entering the password again', () => {
  test('with a wrong one is 400 at its field, and the session stays', async () => {
    const cookie = await app.asUser('wrong@example.com')
    const text = 'This password is not right.'
    const response = await confirm(app, cookie, 'Wrong-Horse-7')
    expect([response.status, await response.json()]).toEqual([
      400,
      { success: false, code: 'invalid', message: text, errors: { password: text } },
    ])
    expect(response.headers.getSetCookie()).toEqual([])
    expect((await app.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)
  })

  test('without a session is 401, without a password 400', async () => {
    expect((await app.send('/reauthenticate', { json: { password } })).status).toBe(401)
    const cookie = await app.asUser('none@example.com')
    for (const secret of [null, '', 8, 'x'.repeat(1025)])
      expect((await confirm(app, cookie, secret)).status).toBe(400)
  })

  test('is limited to five wrong tries, which count for the current password, too', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    const cookie = await own.asUser()
    const statuses = []
    for (let n = 0; n < 6; n++) statuses.push((await confirm(own, cookie, `Wrong-Horse-${n}`)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
    const json = {
      currentPassword: password,
      newPassword: 'Violet-Kettle-42',
      confirmPassword: 'Violet-Kettle-42',
    }
    expect((await own.send('/change-password', { json, cookie })).status).toBe(429)
    own.pass(minute)
    expect((await confirm(own, cookie)).status).toBe(200)
  })

  test('twice at the same moment: one session goes on, and no second one appears', async () => {
    const cookie = await app.asUser('twice@example.com')
    const both = await Promise.all([confirm(app, cookie), confirm(app, cookie)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
    const row = await app.context.db
      .selectFrom('sessions')
      .innerJoin('users', 'users.id', 'sessions.user_id')
      .select('sessions.id_hash')
      .where('users.email', '=', 'twice@example.com')
      .execute()
    expect(row).toHaveLength(1)
  })
})

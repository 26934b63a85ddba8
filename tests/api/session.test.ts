// Sessions from login to logout: duration, the session check, and the dashboard's numbers.
import { describe, expect, test } from 'vitest'
import { captureLog, rowsAsText } from '../support/evidence.ts'
import { cookieOf } from '../support/request.ts'
import { ownApps, password, type Running, sharedApp } from '../support/start.ts'

let app: Running
sharedApp((started) => {
  app = started
})

const day = 24 * 60 * 60_000
const ownApp = ownApps()

describe('a session', () => {
  test('is a new one at every sign-in; an id that was planted never becomes one', async () => {
    await app.addUser({ email: 'hans@example.com' })
    const planted = `session=${'p'.repeat(32)}`
    expect((await app.json('/check-auth', { cookie: planted })).body).toEqual({ isAuthenticated: false })
    const response = await app.send('/login', {
      json: { email: 'hans@example.com', password },
      cookie: planted,
    })
    const first = cookieOf(response)
    expect(first).not.toBe(planted)
    expect((await app.json('/check-auth', { cookie: planted })).body).toEqual({ isAuthenticated: false })
    const second = cookieOf(
      await app.send('/login', { json: { email: 'hans@example.com', password }, cookie: first }),
    )
    expect(second).not.toBe(first)
    expect((await app.json('/check-auth', { cookie: first })).body).toEqual({ isAuthenticated: false })
    expect((await app.json('/check-auth', { cookie: second })).body.isAuthenticated).toBe(true)
  })

  test('survives a failed sign-in in the same browser', async () => {
    const cookie = await app.asUser('ilse@example.com')
    await app.send('/login', { json: { email: 'ilse@example.com', password: 'Wrong-Horse-7' }, cookie })
    expect((await app.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)
  })

  test('ends a week after the last visit, at the latest after a month', async () => {
    const own = await ownApp()
    const idle = await own.asUser('idle@example.com')
    const busy = await own.asUser('busy@example.com')
    const isIn = async (cookie: string) => (await own.json('/check-auth', { cookie })).body.isAuthenticated
    for (const days of [5, 10, 15, 20, 25, 29]) {
      own.pass((days % 5 || 5) * day)
      expect([days, await isIn(busy)]).toEqual([days, true])
      if (days === 10) expect(await isIn(idle)).toBe(false)
    }
    own.pass(1.1 * day)
    expect(await isIn(busy)).toBe(false)
  })

  test('that is renewed renews its cookie', async () => {
    const own = await ownApp()
    const cookie = await own.asUser('user@example.com')
    expect((await own.send('/check-auth', { cookie })).headers.getSetCookie()).toEqual([])
    own.pass(4 * day)
    const [renewed = ''] = (await own.send('/check-auth', { cookie })).headers.getSetCookie()
    expect(renewed).toContain(cookie.split(';')[0])
    expect(renewed).toContain('Max-Age=604800')
  })

  test('follows the role in the database at the next request', async () => {
    const cookie = await app.asAdmin('jana@example.com')
    const role = async (role: 'user' | 'admin') =>
      app.context.db.updateTable('users').set({ role }).where('email', '=', 'jana@example.com').execute()
    expect((await app.json('/check-admin', { cookie })).body).toEqual({ isAdmin: true })
    await role('user')
    expect((await app.json('/check-admin', { cookie })).body).toEqual({ isAdmin: false })
    expect((await app.json('/api/admin/users', { cookie })).status).toBe(403)
    await role('admin')
    expect((await app.json('/api/admin/users', { cookie })).status).toBe(200)
    await app.context.db.deleteFrom('users').where('email', '=', 'jana@example.com').execute()
    expect((await app.json('/api/admin/users', { cookie })).status).toBe(401)
    expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
  })

  test('leaves neither its id nor the password in the database or the log', async () => {
    const own = await ownApp()
    const log = captureLog(own)
    const cookie = await own.asUser()
    await own.json('/login', {
      json: { email: 'user@example.com', password: 'Wrong-Horse-7' },
      headers: { 'user-agent': 'x\tforged "line"' },
    })
    const [, id = ''] = cookie.split('=')
    const stored = (await rowsAsText(own)) + log.join('')
    expect(log.length).toBeGreaterThan(0)
    for (const secret of [id, password, 'Wrong-Horse-7']) expect(stored).not.toContain(secret)
    for (const line of log) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('is logged at its start with the user and the time', async () => {
    const own = await ownApp()
    const id = await own.addUser({ email: 'user@example.com' })
    const log = captureLog(own)
    await own.signIn('user@example.com')
    const entry = log.map((line) => JSON.parse(line)).find(({ event }) => event === 'login.succeeded')
    expect(entry).toMatchObject({ userId: id, time: expect.anything() })
  })
})

describe('the session check', () => {
  test('a visitor gets isAuthenticated: false and no cookie', async () => {
    const response = await app.send('/check-auth')
    expect([response.status, await response.json()]).toEqual([200, { isAuthenticated: false }])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a user gets exactly six fields, none of them a secret', async () => {
    const { body } = await app.json('/check-auth', { cookie: await app.asUser('karl@example.com') })
    expect(Object.keys(body.user).sort()).toEqual([
      'avatarUrl',
      'createdAt',
      'email',
      'id',
      'isEmailValid',
      'name',
    ])
  })

  test('check-admin: 401 for a visitor, false for a user, true for an admin', async () => {
    expect((await app.json('/check-admin')).status).toBe(401)
    expect((await app.json('/check-admin', { cookie: await app.asUser('lena@example.com') })).body).toEqual({
      isAdmin: false,
    })
    expect((await app.json('/check-admin', { cookie: await app.asAdmin('max@example.com') })).body).toEqual({
      isAdmin: true,
    })
  })
})

describe('logging out', () => {
  test('ends the session on the server, not only in the browser', async () => {
    const cookie = await app.asUser('nina@example.com')
    const response = await app.json('/logout', { json: {}, cookie })
    expect([response.status, response.body.success]).toEqual([200, true])
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=;.*Max-Age=0/)
    expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
  })

  test('twice, or without a session, gets 200', async () => {
    const cookie = await app.asUser('olga@example.com')
    for (const who of [cookie, cookie, undefined])
      expect((await app.send('/logout', { json: {}, ...(who ? { cookie: who } : {}) })).status).toBe(200)
  })

  test('does not end the sessions of other browsers', async () => {
    const first = await app.asUser('paul@example.com')
    const second = await app.signIn('paul@example.com')
    await app.send('/logout', { json: {}, cookie: first })
    expect((await app.json('/check-auth', { cookie: second })).body.isAuthenticated).toBe(true)
  })
})

describe('the dashboard call', () => {
  test('401 for a visitor; a user gets name and image and no numbers', async () => {
    expect((await app.json('/dashboard')).status).toBe(401)
    const { status, body } = await app.json('/dashboard', { cookie: await app.asUser('rita@example.com') })
    expect([status, body]).toEqual([200, { name: 'Uma User', avatarUrl: null }])
  })

  test('an admin gets totals with drafts, the unreplied count and the state of mail', async () => {
    const own = await ownApp()
    const now = new Date().toISOString()
    const item = (n: number, status: 'draft' | 'published') => ({
      ...{
        id: `i${n}`,
        name: `P${n}`,
        name_key: `p${n}`,
        url: 'https://example.com/',
        image: null,
        status,
      },
      ...{ search_text: '', created_at: now, updated_at: now },
    })
    const message = (n: number, replied_at: string | null) => ({
      ...{
        id: `c${n}`,
        name: 'V',
        email: 'v@example.com',
        subject: null,
        message: 'm',
        fingerprint: `f${n}`,
      },
      ...{ search_text: '', replied_at, created_at: now },
    })
    await own.context.db
      .insertInto('items')
      .values([item(1, 'draft'), item(2, 'published'), item(3, 'published')])
      .execute()
    await own.context.db
      .insertInto('contacts')
      .values([message(1, null), message(2, now)])
      .execute()
    const { body } = await own.json('/dashboard', { cookie: await own.asAdmin() })
    expect(body).toEqual({
      name: 'Ada Admin',
      avatarUrl: null,
      totalportfolio: 3,
      totalcontact: 2,
      unreplied: 1,
      mail: { configured: false, failing: null },
    })
  })
})

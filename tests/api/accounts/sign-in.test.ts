// Signing in and out: credentials, the cookies, what the log and the owner get, and how long a session lasts. Guessing: guessing.test.ts.

import { describe, expect, test } from 'vitest'
import { owasp } from '../../../server/accounts/password-hashing.ts'
import { newPassword as fresh, logIn, requestReset } from '../../support/calls.ts'
import { callOf, captureLog, emailsTo, emailTo, linkIn, rowsAsText } from '../../support/evidence.ts'
import { cookieOf } from '../../support/request.ts'
import { ownApps, password, type Running, sharedApp } from '../../support/start.ts'

let app: Running
sharedApp((started) => {
  app = started
})

const minute = 60_000
const day = 24 * 60 * minute
const ownApp = ownApps()

describe('signing in', () => {
  test('with email address and password responds with the user and sets a session cookie', async () => {
    const id = await app.addUser({ email: 'anna@example.com', name: 'Anna' })
    const response = await app.send('/login', { json: { email: 'anna@example.com', password } })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      success: true,
      message: 'Login successful!',
      user: {
        id,
        name: 'Anna',
        email: 'anna@example.com',
        avatarUrl: null,
        isEmailValid: true,
        isAdmin: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const [cookie = '', ...more] = response.headers.getSetCookie()
    // Only recognises the browser (tests/api/accounts/sign-in.test.ts).
    expect(more).toEqual([expect.stringMatching(/^device=/)])
    expect(cookie).toMatch(/^session=[\w-]{32};/)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Lax',
    ])
  })

  test('under https the cookie is Secure, has the __Host- prefix and no domain', async () => {
    const own = await ownApp({ PUBLIC_URL: 'https://portfolio.example' })
    await own.addUser({ email: 'anna@example.com' })
    const response = await own.send('/login', { json: { email: 'anna@example.com', password } })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-session=/)
    expect(cookie).toContain('; Secure')
    expect(cookie).not.toMatch(/domain/i)
    const check = await own.json('/check-auth', { cookie: cookieOf(response) })
    expect(check.body.isAuthenticated).toBe(true)
  })

  test('accepts the email address in any letter case and with blanks around it', async () => {
    await app.addUser({ email: 'bela@example.com' })
    expect((await logIn(app, '  BeLa@Example.COM ')).status).toBe(200)
  })

  test('with a wrong password and with an unknown email address gets the same response, byte for byte', async () => {
    await app.addUser({ email: 'cora@example.com' })
    const wrong = await app.send('/login', { json: { email: 'cora@example.com', password: 'Wrong-Horse-7' } })
    const unknown = await app.send('/login', {
      json: { email: 'nobody@example.com', password: 'Wrong-Horse-7' },
    })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const [first, second] = [await wrong.text(), await unknown.text()]
    expect(first).toBe(second)
    expect(JSON.parse(first)).toEqual({
      success: false,
      code: 'anonymous',
      message: 'Invalid email or password.',
    })
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  test('to an account that never chose a password is rejected like any wrong password', async () => {
    const id = await app.addUser({ email: 'dora@example.com' })
    await app.context.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    const { status, body } = await logIn(app, 'dora@example.com')
    expect([status, body.message]).toEqual([401, 'Invalid email or password.'])
  })

  test('with an unverified email address works, and the response says that it is unverified', async () => {
    const id = await app.addUser({ email: 'edna@example.com' })
    await app.context.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute()
    const { status, body } = await logIn(app, 'edna@example.com')
    expect([status, body.user.isEmailValid]).toEqual([200, false])
  })

  test('an invalid email address is rejected with the reason before anything is looked up', async () => {
    for (const email of ['', 'x', 'x@y', '@y.z', 'a b@y.z', 'x@y.', 'x@@y.z']) {
      const { status, body } = await logIn(app, email)
      expect([email, status, body.errors?.email]).toEqual([email, 400, 'Invalid email format'])
    }
  })

  test('too many at once are rejected with Retry-After, and another call is served in between', async () => {
    const own = await ownApp({ LOG_LEVEL: 'silent' }, { hash: owasp })
    const crowd = Array.from({ length: 80 }, (_, index) => logIn(own, `nobody-${index}@example.com`))
    const check = await own.json('/check-auth')
    const responses = await Promise.all(crowd)
    expect(check.status).toBe(200)
    const turned = responses.filter(({ status }) => status === 503)
    expect(turned.length).toBeGreaterThan(0)
    expect(turned[0]?.headers.get('retry-after')).toBe('2')
    expect(turned[0]?.body.message).toBe('The server is busy. Please try again in a moment.')
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401, 503]))
  })
})

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
})

describe('logging out', () => {
  test('ends the session on the server, not only in the browser', async () => {
    const cookie = await app.asUser('nina@example.com')
    const response = await app.json('/logout', { json: {}, cookie })
    expect([response.status, response.body.success]).toEqual([200, true])
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=;.*Max-Age=0/)
    expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
  })
})

const owner = 'owner@example.com'
const trap = 'Locked! Unlock at https://evil.example'

describe('an admin who signs in', () => {
  const start = async (env: Record<string, string> = {}) => {
    const own = await ownApp({ OWNER_EMAIL: owner, TRUST_PROXY: '1', ...env })
    const id = await own.addUser({ email: 'admin@example.com', admin: true, name: trap })
    const signIn = async (address: string, cookie = '', secret = password) =>
      own.send('/login', {
        json: { email: 'admin@example.com', password: secret },
        cookie,
        headers: { 'x-forwarded-for': address },
      })
    const emails = async () => emailsTo(own, owner, /signed in .* in a new browser$/)
    return { own, id, signIn, emails }
  }

  test('in a new browser, the first one included, is reported to the owner; in a known one they are not', async () => {
    const { own, id, signIn, emails } = await start()
    const known = cookieOf(await signIn('192.0.2.1'))
    expect((await signIn('198.51.100.7', known)).status).toBe(200)
    expect(await emails()).toHaveLength(1)
    expect((await signIn('198.51.100.7', '', 'Wrong-Horse-7')).status).toBe(401)
    expect(await emails()).toHaveLength(1)
    const other = known.replace(/device=.*/, 'device=made-up')
    expect((await signIn('2001:db8:1:2::1', other)).status).toBe(200)
    const [, email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email?.text).toContain(id)
    expect(email?.text).toContain('IP address: 2001:db8:1:2::/64')
    expect(JSON.stringify(email)).not.toMatch(/evil|locked/i)
    await own.addUser({ email: 'user@example.com' })
    await logIn(own, 'user@example.com')
    expect(await emails()).toHaveLength(2)
  })

  test.each([
    [{ TRUST_PROXY: 'off' }, '192.0.2.1'],
    [{}, trap],
  ])('where clients cannot be told apart is reported without an IP address: %j', async (env, address) => {
    const { signIn, emails } = await start(env)
    await signIn(address)
    const [email] = await emails()
    expect(email?.text).not.toMatch(/IP address|127\.0\.0\.1|evil/)
  })
})

describe('a browser in which somebody signed in before', () => {
  const wrong = 'Wrong-Horse-7'

  /** As behind a proxy without TRUST_PROXY: all visitors have one IP address. */
  const start = async (env: Record<string, string> = {}) => {
    const app = await ownApp({ THROTTLE: 'on', ...env })
    await app.addUser({ email: owner })
    return app
  }
  const tryToSignIn = (app: Running, secret: string, cookie = '', email = owner) =>
    app.send('/login', { json: { email, password: secret }, cookie })
  const statuses = async (times: number, send: () => Promise<Response>) => {
    const all: number[] = []
    for (let n = 0; n < times; n++) all.push((await send()).status)
    return all
  }
  const guessedByStranger = async (app: Running) =>
    expect(await statuses(6, () => tryToSignIn(app, wrong))).toEqual([401, 401, 401, 401, 401, 429])
  /** What a browser still has when its session is over. */
  const deviceOf = (response: Response) =>
    cookieOf(response)
      .split('; ')
      .filter((cookie) => cookie.includes('device='))
      .join('; ')

  describe('where all visitors share one IP address', () => {
    test('the wrong passwords of others never make the owner wait in a browser they have used', async () => {
      const app = await start()
      const device = deviceOf(await tryToSignIn(app, password))
      await guessedByStranger(app)
      expect((await tryToSignIn(app, password)).status).toBe(429)
      expect((await tryToSignIn(app, password, device)).status).toBe(200)
    })

    test('limits of the account and of the IP address that others have used up do not apply to that browser', async () => {
      const app = await start()
      const device = deviceOf(await tryToSignIn(app, password))
      await tryToSignIn(app, wrong)
      for (const name of ['login', 'login-account'])
        await app.context.db
          .updateTable('attempts')
          .set({ count: 10_000 })
          .where('key', 'like', `${name}:%`)
          .execute()
      expect((await tryToSignIn(app, password)).status).toBe(429)
      expect((await tryToSignIn(app, password, device)).status).toBe(200)
    })

    test('after a reset link a new browser is recognised, whatever others guess in between', async () => {
      const app = await start()
      await guessedByStranger(app)
      await requestReset(app, owner)
      const link = callOf(linkIn(await emailTo(app, owner, /reset/i)))
      const done = await app.send(link, { json: { newPassword: fresh, confirmPassword: fresh } })
      expect(done.status).toBe(200)
      await guessedByStranger(app)
      const signedIn = await tryToSignIn(app, fresh, deviceOf(done))
      expect(signedIn.status).toBe(200)
    })
  })

  describe('guesses from a recognised browser', () => {
    test('have growing waits of their own, and lock out no other client', async () => {
      const app = await start()
      const device = deviceOf(await tryToSignIn(app, password))
      const guess = () => tryToSignIn(app, wrong, device)
      expect(await statuses(7, guess)).toEqual([401, 401, 401, 401, 401, 429, 429])
      expect((await tryToSignIn(app, password)).status).toBe(200)
      app.pass(minute)
      expect(await statuses(2, guess)).toEqual([401, 429])
      app.pass(2 * minute)
      const right = await tryToSignIn(app, password, device)
      expect(right.status).toBe(200)
      expect(await statuses(6, guess)).toEqual([401, 401, 401, 401, 401, 429])
      // The browser stays the same one: signing in again brings no further tries.
      expect((await tryToSignIn(app, wrong, deviceOf(right))).status).toBe(429)
    })
  })

  describe('the cookie of a browser', () => {
    test('is HttpOnly and SameSite, identifies no account, and grants nothing', async () => {
      const app = await start()
      const [, cookie = '', ...more] = (await tryToSignIn(app, password)).headers.getSetCookie()
      expect(more).toEqual([])
      expect(cookie).toMatch(/^device=[\w-]{22}\.[\w%]{44,};/)
      expect(cookie.split('; ').slice(1).sort()).toEqual([
        'HttpOnly',
        'Max-Age=15552000',
        'Path=/',
        'SameSite=Lax',
      ])
      const check = await app.json('/check-auth', { cookie: cookie.split(';')[0] ?? '' })
      expect(check.body).toEqual({ isAuthenticated: false })
    })

    test('is not accepted for another account, with a changed token, and after the password was changed', async () => {
      const app = await start()
      await app.addUser({ email: 'other@example.com' })
      const signedIn = await tryToSignIn(app, password)
      const device = deviceOf(signedIn)
      await guessedByStranger(app)
      expect((await tryToSignIn(app, password, device.replace('=', '=A').slice(0, -1))).status).toBe(429)
      expect((await tryToSignIn(app, password, 'device=')).status).toBe(429)
      expect((await tryToSignIn(app, password, `${device}%`)).status).toBe(429)
      const others = deviceOf(await tryToSignIn(app, password, '', 'other@example.com'))
      expect((await tryToSignIn(app, password, others)).status).toBe(429)
      const json = { currentPassword: password, newPassword: fresh, confirmPassword: fresh }
      const changed = await app.send('/change-password', { json, cookie: cookieOf(signedIn) })
      expect(changed.status).toBe(200)
      expect((await tryToSignIn(app, fresh, device)).status).toBe(429)
      expect((await tryToSignIn(app, fresh, deviceOf(changed))).status).toBe(200)
    })
  })
})

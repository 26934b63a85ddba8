// Signing in: credentials, the cookie, and the errors.
import { describe, expect, test } from 'vitest'
import { owasp } from '../../server/accounts/password-hashing.ts'
import { logIn } from '../support/calls.ts'
import { cookieOf } from '../support/request.ts'
import { ownApps, password, type Running, sharedApp } from '../support/start.ts'

let app: Running
sharedApp((started) => {
  app = started
})

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
    // Only recognises the browser (tests/api/device.test.ts).
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

  test('a missing password, a number instead and a very long one are rejected as invalid', async () => {
    for (const secret of [undefined, '', 7, null, 'x'.repeat(1025)]) {
      const { status, body } = await app.json('/login', { json: { email: 'x@y.z', password: secret } })
      expect([status, body.success]).toEqual([400, false])
      expect(body.errors.password).toEqual(expect.any(String))
    }
  })

  test('remember-me has no effect', async () => {
    await app.addUser({ email: 'fred@example.com' })
    const json = { email: 'fred@example.com', password, remember: true }
    const response = await app.send('/login', { json })
    expect(response.headers.getSetCookie()[0]).toContain('Max-Age=604800')
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

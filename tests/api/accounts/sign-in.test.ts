// Signing in and out: credentials, the cookies, what the log and the owner get, and how long a session lasts. Guessing: guessing.test.ts.

import { expect, test } from 'vitest'
import {
  day,
  newPassword as fresh,
  minute,
  ownApp,
  password,
  type Running,
  sharedApp,
} from '../../support/start.ts'

const app = await sharedApp()

const wrong = 'Wrong-Horse-7'

/** A sign-in with all of its response. */
const tryToSignIn = (to: Running, email: string, cookie = '', secret = password, headers = {}) =>
  to.json('/login', { json: { email, password: secret }, cookie, headers })
const change = (to: Running, email: string, row: { email_verified_at: null } | { password_hash: null }) =>
  to.context.db.updateTable('users').set(row).where('email', '=', email).execute()
/** Of a Set-Cookie header, sorted. */
const attributesOf = (cookie: string) => cookie.split('; ').slice(1).sort()

test('signing in with email address, in any letter case, and password responds with the user and sets a session cookie', async () => {
  const id = await app.addUser({ email: 'anna@example.com', name: 'Anna' })
  await change(app, 'anna@example.com', { email_verified_at: null })
  const response = await tryToSignIn(app, '  AnNa@Example.COM ')
  expect(response.status).toBe(200)
  const user = { id, name: 'Anna', email: 'anna@example.com', isEmailValid: false, isAdmin: false }
  expect(response.body).toMatchObject({ message: 'Login successful!', user })
  const [cookie = '', device = '', ...more] = response.headers.getSetCookie()
  expect(more).toEqual([])
  expect(cookie).toMatch(/^session=[\w-]{32};/)
  expect(attributesOf(cookie)).toEqual(['HttpOnly', 'Max-Age=604800', 'Path=/', 'SameSite=Lax'])
  // It recognises the browser, identifies no account, and grants nothing.
  expect(device).toMatch(/^device-[\w-]{8}=[\w-]{22}\.[\w%]{44,};/)
  expect(attributesOf(device)).toEqual(['HttpOnly', 'Max-Age=15552000', 'Path=/', 'SameSite=Lax'])
  expect(await app.isSignedIn(device.split(';')[0] ?? '')).toBe(false)
})

test('signing in under https: the cookie is Secure, has the __Host- prefix and no domain', async () => {
  const own = await ownApp({ PUBLIC_URL: 'https://portfolio.example' })
  await own.addUser({ email: 'anna@example.com' })
  const response = await tryToSignIn(own, 'anna@example.com')
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(/^__Host-session=/)
  expect(cookie).toContain('; Secure')
  expect(cookie).not.toMatch(/domain/i)
  expect(await own.isSignedIn(response.cookie)).toBe(true)
})

test('signing in with a wrong password, an unknown email address or an account without a password gets the same response, byte for byte', async () => {
  for (const email of ['cora@example.com', 'dora@example.com']) await app.addUser({ email })
  await change(app, 'dora@example.com', { password_hash: null })
  const responses = new Set<string>()
  for (const email of ['cora@example.com', 'nobody@example.com', 'dora@example.com']) {
    const response = await app.send('/login', { json: { email, password: wrong } })
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
    responses.add(await response.text())
  }
  expect([...responses]).toEqual([expect.stringContaining('"Invalid email or password."')])
  expect((await app.logIn('dora@example.com')).status).toBe(401)
})

test('signing in with an invalid email address is rejected with the reason, and so is a request for a reset link', async () => {
  for (const email of ['', 'x', 'x@y', '@y.z', 'a b@y.z', 'x@y.', 'x@@y.z', null, 'a@b.c\r\nBcc: d@e.f']) {
    const { status, body } = await app.json('/login', { json: { email, password } })
    expect([email, status, body.errors?.email]).toEqual([email, 400, 'Invalid email format'])
    const reset = await app.requestReset(email)
    const text = 'Please enter a valid email address.'
    expect([email, reset.status, reset.body.errors]).toEqual([email, 400, { email: text }])
  }
})

test('signing in with a password that is changed while it is being checked is rejected', async () => {
  const own = await ownApp()
  await own.addUser({ email: 'anna@example.com' })
  const { passwordHasher } = own.context
  const matches = passwordHasher.matches.bind(passwordHasher)
  passwordHasher.matches = async (...of) => {
    const isRight = await matches(...of)
    await change(own, 'anna@example.com', { password_hash: null })
    return isRight
  }
  expect((await own.logIn('anna@example.com')).status).toBe(401)
})

test('too many who sign in at once are rejected with Retry-After, and another call is served in between', async () => {
  const own = await ownApp({ LOG_LEVEL: 'silent' })
  // The product's parameters, which are slow on purpose.
  const { passwordHasher } = own.context
  Object.assign(own.context, { passwordHasher: Reflect.construct(passwordHasher.constructor, []) })
  const crowd = Array.from({ length: 80 }, (_, index) => own.logIn(`nobody-${index}@example.com`))
  const check = await own.json('/check-auth')
  const responses = await Promise.all(crowd)
  expect(check.status).toBe(200)
  const turned = responses.find(({ status }) => status === 503)
  expect(turned?.headers.get('retry-after')).toBe('2')
  expect(turned?.body.message).toBe('The server is busy. Please try again in a moment.')
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([401, 503]))
})

test('a session is a new one at every sign-in; an id that was planted never becomes one; signing out ends it on the server', async () => {
  await app.addUser({ email: 'hans@example.com' })
  const planted = `session=${'p'.repeat(32)}`
  expect(await app.isSignedIn(planted)).toBe(false)
  const { cookie: first } = await tryToSignIn(app, 'hans@example.com', planted)
  expect(first).not.toBe(planted)
  expect(await app.isSignedIn(planted)).toBe(false)
  const { cookie: second } = await tryToSignIn(app, 'hans@example.com', first)
  expect(second).not.toBe(first)
  expect([await app.isSignedIn(first), await app.isSignedIn(second)]).toEqual([false, true])
  const { status, headers } = await app.json('/logout', { json: {}, cookie: second })
  expect([status, headers.getSetCookie()[0]]).toEqual([200, expect.stringMatching(/^session=;.*Max-Age=0/)])
  expect(await app.isSignedIn(second)).toBe(false)
})

test('a session ends a week after the last visit, at the latest after a month, and where its beginning is to come; one that is renewed renews its cookie', async () => {
  const own = await ownApp()
  const idle = await own.asUser('idle@example.com')
  const busy = await own.asUser('busy@example.com')
  expect((await own.send('/check-auth', { cookie: busy })).headers.getSetCookie()).toEqual([])
  for (const days of [5, 10, 15, 20, 25, 29]) {
    own.pass((days % 5 || 5) * day)
    const { body, headers } = await own.json('/check-auth', { cookie: busy })
    expect([days, body.isAuthenticated]).toEqual([days, true])
    if (days < 25)
      expect(headers.getSetCookie()).toEqual([expect.stringMatching(`^${busy};.*Max-Age=604800`)])
    if (days === 29) expect(headers.getSetCookie()).toEqual([])
    if (days === 10) expect(await own.isSignedIn(idle)).toBe(false)
  }
  own.pass(1.1 * day)
  expect(await own.isSignedIn(busy)).toBe(false)
  // By a clock that is set back afterwards.
  const ahead = await own.asUser('ahead@example.com')
  own.pass(-30 * day)
  expect(await own.isSignedIn(ahead)).toBe(false)
})

const owner = 'owner@example.com'
const trap = 'Locked! Unlock at https://evil.example'

test('an admin who signs in with a new browser, the first one included, is reported to the owner; in a known one they are not', async () => {
  const own = await ownApp({ OWNER_EMAIL: owner, TRUST_PROXY: '1' })
  const id = await own.addUser({ email: 'admin@example.com', admin: true, name: trap })
  const signIn = (address: string, cookie = '', secret = password) =>
    tryToSignIn(own, 'admin@example.com', cookie, secret, { 'x-forwarded-for': address })
  const emails = async () => own.emails(owner, /signed in .* in a new browser$/)
  const { cookie: known } = await signIn('192.0.2.1')
  expect((await signIn('198.51.100.7', known)).status).toBe(200)
  expect(await emails()).toHaveLength(1)
  expect((await signIn('198.51.100.7', '', wrong)).status).toBe(401)
  expect(await emails()).toHaveLength(1)
  const other = known.replace(/(device-[\w-]+=).*/, '$1made-up')
  expect((await signIn('2001:db8:1:2::1', other)).status).toBe(200)
  const [, email, ...more] = await emails()
  expect(more).toEqual([])
  expect(email?.text).toContain(id)
  expect(email?.text).toContain('IP address: 2001:db8:1:2::/64')
  expect(JSON.stringify(email)).not.toMatch(/evil|locked/i)
  await own.addUser({ email: 'user@example.com' })
  // In the same browser, which stays known for both.
  const { cookie: others } = await tryToSignIn(own, 'user@example.com', known)
  expect((await signIn('192.0.2.1', `${known}; ${others}`)).status).toBe(200)
  expect(await emails()).toHaveLength(2)
  // Where clients cannot be told apart it says none.
  await signIn(trap)
  expect((await emails()).at(-1)?.text).not.toMatch(/IP address|127\.0\.0\.1|evil/)
})

/** As behind a proxy without TRUST_PROXY: all visitors have one IP address. */
const withBrowser = async () => {
  const app = await ownApp({ THROTTLE: 'on' })
  await app.addUser({ email: owner })
  const signIn = (cookie = '', secret = password) => tryToSignIn(app, owner, cookie, secret)
  const statuses = (times: number, cookie = '', secret = wrong) =>
    Array.fromAsync({ length: times }, async () => (await signIn(cookie, secret)).status)
  const guessedByStranger = async () => expect(await statuses(6)).toEqual([401, 401, 401, 401, 401, 429])
  return { app, signIn, statuses, guessedByStranger }
}
/** What a browser still has when its session is over. */
const deviceOf = ({ cookie }: { cookie: string }) =>
  cookie
    .split('; ')
    .filter((cookie) => cookie.includes('device-'))
    .join('; ')

test('a browser in which somebody signed in before does not wait for the guesses of others, unless for another account, with a changed token, or after a new password', async () => {
  const { app, signIn, statuses, guessedByStranger } = await withBrowser()
  const signedIn = await signIn()
  const device = deviceOf(signedIn)
  await guessedByStranger()
  expect([await statuses(1, '', password), await statuses(1, device, password)]).toEqual([[429], [200]])
  app.pass(minute)
  for (const name of ['login', 'loginOfAccount']) await app.countedBefore(name, 10_000)
  expect([await statuses(1, '', password), await statuses(1, device, password)]).toEqual([[429], [200]])

  app.pass(day)
  await app.addUser({ email: 'other@example.com' })
  const others = deviceOf(await tryToSignIn(app, 'other@example.com'))
  await guessedByStranger()
  const invalid = [others, device.replace('=', '=A').slice(0, -1), device.replace(/=.*/, '='), `${device}%`]
  for (const cookie of invalid) expect([cookie, (await signIn(cookie)).status]).toEqual([cookie, 429])
  const json = { currentPassword: password, newPassword: fresh, confirmPassword: fresh }
  const changed = await app.json('/change-password', { json, cookie: signedIn.cookie })
  expect(changed.status).toBe(200)
  expect((await signIn(device, fresh)).status).toBe(429)
  expect((await signIn(deviceOf(changed), fresh)).status).toBe(200)
})

test('a browser in which somebody signed in before is also one that has used a reset link, which ends all waits, whatever others guess in between', async () => {
  const { app, signIn, guessedByStranger } = await withBrowser()
  await guessedByStranger()
  await app.countedBefore('loginOfAccount', 100)
  const done = await app.json(await app.resetLink(owner), {
    json: { newPassword: fresh, confirmPassword: fresh },
  })
  expect(done.status).toBe(200)
  await guessedByStranger()
  expect((await signIn(deviceOf(done), fresh)).status).toBe(200)
})

test('a browser in which somebody signed in before has growing waits of its own for guesses, and locks out no other client', async () => {
  const { app, signIn, statuses } = await withBrowser()
  const device = deviceOf(await signIn())
  expect(await statuses(7, device)).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect((await signIn()).status).toBe(200)
  app.pass(minute)
  expect(await statuses(2, device)).toEqual([401, 429])
  app.pass(2 * minute)
  const right = await signIn(device)
  expect(right.status).toBe(200)
  expect(await statuses(6, device)).toEqual([401, 401, 401, 401, 401, 429])
  // The browser stays the same one: signing in again brings no further tries.
  expect((await signIn(deviceOf(right), wrong)).status).toBe(429)
})

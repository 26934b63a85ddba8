// Passwords: changed, entered again for what is sensitive, and reset by the link of an email.

import { describe, expect, test } from 'vitest'
import {
  newPassword as fresh,
  logIn,
  requestReset,
  reset,
  resetLink,
  userWithId as rowOf,
  signsIn,
  userCalls,
} from '../../support/calls.ts'
import {
  captureLog,
  emailsTo,
  emailTo,
  linkIn,
  queuedMail,
  rowsAsText,
  stallOutbox,
} from '../../support/evidence.ts'
import { cookieOf } from '../../support/request.ts'
import { ownApps, password, type Running, sharedApp } from '../../support/start.ts'

let app: Running
sharedApp((started) => {
  app = started
})

const minute = 60_000
const ownApp = ownApps()

describe('changing the password', () => {
  const change = (cookie: string | undefined, json: Record<string, unknown>, to = app) =>
    to.json('/change-password', { json, ...(cookie ? { cookie } : {}) })
  const body = (currentPassword: unknown, newPassword: unknown = fresh, confirmPassword = newPassword) => ({
    currentPassword,
    newPassword,
    confirmPassword,
  })

  test('gives this browser a new session, ends all others and sends an email', async () => {
    const mine = await app.asUser('karl@example.com')
    const other = await app.signIn('karl@example.com')
    const response = await change(mine, body(password))
    expect([response.status, response.body]).toEqual([
      200,
      { success: true, message: 'Password updated successfully!' },
    ])
    const [next = ''] = (response.headers.getSetCookie()[0] ?? '').split(';')
    expect(next).not.toBe(mine)
    for (const [cookie, isIn] of [
      [mine, false],
      [other, false],
      [next, true],
    ] as const)
      expect((await app.json('/check-auth', { cookie })).body.isAuthenticated).toBe(isIn)
    expect(await signsIn(app, 'karl@example.com', password)).toBe(false)
    expect(await signsIn(app, 'karl@example.com', fresh)).toBe(true)
    expect((await emailTo(app, 'karl@example.com')).subject).toMatch(/was changed$/)
  })

  test('with a wrong current password is 400, never 401 or 403, and changes nothing', async () => {
    const cookie = await app.asUser('lena@example.com')
    const response = await change(cookie, body('Wrong-Horse-7'))
    const text = 'The current password is wrong.'
    expect([response.status, response.body]).toEqual([
      400,
      { success: false, code: 'invalid', message: text, errors: { currentPassword: text } },
    ])
    expect((await app.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)
    expect(await signsIn(app, 'lena@example.com', password)).toBe(true)
  })

  test('to the same password, or to two different ones, is rejected', async () => {
    const cookie = await app.asUser('max@example.com')
    const same = await change(cookie, body(password, password))
    expect([same.status, same.body.errors]).toEqual([
      400,
      { newPassword: 'The new password must differ from the current one.' },
    ])
    const differ = await change(cookie, body(password, fresh, `${fresh}x`))
    expect([differ.status, differ.body.message]).toEqual([400, 'New passwords do not match'])
    const none = await change(cookie, { newPassword: fresh, confirmPassword: fresh })
    expect([none.status, none.body.errors]).toEqual([
      400,
      { currentPassword: 'Current password is required.' },
    ])
  })

  test('voids a reset link that was requested before', async () => {
    const cookie = await app.asUser('nina@example.com')
    const link = await resetLink(app, 'nina@example.com')
    expect((await change(cookie, body(password))).status).toBe(200)
    expect((await reset(app, link, 'Amber-Kettle-9')).status).toBe(400)
    expect(await signsIn(app, 'nina@example.com', fresh)).toBe(true)
  })

  test('twice at the same moment ends with one password that works', async () => {
    const cookie = await app.asUser('olga@example.com')
    const tries = ['Violet-Kettle-1', 'Violet-Kettle-2']
    const responses = await Promise.all(tries.map((secret) => change(cookie, body(password, secret))))
    const statuses = responses.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.every((status) => [200, 400, 401, 409].includes(status))).toBe(true)
    const works = await Promise.all(tries.map((secret) => signsIn(app, 'olga@example.com', secret)))
    expect(works).toEqual(statuses.map((status) => status === 200))
  })
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

const expected = {
  success: true,
  message: "If the email you provided is correct, we've sent you an email with password reset instructions.",
}

describe('requesting a reset link', () => {
  test('gets the same response, byte for byte, whether there is an account or not', async () => {
    await app.addUser({ email: 'known@example.com' })
    const known = await app.send('/reset-password', { json: { email: 'known@example.com' } })
    const unknown = await app.send('/reset-password', { json: { email: 'unknown@example.com' } })
    expect([known.status, unknown.status]).toEqual([200, 200])
    const text = await known.text()
    expect(await unknown.text()).toBe(text)
    expect(JSON.parse(text)).toEqual(expected)
    expect(await emailsTo(app, 'known@example.com')).toHaveLength(1)
    expect(await emailsTo(app, 'unknown@example.com')).toHaveLength(0)
    expect(await queuedMail(app)).toEqual([])
  })

  test('mails a link to PUBLIC_URL, whatever Host and forwarding headers claim', async () => {
    const own = await ownApp({ PUBLIC_URL: 'https://portfolio.example' })
    await own.addUser({ email: 'user@example.com' })
    const evil = 'evil.example'
    const forged = {
      'x-forwarded-host': evil,
      'x-forwarded-proto': 'http',
      forwarded: `host=${evil}`,
      host: evil,
    }
    expect((await requestReset(own, 'user@example.com', forged)).status).toBe(200)
    const email = await emailTo(own, 'user@example.com')
    expect(linkIn(email).origin).toBe('https://portfolio.example')
    expect((email.text ?? '') + email.html).not.toContain(evil)
  })

  test('sends three emails an hour at most, with the same response over the limit', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    await own.addUser({ email: 'user@example.com' })
    for (let n = 0; n < 12; n++) {
      const { status, body } = await requestReset(own, 'user@example.com')
      expect([status, body]).toEqual([200, expected])
      await own.emails()
    }
    expect(await emailsTo(own, 'user@example.com')).toHaveLength(3)
    own.pass(61 * minute)
    await requestReset(own, 'user@example.com')
    expect(await emailsTo(own, 'user@example.com')).toHaveLength(4)
  })
})

describe('a reset link', () => {
  test('is checked without being used up, sets the password once, and starts no session', async () => {
    await app.addUser({ email: 'anna@example.com' })
    const link = await resetLink(app, 'anna@example.com')
    for (let n = 0; n < 2; n++) {
      const check = await app.json(link)
      expect([check.status, check.body]).toEqual([200, { success: true }])
    }
    const response = await app.send(link, { json: { newPassword: fresh, confirmPassword: fresh } })
    expect([response.status, await response.json()]).toEqual([
      200,
      { success: true, message: 'Password updated successfully.' },
    ])
    // Nobody is signed in; the browser is recognised (tests/api/accounts/sign-in.test.ts).
    expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^device=/)])
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(await signsIn(app, 'anna@example.com', password)).toBe(false)
    expect(await signsIn(app, 'anna@example.com', fresh)).toBe(true)
    for (const again of [await app.json(link), await reset(app, link)])
      expect([again.status, again.body.message]).toEqual([400, 'Invalid or expired token.'])
  })

  test('ends every session, verifies the email address and sends an email', async () => {
    const cookies = [await app.asUser('bela@example.com'), await app.signIn('bela@example.com')]
    await app.context.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('email', '=', 'bela@example.com')
      .execute()
    expect((await reset(app, await resetLink(app, 'bela@example.com'))).status).toBe(200)
    for (const cookie of cookies)
      expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
    const cookie = await app.signIn('bela@example.com', fresh)
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(true)
    expect((await emailTo(app, 'bela@example.com')).subject).toMatch(/was changed$/)
  })

  test('used several times at the same moment works exactly once', async () => {
    await app.addUser({ email: 'cora@example.com' })
    const link = await resetLink(app, 'cora@example.com')
    const tries = ['Violet-Kettle-1', 'Violet-Kettle-2', 'Violet-Kettle-3', 'Violet-Kettle-4']
    const responses = await Promise.all(tries.map((secret) => reset(app, link, secret)))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400])
    const works = await Promise.all(tries.map((secret) => signsIn(app, 'cora@example.com', secret)))
    expect(works).toEqual(responses.map(({ status }) => status === 200))
    expect(await emailsTo(app, 'cora@example.com', /was changed/)).toHaveLength(1)
  })

  test('is void at once when a newer one is requested, even while that email is queued', async () => {
    const own = await ownApp()
    await own.addUser({ email: 'user@example.com' })
    const link = await resetLink(own, 'user@example.com')
    stallOutbox(own)
    await requestReset(own, 'user@example.com')
    expect((await reset(own, link)).status).toBe(400)
  })

  test('is valid for an hour', async () => {
    const own = await ownApp()
    await own.addUser({ email: 'user@example.com' })
    const link = await resetLink(own, 'user@example.com')
    own.pass(59 * minute)
    expect((await own.json(link)).status).toBe(200)
    own.pass(2 * minute)
    expect((await own.json(link)).status).toBe(400)
    expect((await reset(own, link)).status).toBe(400)
    expect(await signsIn(own, 'user@example.com', password)).toBe(true)
  })

  test('rejects a password that breaks the rule, two different ones, and none, and stays valid', async () => {
    await app.addUser({ email: 'edna@example.com' })
    const link = await resetLink(app, 'edna@example.com')
    for (const [secret, text] of [
      ['Kett-42', 'Password must be at least 8 characters.'],
      ['Violet-Kettle', 'Password must include a number.'],
      ['violet-kettle-42', 'Password must include uppercase and lowercase letters.'],
      ['VIOLET-KETTLE-42', 'Password must include uppercase and lowercase letters.'],
      [`Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters.'],
    ] as const) {
      const { status, body } = await reset(app, link, secret)
      expect([status, body.message, body.errors.newPassword]).toEqual([400, text, text])
    }
    const differ = await reset(app, link, fresh, `${fresh}x`)
    expect([differ.status, differ.body.message]).toEqual([400, 'Passwords do not match.'])
    expect(differ.body.errors).toEqual({ confirmPassword: 'Passwords do not match.' })
    for (const json of [{}, { newPassword: fresh }, { newPassword: 8, confirmPassword: 8 }, [], null, 'x'])
      expect((await app.json(link, { json })).status).toBe(400)
    expect(await signsIn(app, 'edna@example.com', password)).toBe(true)
    expect((await reset(app, link)).status).toBe(200)
  })

  test('accepts long passwords of any script, and compares them whole (not cut at 72 bytes)', async () => {
    await app.addUser({ email: 'fred@example.com' })
    const long = `Ää1 ${'ключ🔑'.repeat(20)}`
    expect((await reset(app, await resetLink(app, 'fred@example.com'), long)).status).toBe(200)
    expect(await signsIn(app, 'fred@example.com', long.slice(0, -2))).toBe(false)
    expect(await signsIn(app, 'fred@example.com', long.normalize('NFD'))).toBe(true)
  })

  test('does not verify an email address', async () => {
    const id = await app.addUser({ email: 'gerd@example.com' })
    await app.context.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute()
    const token = (await resetLink(app, 'gerd@example.com')).split('/').at(-1) ?? ''
    const query = new URLSearchParams({ token, email: 'gerd@example.com' })
    expect((await app.json(`/verify-email-token?${query}`)).status).toBe(400)
  })

  test('is neither in the rows nor in the log, and neither is the new password', async () => {
    const own = await ownApp()
    const log = captureLog(own)
    await own.addUser({ email: 'user@example.com' })
    const link = await resetLink(own, 'user@example.com')
    const before = await rowsAsText(own)
    await own.json(link)
    const wrong = await reset(own, link, 'short')
    const right = await reset(own, link)
    expect([wrong.status, right.status]).toEqual([400, 200])
    expect((await reset(own, link.replace('reset-password/', 'reset-password%2F'))).status).toBe(404)
    const token = link.split('/').at(-1) ?? ''
    expect(token).toMatch(/^[\w-]{43}$/)
    const stored = before + (await rowsAsText(own)) + log.join('')
    for (const secret of [token, fresh]) expect(stored).not.toContain(secret)
    expect(JSON.stringify([wrong.body, right.body])).not.toContain(token)
    expect((await own.send('/reset-password/x')).headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('ends the waits that guesses of others have caused', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    await own.addUser({ email: 'user@example.com' })
    const guess = (secret: string) => logIn(own, 'user@example.com', secret)
    for (let n = 0; n < 6; n++) await guess('Wrong-Horse-7')
    expect((await guess(password)).status).toBe(429)
    await own.context.db
      .updateTable('attempts')
      .set({ count: 100 })
      .where('key', 'like', 'login-account:%')
      .execute()
    expect((await reset(own, await resetLink(own, 'user@example.com'))).status).toBe(200)
    expect((await guess(fresh)).status).toBe(200)
  })
})

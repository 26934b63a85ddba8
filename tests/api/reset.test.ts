// Setting a password by the link of an email: rules, races, expiry, secrets. Requesting it: reset-requests.test.ts.
import { describe, expect, test } from 'vitest'
import {
  newPassword as fresh,
  logIn,
  newcomer,
  requestReset,
  reset,
  resetLink,
  signsIn,
  verify,
  wrongNew,
} from '../support/calls.ts'
import { captureLog, codeIn, emailsTo, emailTo, rowsAsText, stallOutbox } from '../support/evidence.ts'
import { ownApps, password, type Running, sharedApp } from '../support/start.ts'

let app: Running
sharedApp((started) => {
  app = started
})

const minute = 60_000
const ownApp = ownApps()

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
    // Nobody is signed in; the browser is recognised (tests/api/device.test.ts).
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

  test('is void when a newer one is requested', async () => {
    await app.addUser({ email: 'dora@example.com' })
    const first = await resetLink(app, 'dora@example.com')
    const second = await resetLink(app, 'dora@example.com')
    expect(second).not.toBe(first)
    expect((await app.json(first)).status).toBe(400)
    expect((await reset(app, first)).status).toBe(400)
    expect((await reset(app, second)).status).toBe(200)
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

  for (const [situation, secret, text] of wrongNew)
    test(`rejects a new password with ${situation}, and stays valid`, async () => {
      const email = `${situation.replace(/\W/g, '')}@example.com`
      await app.addUser({ email })
      const link = await resetLink(app, email)
      const { status, body } = await reset(app, link, secret)
      expect([status, body.message, body.errors.newPassword]).toEqual([400, text, text])
      expect((await reset(app, link)).status).toBe(200)
    })

  test('rejects two different passwords, and none', async () => {
    await app.addUser({ email: 'edna@example.com' })
    const link = await resetLink(app, 'edna@example.com')
    const differ = await reset(app, link, fresh, `${fresh}x`)
    expect([differ.status, differ.body.message]).toEqual([400, 'Passwords do not match.'])
    expect(differ.body.errors).toEqual({ confirmPassword: 'Passwords do not match.' })
    for (const json of [{}, { newPassword: fresh }, { newPassword: 8, confirmPassword: 8 }, [], null, 'x'])
      expect((await app.json(link, { json })).status).toBe(400)
    expect(await signsIn(app, 'edna@example.com', password)).toBe(true)
  })

  test('accepts long passwords of any script, and compares them whole (not cut at 72 bytes)', async () => {
    await app.addUser({ email: 'fred@example.com' })
    const long = `Ää1 ${'ключ🔑'.repeat(20)}`
    expect((await reset(app, await resetLink(app, 'fred@example.com'), long)).status).toBe(200)
    expect(await signsIn(app, 'fred@example.com', long.slice(0, -2))).toBe(false)
    expect(await signsIn(app, 'fred@example.com', long.normalize('NFD'))).toBe(true)
  })

  test('that was made up is rejected', async () => {
    for (const token of ['x', '12345678', 'x'.repeat(43), 'x'.repeat(2000), '%00', '..%2f..%2fetc']) {
      const { status, body } = await app.json(`/reset-password/${token}`)
      expect([token, status, body.message]).toEqual([token, 400, 'Invalid or expired token.'])
      expect((await reset(app, `/reset-password/${token}`)).status).toBe(400)
    }
  })

  test('does not verify an email address', async () => {
    const id = await app.addUser({ email: 'gerd@example.com' })
    await app.context.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute()
    const token = (await resetLink(app, 'gerd@example.com')).split('/').at(-1) ?? ''
    const query = new URLSearchParams({ token, email: 'gerd@example.com' })
    expect((await app.json(`/verify-email-token?${query}`)).status).toBe(400)
  })

  test('voids the verification code: the email address is verified now', async () => {
    const { email } = await newcomer(app, 'hans@example.com')
    await reset(app, await resetLink(app, 'hans@example.com'))
    const cookie = await app.signIn('hans@example.com', fresh)
    expect((await verify(app, cookie, codeIn(email))).status).toBe(400)
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

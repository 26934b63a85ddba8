// Verifying an email address: by the code or the link of the email, and requesting the email again.
import { describe, expect, test } from 'vitest'
import { newcomer, userOf as rowOf, verify } from '../support/calls.ts'
import { callOf, codeIn, emailsTo, emailTo, linkIn, stallOutbox } from '../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

let app: Running
sharedApp((started) => {
  app = started
})

const minute = 60_000
const ownApp = ownApps()

const otherThan = (code: string) => (code === '00000000' ? '00000001' : '00000000')

describe('verifying by code', () => {
  test('marks the email address as verified; after that the call of the page is 401 and the code 400', async () => {
    const { cookie, email } = await newcomer(app, 'code@example.com')
    expect((await app.json('/verify-email', { cookie })).body).toEqual({
      success: true,
      email: 'code@example.com',
    })
    const { status, body } = await verify(app, cookie, codeIn(email))
    expect([status, body]).toEqual([200, { success: true, message: 'Email verified successfully!' }])
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(true)
    expect((await app.json('/verify-email', { cookie })).status).toBe(401)
    const again = await verify(app, cookie, codeIn(email))
    expect([again.status, again.body.message]).toEqual([400, 'Your email is already verified.'])
  })

  test('needs a session', async () => {
    expect((await app.json('/verify-email')).status).toBe(401)
    expect((await app.json('/verify-email', { json: { code: '12345678' } })).status).toBe(401)
  })

  test('accepts the code with spaces and dashes', async () => {
    const { cookie, email } = await newcomer(app, 'dashes@example.com')
    const code = codeIn(email)
    expect((await verify(app, cookie, ` ${code.slice(0, 4)}-${code.slice(4)} `)).status).toBe(200)
  })

  test('anything but eight digits is rejected with the reason and does not count as a try', async () => {
    const { cookie, email } = await newcomer(app, 'digits@example.com')
    for (const code of ['', '1234567', '123456789', 'abcdefgh', '1234567x', 12345678, null, undefined]) {
      const { status, body } = await verify(app, cookie, code)
      expect([code, status, body.errors]).toEqual([code, 400, { code: 'The code has 8 digits.' }])
    }
    expect((await verify(app, cookie, codeIn(email))).status).toBe(200)
  })

  test('five wrong codes void the right one', async () => {
    const app = await ownApp({ THROTTLE: 'on' })
    const { cookie, email } = await newcomer(app, 'guess@example.com')
    const messages: string[] = []
    for (let n = 0; n < 15; n++)
      messages.push((await verify(app, cookie, otherThan(codeIn(email)))).body.message)
    const usedUp = 'Too many wrong codes. Please request a new one.'
    expect(messages).toEqual([...Array(5).fill('This code is wrong.'), ...Array(10).fill(usedUp)])
    const { status, body } = await verify(app, cookie, codeIn(email))
    expect([status, body.message]).toEqual([400, usedUp])
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(false)
  })

  test('guesses at the same moment are counted too', async () => {
    const app = await ownApp({ THROTTLE: 'on' })
    const { cookie, email } = await newcomer(app, 'guesses@example.com')
    const responses = await Promise.all(
      Array.from({ length: 12 }, () => verify(app, cookie, otherThan(codeIn(email)))),
    )
    expect(responses.filter(({ body }) => body.message === 'This code is wrong.')).toHaveLength(5)
    expect((await verify(app, cookie, codeIn(email))).status).toBe(400)
  })

  test('the right code twice at the same moment verifies once and breaks nothing', async () => {
    const { cookie, email } = await newcomer(app, 'double@example.com')
    const responses = await Promise.all([1, 2].map(() => verify(app, cookie, codeIn(email))))
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 400])
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(true)
  })

  test('a code expires after ten minutes', async () => {
    const own = await ownApp()
    const { cookie, email } = await newcomer(own, 'late@example.com')
    own.pass(11 * minute)
    const { status, body } = await verify(own, cookie, codeIn(email))
    expect([status, body.message]).toEqual([400, 'This code has expired. Please request a new one.'])
  })

  test('the code of one user is invalid for another', async () => {
    const one = await newcomer(app, 'one@example.com')
    const two = await newcomer(app, 'two@example.com')
    expect(codeIn(one.email)).not.toBe(codeIn(two.email))
    expect((await verify(app, two.cookie, codeIn(one.email))).status).toBe(400)
    expect((await verify(app, one.cookie, codeIn(one.email))).status).toBe(200)
  })

  test('without a code that was mailed gets 400', async () => {
    const cookie = await app.asUser('nothing@example.com')
    await app.context.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('email', '=', 'nothing@example.com')
      .execute()
    const { status, body } = await verify(app, cookie, '12345678')
    expect([status, body.message]).toEqual([400, 'There is no code to check. Please request a new one.'])
  })
})

describe('verifying by link', () => {
  test('works without a session, any number of times, and starts none', async () => {
    const { cookie, email } = await newcomer(app, 'link@example.com')
    for (let n = 0; n < 3; n++) {
      const response = await app.send(callOf(linkIn(email)))
      expect([response.status, await response.json()]).toEqual([
        200,
        { success: true, message: 'Email verified successfully!' },
      ])
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect((await app.json('/profile', { cookie })).body.user.isEmailValid).toBe(true)
  })

  test('still gets 200 after the code was used', async () => {
    const { cookie, email } = await newcomer(app, 'both@example.com')
    await verify(app, cookie, codeIn(email))
    expect((await app.json(callOf(linkIn(email)))).status).toBe(200)
  })

  test('expires after 24 hours', async () => {
    const own = await ownApp()
    const { email } = await newcomer(own, 'late@example.com')
    own.pass(23 * 60 * minute)
    expect((await own.json(callOf(linkIn(email)))).status).toBe(200)
    own.pass(2 * 60 * minute)
    const { status, body } = await own.json(callOf(linkIn(email)))
    expect([status, body.message]).toEqual([400, 'Invalid token or expired.'])
  })

  test('with a wrong token, another email address or a token for something else is rejected', async () => {
    const { email } = await newcomer(app, 'mine@example.com')
    await newcomer(app, 'other@example.com')
    const token = linkIn(email).searchParams.get('token') ?? ''
    const links = [
      { token, email: 'other@example.com' },
      { token: `${token}x`, email: 'mine@example.com' },
      { token: codeIn(email), email: 'mine@example.com' },
    ]
    for (const link of links) {
      const { status, body } = await app.json(`/verify-email-token?${new URLSearchParams(link)}`)
      expect([status, body.message]).toEqual([400, 'Invalid token or expired.'])
    }
    expect((await rowOf(app, 'other@example.com'))?.email_verified_at).toBeNull()
    expect((await rowOf(app, 'mine@example.com'))?.email_verified_at).toBeNull()
    expect((await app.json(`/reset-password/${token}`)).status).toBe(400)
  })

  test('without token or email address gets 400', async () => {
    for (const query of [
      '',
      '?token=x',
      '?email=a@b.c',
      '?token=&email=',
      `?token=${'x'.repeat(300)}&email=a@b.c`,
    ]) {
      const { status, body } = await app.json(`/verify-email-token${query}`)
      expect([query, status, body.message]).toEqual([query, 400, 'Invalid verification link.'])
    }
  })
})

describe('requesting the email again', () => {
  test('sends a new code and link, and the old ones are void', async () => {
    const { cookie, email } = await newcomer(app, 'again@example.com')
    const { status, body } = await app.json('/resend-verification-link', { method: 'POST', cookie })
    expect([status, body]).toEqual([200, { success: true, message: 'Verification link sent!' }])
    const next = await emailTo(app, 'again@example.com')
    expect(codeIn(next)).not.toBe(codeIn(email))
    expect((await app.json(callOf(linkIn(email)))).status).toBe(400)
    expect((await verify(app, cookie, codeIn(email))).status).toBe(400)
    expect((await verify(app, cookie, codeIn(next))).status).toBe(200)
  })

  test('voids the old code and link at once, even while the new email is queued', async () => {
    const own = await ownApp()
    const { cookie, email } = await newcomer(own, 'wait@example.com')
    stallOutbox(own)
    await own.json('/resend-verification-link', { method: 'POST', cookie })
    expect((await own.json(callOf(linkIn(email)))).status).toBe(400)
    expect((await verify(own, cookie, codeIn(email))).status).toBe(400)
  })

  test('needs a session and an email address that is not verified yet', async () => {
    expect((await app.json('/resend-verification-link', { method: 'POST' })).status).toBe(401)
    const cookie = await app.asUser('done@example.com')
    const { status, body } = await app.json('/resend-verification-link', { json: {}, cookie })
    expect([status, body.message]).toEqual([400, 'Your email is already verified.'])
    expect(await emailsTo(app, 'done@example.com')).toEqual([])
  })

  test('once a minute and five times an hour, then 429 with Retry-After', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    const { cookie } = await newcomer(own, 'often@example.com')
    const again = () => own.json('/resend-verification-link', { method: 'POST', cookie })
    expect((await again()).status).toBe(200)
    const soon = await again()
    expect(soon.status).toBe(429)
    expect(Number(soon.headers.get('retry-after'))).toBeLessThanOrEqual(60)
    for (let n = 0; n < 4; n++) {
      own.pass(minute + 1000)
      expect((await again()).status).toBe(200)
    }
    own.pass(minute + 1000)
    const often = await again()
    expect(often.status).toBe(429)
    expect(Number(often.headers.get('retry-after'))).toBeGreaterThan(60)
    expect((await emailsTo(own, 'often@example.com')).length).toBeLessThanOrEqual(6)
    own.pass(60 * minute)
    expect((await again()).status).toBe(200)
  })
})

// Registration, and the verification of the email address by the code or the link of the email.

import { describe, expect, test } from 'vitest'
import { goodPassword as good, newcomer, register, userOf as rowOf, verify } from '../../support/calls.ts'
import {
  callOf,
  captureLog,
  codeIn,
  countedBefore,
  emailsTo,
  emailTo,
  from,
  linkIn,
  rowsAsText,
  stallOutbox,
} from '../../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../../support/start.ts'

let app: Running
sharedApp((started) => {
  app = started
})

const minute = 60_000
const ownApp = ownApps()

describe('registering', () => {
  test('makes an unverified user who is not signed in and gets an email at once', async () => {
    const response = await app.send('/register', {
      json: { name: '  Rosa   ', email: ' Rosa@Example.com ', password: good },
    })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({
      success: true,
      message: 'Registration successful! Please log in.',
    })
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await rowOf(app, 'rosa@example.com')).toMatchObject({
      name: 'Rosa',
      role: 'user',
      avatar: null,
      email_verified_at: null,
      password_hash: expect.stringMatching(/^\$argon2id\$/),
    })
    const email = await emailTo(app, 'rosa@example.com')
    expect(codeIn(email)).toMatch(/^\d{8}$/)
    expect(linkIn(email).origin).toBe(app.context.config.publicUrl)
    expect(linkIn(email).pathname).toBe('/verify-email-token')
    expect(email.html).toContain(codeIn(email))
  })

  const passwordText = 'Password must be 8-16 chars, include uppercase, lowercase, number, and symbol.'
  const rejected: [string, Record<string, unknown>, string, string][] = [
    ['an invalid email address', { email: 'rosa@example' }, 'email', 'Invalid email format'],
    [
      'an email address of 255 characters',
      { email: `${'a'.repeat(246)}@long.com` },
      'email',
      'Invalid email format',
    ],
    ['a name of blanks', { name: ' \t ' }, 'name', 'Name is required.'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 'name', 'Name must be at most 100 characters.'],
    ['a password of 7 characters', { password: 'Kett42!' }, 'password', passwordText],
    ['a password of 17 characters', { password: 'Kettle-42!Kettl-4' }, 'password', passwordText],
    ['a password without lower case', { password: 'KETTLE-42!' }, 'password', passwordText],
    ['a password without upper case', { password: 'kettle-42!' }, 'password', passwordText],
    ['a password without a digit', { password: 'Kettle-xx!' }, 'password', passwordText],
    ['a password without a listed symbol', { password: 'Kettle-42-' }, 'password', passwordText],
  ]
  for (const [situation, fields, field, text] of rejected)
    test(`with ${situation} is rejected in the specification's words`, async () => {
      const { status, body } = await register(app, { email: 'rejected@example.com', ...fields })
      expect([status, body]).toEqual([
        400,
        { success: false, code: 'invalid', message: text, errors: { [field]: text } },
      ])
      expect(await rowOf(app, 'rejected@example.com')).toBeUndefined()
    })

  test('accepts passwords of 8 and 16 characters, with unlisted symbols, too, and a name of 100 characters', async () => {
    expect((await register(app, { email: 'eight@example.com', password: 'Kett-42!' })).status).toBe(201)
    expect((await register(app, { email: 'sixteen@example.com', password: 'Kett-42!{Ünï}~é ' })).status).toBe(
      201,
    )
    expect((await register(app, { email: 'long@example.com', name: 'n'.repeat(100) })).status).toBe(201)
    expect(await app.signIn('sixteen@example.com', 'Kett-42!{Ünï}~é ')).toMatch(/^session=/)
  })

  test('cannot make an admin or a verified account by extra fields', async () => {
    const extra = {
      isAdmin: true,
      role: 'admin',
      isEmailValid: true,
      email_verified_at: 'x',
      id: 'mine',
      createdAt: '1',
    }
    expect((await register(app, { email: 'extra@example.com', ...extra })).status).toBe(201)
    const row = await rowOf(app, 'extra@example.com')
    expect(row).toMatchObject({ role: 'user', email_verified_at: null })
    expect(row?.id).not.toBe('mine')
    expect(row?.created_at).not.toBe('1')
  })

  test('with an email address that differs in its Unicode form alone is rejected with the reason, and the first one is verified by its link', async () => {
    expect((await register(app, { email: 'J\u030cana@example.com' })).status).toBe(201)
    expect((await register(app, { email: '\u01f0ana@example.com' })).status).toBe(409)
    const link = callOf(linkIn(await emailTo(app, '\u01f0ana@example.com')))
    expect((await app.json(link)).status).toBe(200)
    expect((await rowOf(app, '\u01f0ana@example.com'))?.email_verified_at).not.toBeNull()
  })

  test('with one email address five times at the same moment makes one account and one email', async () => {
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => register(app, { email: 'race@example.com' })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await emailsTo(app, 'race@example.com')).toHaveLength(1)
  })

  test('with a name that is a message sends an email without that name', async () => {
    const name =
      'Your account is locked:\r\nBcc: victim@example.com unlock at https://evil.example <img src=x>'
    expect((await register(app, { email: 'eve@example.com', name })).status).toBe(201)
    const email = await emailTo(app, 'eve@example.com')
    expect(email.bcc ?? []).toEqual([])
    expect(email.to).toHaveLength(1)
    expect(email.headers.filter(({ key }) => key === 'subject')).toHaveLength(1)
    // The logo is an image of the email itself.
    expect(JSON.stringify(email)).not.toMatch(/locked|victim|evil|<img src=x|&lt;/)
  })

  test('with a slash in the email address is rejected, and the email shows no text of an email address (the specification requires x@y.z only)', async () => {
    const trap = 'please-visit-evil.example/now@example.com'
    const { status, body } = await register(app, { email: trap })
    expect([status, body.errors]).toEqual([400, { email: 'Invalid email format' }])
    const address = 'please-visit-evil.example@example.com'
    expect((await register(app, { email: address })).status).toBe(201)
    const email = await emailTo(app, address)
    expect(`${email.subject} ${email.text} ${email.html}`).not.toMatch(/visit|evil|example\.com/i)
    expect(linkIn(email).searchParams.get('email')).toBe(address)
    expect((await app.json(callOf(linkIn(email)))).status).toBe(200)
  })

  test.each([
    ['with an ideographic full stop', 'twice@mail\u3002example.com'],
    ['with a soft hyphen in its domain', 'twice@ma\u00adil.example.com'],
    ['with an invisible character', 'twice\u200b@mail.example.com'],
  ])('with the email address of another account %s is rejected', async (_, email) => {
    await register(app, { email: 'twice@mail.example.com' })
    const { status, body } = await register(app, { email })
    expect([status, body.errors]).toEqual([400, { email: 'Invalid email format' }])
  })

  test('leaves no password, code or link in the rows or the log', async () => {
    const own = await ownApp()
    const log = captureLog(own)
    const { email, cookie } = await newcomer(own, 'rosa@example.com')
    await own.json(callOf(linkIn(email)))
    await verify(own, cookie, codeIn(email))
    const stored = (await rowsAsText(own)) + log.join('')
    const token = linkIn(email).searchParams.get('token') ?? ''
    expect(token).toHaveLength(43)
    for (const secret of [good, token, codeIn(email)]) expect(stored).not.toContain(secret)
  })
})

const registerFrom = (app: Running, n: number, over: object = {}) =>
  app.json('/register', {
    json: { name: 'Rosa', email: `rosa${n}@example.com`, password: good, ...over },
    headers: from(`203.0.113.${n}`),
  })

const registered = (app: Running) =>
  app.context.db.selectFrom('users').select('email').where('email', 'like', 'rosa%').execute()

test('accounts of many clients are made up to 100 an hour; then 429 with Retry-After, no email, and one log line', async () => {
  const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  expect((await registerFrom(app, 0)).status).toBe(201)
  await countedBefore(app, 'registrations', 98)
  // Neither of these makes an account, so neither counts.
  expect((await registerFrom(app, 1, { password: 'short' })).status).toBe(400)
  expect((await registerFrom(app, 2, { email: 'rosa0@example.com' })).status).toBe(409)
  expect((await registerFrom(app, 3)).status).toBe(201)
  expect((await registerFrom(app, 4)).status).toBe(201)
  for (let n = 5; n < 8; n++) {
    const { status, body, headers } = await registerFrom(app, n)
    expect([status, body.code]).toEqual([429, 'too-many'])
    expect(body.message).toMatch(
      /^This site has received too many registrations\. Please try again in \d+ minutes\.$/,
    )
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500)
  }
  expect(await registered(app)).toHaveLength(3)
  app.pass(61 * 60_000)
  expect((await registerFrom(app, 8)).status).toBe(201)
})

test('of accounts made at the same moment no more than the limit are stored, each with its email', async () => {
  const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  expect((await registerFrom(app, 0)).status).toBe(201)
  await countedBefore(app, 'registrations', 98)
  const responses = await Promise.all([1, 2, 3, 4].map((n) => registerFrom(app, n)))
  expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 429, 429])
  expect(await registered(app)).toHaveLength(3)
  expect((await app.emails()).length).toBeLessThanOrEqual(3)
})

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

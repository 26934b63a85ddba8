// Registration: valid and invalid input, concurrent requests, and the email.
import { describe, expect, test } from 'vitest'
import {
  goodPassword as good,
  logIn,
  newcomer,
  register,
  reset,
  resetLink,
  userOf as rowOf,
  userCalls,
  verify,
} from '../support/calls.ts'
import { callOf, captureLog, codeIn, emailsTo, emailTo, linkIn, rowsAsText } from '../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

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
    ['no email address', { email: undefined }, 'email', 'Invalid email format'],
    [
      'an email address of 255 characters',
      { email: `${'a'.repeat(246)}@long.com` },
      'email',
      'Invalid email format',
    ],
    [
      'an email address with a line break',
      { email: 'a@b.com\r\nBcc: c@d.com' },
      'email',
      'Invalid email format',
    ],
    ['no name', { name: undefined }, 'name', 'Name is required.'],
    ['a name of blanks', { name: ' \t ' }, 'name', 'Name is required.'],
    ['a name of 101 characters', { name: 'n'.repeat(101) }, 'name', 'Name must be at most 100 characters.'],
    ['a password of 7 characters', { password: 'Kett42!' }, 'password', passwordText],
    ['a password of 17 characters', { password: 'Kettle-42!Kettl-4' }, 'password', passwordText],
    ['a password without lower case', { password: 'KETTLE-42!' }, 'password', passwordText],
    ['a password without upper case', { password: 'kettle-42!' }, 'password', passwordText],
    ['a password without a digit', { password: 'Kettle-xx!' }, 'password', passwordText],
    ['a password without a listed symbol', { password: 'Kettle-42-' }, 'password', passwordText],
    ['a password that is a number', { password: 12345678 }, 'password', passwordText],
    ['no password', { password: undefined }, 'password', passwordText],
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

  test('first on a fresh install does not make an admin', async () => {
    const own = await ownApp()
    const { cookie } = await newcomer(own, 'first@example.com')
    expect((await own.json('/check-admin', { cookie })).body).toEqual({ isAdmin: false })
    expect((await own.json('/api/admin/users', { cookie })).status).toBe(403)
  })

  test('with an email address in use is rejected with the reason, in any letter case', async () => {
    await app.addUser({ email: 'taken@example.com' })
    const { status, body } = await register(app, { email: 'TAKEN@example.com' })
    const text = 'An account with this email already exists.'
    expect([status, body]).toEqual([
      409,
      { success: false, code: 'duplicate', message: text, errors: { email: text } },
    ])
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

  test('while registration is off is rejected by the server', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const off = { method: 'PUT', json: { registrationEnabled: false }, cookie }
    expect((await own.json('/api/settings/registration', off)).status).toBe(200)
    const { status, body } = await register(own, {})
    expect([status, body]).toEqual([
      403,
      { success: false, code: 'forbidden', message: 'Registration is disabled.' },
    ])
    expect(await rowOf(own, 'rosa@example.com')).toBeUndefined()
  })

  test('gets 429 after twenty in an hour; invalid ones do not count', async () => {
    const own = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    const headers = { 'x-forwarded-for': '192.0.2.1' }
    const register = (to: Running, fields: object) =>
      to.json('/register', {
        json: { name: 'Rosa', email: 'r@example.com', password: good, ...fields },
        headers,
      })
    for (let n = 0; n < 21; n++) expect((await register(own, { password: 'short' })).status).toBe(400)
    await own.addUser({ email: 'taken@example.com' })
    const taken = { email: 'taken@example.com' }
    for (let n = 0; n < 20; n++) expect((await register(own, taken)).status).toBe(409)
    const rejected = await register(own, taken)
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3500)
    own.pass(61 * minute)
    expect((await register(own, taken)).status).toBe(409)
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
    ['with a full-width letter', 'twice@\uff4dail.example.com'],
    ['with a soft hyphen in its domain', 'twice@ma\u00adil.example.com'],
    ['with an invisible character', 'twice\u200b@mail.example.com'],
    ['with half of a surrogate pair', 'twice\ud800@mail.example.com'],
  ])('with the email address of another account %s is rejected', async (_, email) => {
    await register(app, { email: 'twice@mail.example.com' })
    const { status, body } = await register(app, { email })
    expect([status, body.errors]).toEqual([400, { email: 'Invalid email format' }])
  })

  test('an older account whose email address has a slash signs in, resets its password and is edited', async () => {
    const email = 'department/anna@example.com'
    const id = await app.addUser({ email })
    expect((await logIn(app, email)).status).toBe(200)
    const cookie = await app.asAdmin()
    const { update } = userCalls(() => ({ app, cookie }))
    expect((await update(id, { name: 'Anna', email, isAdmin: false })).status).toBe(200)
    const moved = await update(id, { name: 'Anna', email: 'other/anna@example.com', isAdmin: false })
    expect([moved.status, moved.body.errors]).toEqual([400, { email: 'Invalid email format' }])
    expect((await reset(app, await resetLink(app, email))).status).toBe(200)
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

// Registration, and the verification of the email address by the code or the link of the email.

import { expect, test } from 'vitest'
import { from, invalid, statusesAtOnce, tooMany } from '../../support/calls.ts'
import {
  callOf,
  codeIn,
  linkIn,
  minute,
  newPassword,
  ownApp,
  password,
  sharedApp,
} from '../../support/start.ts'

const app = await sharedApp()

test('registering makes an unverified user, the first one included and whatever else is sent, who is not signed in and gets an email at once', async () => {
  const extra = { isAdmin: true, role: 'admin', isEmailValid: true, id: 'mine', createdAt: '1' }
  const fields = { name: '  Rosa   ', email: ' Rosa@Example.com ', ...extra }
  const { status, body, headers } = await app.register(fields)
  expect([status, body.message]).toEqual([201, 'Registration successful! Please log in.'])
  expect(headers.getSetCookie()).toEqual([])
  const row = await app.userRow('rosa@example.com')
  expect(row).toMatchObject({
    name: 'Rosa',
    role: 'user',
    email_verified_at: null,
    password_hash: expect.stringMatching(/^\$argon2id\$/),
  })
  expect([row?.id === 'mine', row?.created_at === '1']).toEqual([false, false])
  const { origin, pathname } = linkIn(await app.emailTo('rosa@example.com'))
  expect(origin + pathname).toBe(`${app.context.config.publicUrl}/verify-email-token`)
})

const passwordText = 'Password must be 8-16 chars, include uppercase, lowercase, number, and symbol.'
const emailText = 'Invalid email format'
test.each([
  ['an invalid email address', 'email', 'rosa@example', emailText],
  ['an email address of 255 characters', 'email', `${'a'.repeat(246)}@long.com`, emailText],
  ['a slash in the email address', 'email', 'please-visit-evil.example/now@example.com', emailText],
  // Each would be the address of another account to a mail system.
  ['an ideographic full stop', 'email', 'twice@mail\u3002example.com', emailText],
  ['an invisible character', 'email', 'twice\u200b@mail.example.com', emailText],
  ['a name of blanks', 'name', ' \t ', 'Name is required.'],
  ['a name that nobody sees', 'name', '\u200b\u3164 \u00ad', 'Name is required.'],
  ['a name of 101 characters', 'name', 'n'.repeat(101), 'Name must be at most 100 characters.'],
  ['a password of 7 characters', 'password', 'Kett42!', passwordText],
  ['a password of 17 characters', 'password', 'Kettle-42!Kettl-4', passwordText],
  ['a password without lower case', 'password', 'KETTLE-42!', passwordText],
  ['a password without upper case', 'password', 'kettle-42!', passwordText],
  ['a password without a digit', 'password', 'Kettle-xx!', passwordText],
  ['a password without a listed symbol', 'password', 'Kettle-42-', passwordText],
])("registering with %s is rejected in the specification's words", async (_, field, value, message) => {
  const response = await app.register({ email: 'rejected@example.com', [field]: value })
  expect(response).toMatchObject(invalid(field, message))
  expect(await app.userRow('rejected@example.com')).toBeUndefined()
})

test('registering accepts passwords of 8 and 16 characters, with unlisted symbols, too, and a name of 100 characters', async () => {
  const sixteen = 'Kett-42!{Ünï}~é '
  expect((await app.register({ email: 'eight@example.com', password: 'Kett-42!' })).status).toBe(201)
  expect((await app.register({ email: 'sixteen@example.com', password: sixteen })).status).toBe(201)
  expect((await app.register({ email: 'long@example.com', name: 'n'.repeat(100) })).status).toBe(201)
  expect(await app.signIn('sixteen@example.com', sixteen)).toMatch(/^session=/)
})

test('registering with an email address that differs in its Unicode form alone is rejected, and the first one is verified by its link', async () => {
  expect((await app.register({ email: 'J\u030cana@example.com' })).status).toBe(201)
  expect((await app.register({ email: '\u01f0ana@example.com' })).status).toBe(409)
  const link = callOf(linkIn(await app.emailTo('\u01f0ana@example.com')))
  expect((await app.json(link)).status).toBe(200)
  expect((await app.userRow('\u01f0ana@example.com'))?.email_verified_at).not.toBeNull()
})

test('registering with one email address five times at the same moment makes one account and one email', async () => {
  const calls = Array.from({ length: 5 }, () => app.register({ email: 'race@example.com' }))
  expect(await statusesAtOnce(calls)).toEqual([201, 409, 409, 409, 409])
  expect(await app.emails('race@example.com')).toHaveLength(1)
})

test('registering with a name and an email address that are messages sends an email without either', async () => {
  const name = 'Your account is locked:\r\nBcc: victim@example.com unlock at https://evil.example <img src=x>'
  const address = 'please-visit-evil.example@example.com'
  expect((await app.register({ email: address, name })).status).toBe(201)
  const email = await app.emailTo(address)
  expect([email.bcc ?? [], email.to?.length]).toEqual([[], 1])
  expect(email.headers.filter(({ key }) => key === 'subject')).toHaveLength(1)
  // The logo is an image of the email itself.
  const shown = `${email.subject} ${email.text} ${email.html}`
  expect(shown).not.toMatch(/locked|victim|visit|evil|example\.com|<img src=x|&lt;/i)
  expect(linkIn(email).searchParams.get('email')).toBe(address)
  expect((await app.json(callOf(linkIn(email)))).status).toBe(200)
})

test('no password, session, code or link of an account is in the rows or the log', async () => {
  const own = await ownApp()
  const log = own.captureLog()
  const { email, cookie } = await own.newcomer('rosa@example.com')
  const wrong = 'Wrong-Horse-7'
  await own.logIn('rosa@example.com', wrong, { 'user-agent': 'x\tforged "line"' })
  await own.json(callOf(linkIn(email)))
  await own.verify(cookie, codeIn(email))
  const link = await own.resetLink('rosa@example.com')
  await own.json(link)
  const before = await own.rowsAsText()
  expect([(await own.reset(link, 'short')).status, (await own.reset(link)).status]).toEqual([400, 200])
  const stored = before + (await own.rowsAsText()) + log.join('')
  const tokens = [linkIn(email).searchParams.get('token') ?? '', link.split('/').at(-1) ?? '']
  for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  const [, session = ''] = /session=([\w-]{32})/.exec(cookie) ?? []
  expect(session).not.toBe('')
  for (const secret of [password, wrong, newPassword, session, codeIn(email), ...tokens])
    expect(stored).not.toContain(secret)
  expect(log.length).toBeGreaterThan(0)
  for (const line of log) expect(() => JSON.parse(line)).not.toThrow()
})

test('accounts of many clients are made up to 100 an hour, also at the same moment; then 429 with Retry-After and no email', async () => {
  const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  const registerFrom = (n: number, over: object = {}) =>
    app.json('/register', {
      json: { name: 'Rosa', email: `rosa${n}@example.com`, password, ...over },
      headers: from(`203.0.113.${n}`),
    })
  expect((await registerFrom(0)).status).toBe(201)
  await app.countedBefore('registrationsOfAll', 98)
  // Neither of these makes an account, so neither counts.
  expect((await registerFrom(1, { password: 'short' })).status).toBe(400)
  expect((await registerFrom(2, { email: 'rosa0@example.com' })).status).toBe(409)
  expect(await statusesAtOnce([3, 4, 5, 6].map((n) => registerFrom(n)))).toEqual([201, 201, 429, 429])
  expect(await registerFrom(7)).toMatchObject(tooMany('This site has received too many registrations.'))
  expect(await app.context.db.selectFrom('users').select('id').execute()).toHaveLength(3)
  expect(await app.emails()).toHaveLength(3)
  app.pass(61 * minute)
  expect((await registerFrom(8)).status).toBe(201)
})

test('registration is on at first, as visitors may read; a switch acts at once', async () => {
  const own = await ownApp()
  const cookie = await own.asAdmin()
  const path = '/api/settings/registration'
  const set = (registrationEnabled: boolean) =>
    own.json(path, { method: 'PUT', cookie, json: { registrationEnabled } })
  expect((await own.json(path)).body).toEqual({ registrationEnabled: true })
  const off = await set(false)
  expect(off.body).toEqual({ success: true, message: 'Setting saved!', registrationEnabled: false })
  expect((await own.json(path)).body).toEqual({ registrationEnabled: false })
  const { status, body } = await own.register({})
  expect([status, body.message]).toEqual([403, 'Registration is disabled.'])
  await set(true)
  expect((await own.register({})).status).toBe(201)
})

const isVerified = async (cookie: string, to = app): Promise<boolean> =>
  (await to.profileOf(cookie)).isEmailValid

const otherThan = (code: string) => (code === '00000000' ? '00000001' : '00000000')
const usedUp = 'Too many wrong codes. Please request a new one.'

test('verifying by code marks the email address as verified, once; anything but eight digits is rejected and does not count as a try', async () => {
  const { cookie, email } = await app.newcomer('code@example.com')
  expect((await app.json('/verify-email', { cookie })).body.email).toBe('code@example.com')
  for (const code of ['', '1234567', '123456789', '1234567x', 12345678, undefined])
    expect(await app.verify(cookie, code), `${code}`).toMatchObject(invalid('code', 'The code has 8 digits.'))
  expect(await isVerified(cookie)).toBe(false)
  expect(await statusesAtOnce([1, 2].map(() => app.verify(cookie, codeIn(email))))).toEqual([200, 400])
  expect(await isVerified(cookie)).toBe(true)
  expect((await app.json('/verify-email', { cookie })).status).toBe(401)
  const again = await app.verify(cookie, codeIn(email))
  expect([again.status, again.body.message]).toEqual([400, 'Your email is already verified.'])
})

test('verifying by code: five wrong codes, also at the same moment, void the right one', async () => {
  const app = await ownApp({ THROTTLE: 'on' })
  const { cookie, email } = await app.newcomer('guess@example.com')
  const guess = async () => (await app.verify(cookie, otherThan(codeIn(email)))).body.message
  const messages = await Promise.all(Array.from({ length: 12 }, guess))
  const wrong = 'This code is wrong.'
  expect(messages.toSorted()).toEqual([...Array(5).fill(wrong), ...Array(7).fill(usedUp)])
  expect(await app.verify(cookie, codeIn(email))).toMatchObject({ status: 400, body: { message: usedUp } })
  expect(await isVerified(cookie, app)).toBe(false)
})

test('verifying by code: a code is valid for ten minutes, and for the user whom it was mailed to', async () => {
  const own = await ownApp()
  const one = await own.newcomer('one@example.com')
  const two = await own.newcomer('two@example.com')
  expect(codeIn(one.email)).not.toBe(codeIn(two.email))
  expect((await own.verify(two.cookie, codeIn(one.email))).status).toBe(400)
  own.pass(9 * minute)
  expect((await own.verify(one.cookie, codeIn(one.email))).status).toBe(200)
  own.pass(2 * minute)
  const { status, body } = await own.verify(two.cookie, codeIn(two.email))
  expect([status, body.message]).toEqual([400, 'This code has expired. Please request a new one.'])
})

test('verifying by link works without a session, any number of times in 24 hours, and starts none', async () => {
  const own = await ownApp()
  const { cookie, email } = await own.newcomer('link@example.com')
  const open = () => own.json(callOf(linkIn(email)))
  for (let n = 0; n < 2; n++) {
    own.pass(n * 23 * 60 * minute)
    const { status, headers } = await open()
    expect([status, headers.getSetCookie()]).toEqual([200, []])
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
  expect(await isVerified(cookie, own)).toBe(true)
  own.pass(2 * 60 * minute)
  const { status, body } = await open()
  expect([status, body.message]).toEqual([400, 'Invalid token or expired.'])
})

test('verifying by link with a wrong token, another email address or a token for something else is rejected', async () => {
  const mine = await app.newcomer('mine@example.com')
  const other = await app.newcomer('other@example.com')
  const token = linkIn(mine.email).searchParams.get('token') ?? ''
  for (const link of [
    { token, email: 'other@example.com' },
    { token: `${token}x`, email: 'mine@example.com' },
    { token: codeIn(mine.email), email: 'mine@example.com' },
  ]) {
    const { status, body } = await app.json(`/verify-email-token?${new URLSearchParams(link)}`)
    expect([status, body.message]).toEqual([400, 'Invalid token or expired.'])
  }
  for (const { cookie } of [mine, other]) expect(await isVerified(cookie)).toBe(false)
  expect((await app.json(`/reset-password/${token}`)).status).toBe(400)
})

test('requesting the email again sends a new code and link, once a minute and five times an hour; the old ones are void at once, even while the new email is queued', async () => {
  const own = await ownApp({ THROTTLE: 'on' })
  const { cookie, email } = await own.newcomer('often@example.com')
  const again = async () => {
    const sent = { method: 'POST', cookie }
    const { status, headers } = await own.json('/resend-verification-link', sent)
    return [status, Number(headers.get('retry-after'))]
  }
  expect(await again()).toEqual([200, 0])
  expect((await own.json(callOf(linkIn(email)))).status).toBe(400)
  expect((await own.verify(cookie, codeIn(email))).status).toBe(400)
  expect(await again()).toEqual([429, expect.toSatisfy((seconds: number) => seconds <= 60)])
  for (let n = 0; n < 4; n++) {
    own.pass(minute + 1000)
    expect(await again()).toEqual([200, 0])
  }
  own.pass(minute + 1000)
  expect(await again()).toEqual([429, expect.toSatisfy((seconds: number) => seconds > 60)])
  own.pass(60 * minute)
  expect(await again()).toEqual([200, 0])
  // From whichever account: those of one client could all be of one mailbox.
  await own.countedBefore('resendOfClient', 400)
  own.pass(minute + 1000)
  expect(await again()).toEqual([429, expect.toSatisfy((seconds: number) => seconds > 60)])
  const newest = await own.emailTo('often@example.com')
  expect((await own.verify(cookie, codeIn(newest))).status).toBe(200)
})

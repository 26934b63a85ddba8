// Passwords: changed, entered again for what is sensitive, and reset by the link of an email.

import { expect, test } from 'vitest'
import { callsOf, invalid, statusesAtOnce } from '../../support/calls.ts'
import {
  newPassword as fresh,
  linkIn,
  minute,
  ownApp,
  password,
  type Running,
  sharedApp,
} from '../../support/start.ts'

const app = await sharedApp()

const wrong = 'Wrong-Horse-7'
const signsIn = async (email: string, secret: string, to = app) =>
  (await to.logIn(email, secret)).status === 200
const tries = ['Violet-Kettle-1', 'Violet-Kettle-2', 'Violet-Kettle-3']

const change = (
  cookie: string,
  currentPassword: string | undefined = password,
  newPassword = fresh,
  confirmPassword = newPassword,
  to = app,
) => to.json('/change-password', { json: { currentPassword, newPassword, confirmPassword }, cookie })

test('changing the password gives this browser a new session, ends all others and a reset link, and sends an email', async () => {
  const mine = await app.asUser('karl@example.com')
  const other = await app.signIn('karl@example.com')
  const link = await app.resetLink('karl@example.com')
  const response = await change(mine)
  expect(response.status).toBe(200)
  const [next = ''] = (response.headers.getSetCookie()[0] ?? '').split(';')
  expect(next).not.toBe(mine)
  for (const [each, isSignedIn] of Object.entries({ [mine]: false, [other]: false, [next]: true }))
    expect(await app.isSignedIn(each)).toBe(isSignedIn)
  expect((await app.reset(link, 'Amber-Kettle-9')).status).toBe(400)
  expect(await signsIn('karl@example.com', password)).toBe(false)
  expect(await signsIn('karl@example.com', fresh)).toBe(true)
  await app.emailTo('karl@example.com', /was changed$/)
})

test('changing the password needs the current password and a new one, twice; else it is 400, never 401 or 403, and nothing changes', async () => {
  const cookie = await app.asUser('lena@example.com')
  for (const [field, message, ...passwords] of [
    ['currentPassword', 'The current password is wrong.', wrong],
    ['newPassword', 'The new password must differ from the current one.', password, password],
    ['confirmPassword', 'New passwords do not match', password, fresh, `${fresh}x`],
  ] as const)
    expect(await change(cookie, ...passwords)).toMatchObject(invalid(field, message))
  expect(await app.isSignedIn(cookie)).toBe(true)
  expect(await signsIn('lena@example.com', password)).toBe(true)
})

test('changing the password twice at the same moment ends with one password that works', async () => {
  const cookie = await app.asUser('olga@example.com')
  const responses = await Promise.all(tries.map((secret) => change(cookie, password, secret)))
  const statuses = responses.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(statuses.every((status) => [200, 400, 401, 409].includes(status))).toBe(true)
  const works = await Promise.all(tries.map((secret) => signsIn('olga@example.com', secret)))
  expect(works).toEqual(statuses.map((status) => status === 200))
})

const confirm = (to: Running, cookie: string, secret = password) =>
  to.json('/reauthenticate', { json: { password: secret }, cookie })

test('a sign-in older than 15 minutes cannot change an email address or a role, nor delete an account, until the password is entered', async () => {
  const own = await ownApp()
  const cookie = await own.asAdmin()
  const { update, remove } = callsOf(() => ({ app: own, cookie })).users
  const id = await own.addUser({ email: 'user@example.com', name: 'Uma' })
  const same = { name: 'Uma', email: 'uma@example.com', isAdmin: false }
  own.pass(14 * minute)
  expect((await update(id, same)).status).toBe(200)
  own.pass(2 * minute)
  const before = await own.userRow('uma@example.com')
  for (const { status, body } of [
    await update(id, { ...same, isAdmin: true }),
    await update(id, { ...same, name: 'New', email: 'evil@example.com' }),
    await remove(id),
  ])
    expect([status, body.code]).toEqual([403, 'reauthenticate'])
  expect(await own.userRow('uma@example.com')).toEqual(before)
  // A name is no way into an account.
  expect((await update(id, { ...same, name: 'Uma U.' })).status).toBe(200)

  const { cookie: next } = await confirm(own, cookie)
  expect(next).not.toBe(cookie)
  expect(await own.isSignedIn(cookie)).toBe(false)
  expect((await remove(id, next)).status).toBe(200)
})

test('entering the password again with a wrong one is 400 at its field, the session stays, and five wrong tries count for the current password, too', async () => {
  const own = await ownApp({ THROTTLE: 'on' })
  const cookie = await own.asUser()
  const first = await confirm(own, cookie, wrong)
  expect(first.headers.getSetCookie()).toEqual([])
  expect(first).toMatchObject(invalid('password', 'This password is not right.'))
  expect(await own.isSignedIn(cookie)).toBe(true)
  for (const status of [400, 400, 400, 400, 429])
    expect((await confirm(own, cookie, wrong)).status).toBe(status)
  const json = { currentPassword: password, newPassword: fresh, confirmPassword: fresh }
  expect((await own.send('/change-password', { json, cookie })).status).toBe(429)
})

test('entering the password again twice at the same moment: one session goes on, and no second one appears', async () => {
  const own = await ownApp()
  const cookie = await own.asUser()
  expect(await statusesAtOnce([confirm(own, cookie), confirm(own, cookie)])).toEqual([200, 401])
  expect(await own.context.db.selectFrom('sessions').select('id_hash').execute()).toHaveLength(1)
})

test('requesting a reset link gets the same response, byte for byte, whether there is an account or not, also over three emails an hour', async () => {
  const own = await ownApp({ THROTTLE: 'on' })
  await own.addUser({ email: 'known@example.com' })
  const request = async (email: string) => {
    const response = await own.send('/reset-password', { json: { email } })
    expect(response.status).toBe(200)
    await own.emails()
    return response.text()
  }
  const text = await request('unknown@example.com')
  expect(text).toContain('If the email you provided is correct')
  for (let n = 0; n < 5; n++) expect(await request('known@example.com')).toBe(text)
  expect(await own.emails('known@example.com')).toHaveLength(3)
  own.pass(61 * minute)
  await request('known@example.com')
  expect(await own.emails('known@example.com')).toHaveLength(4)
  expect(await own.emails('unknown@example.com')).toEqual([])
})

test('requesting a reset link mails a link to PUBLIC_URL, whatever Host and forwarding headers claim', async () => {
  const own = await ownApp({ PUBLIC_URL: 'https://portfolio.example' })
  await own.addUser({ email: 'user@example.com' })
  const evil = 'evil.example'
  const forged = {
    'x-forwarded-host': evil,
    'x-forwarded-proto': 'http',
    forwarded: `host=${evil}`,
    host: evil,
  }
  expect((await own.requestReset('user@example.com', forged)).status).toBe(200)
  const email = await own.emailTo('user@example.com')
  expect(linkIn(email).origin).toBe('https://portfolio.example')
  expect((email.text ?? '') + email.html).not.toContain(evil)
})

test('requesting a reset link does not trigger the queue: the email is sent later, so that it does not slow down the next request', async () => {
  const own = await ownApp()
  await own.addUser({ email: 'known@example.com' })
  let woken = 0
  own.context.changes.on('jobs', () => {
    woken += 1
  })
  const due: number[] = []
  for (let n = 0; n < 8; n++) {
    await own.requestReset('known@example.com')
    for (const row of await own.queuedMail()) due.push(Date.parse(row.due_at) - Date.parse(row.created_at))
  }
  expect(woken).toBe(0)
  expect(due).toHaveLength(8)
  expect(new Set(due).size).toBeGreaterThan(4)
  expect(Math.max(...due)).toBeLessThan(2_000)
  expect(await own.emails('known@example.com')).toHaveLength(1)
})

test('a reset link is checked without being used up, sets the password once, verifies the email address, and ends every session without starting one', async () => {
  const cookies = [await app.asUser('anna@example.com'), await app.signIn('anna@example.com')]
  const { id } = await app.profileOf(cookies[0] ?? '')
  await app.context.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute()
  const link = await app.resetLink('anna@example.com')
  for (let n = 0; n < 2; n++) expect((await app.json(link)).status).toBe(200)
  // It verifies no email address by itself.
  const query = new URLSearchParams({ token: link.split('/').at(-1) ?? '', email: 'anna@example.com' })
  expect((await app.json(`/verify-email-token?${query}`)).status).toBe(400)
  const response = await app.reset(link)
  expect(response.status).toBe(200)
  // Nobody is signed in; the browser is recognised (tests/api/accounts/sign-in.test.ts).
  expect(response.headers.getSetCookie()).toEqual([expect.stringMatching(/^device-/)])
  for (const each of cookies) expect(await app.isSignedIn(each)).toBe(false)
  expect(await signsIn('anna@example.com', password)).toBe(false)
  const cookie = await app.signIn('anna@example.com', fresh)
  expect((await app.profileOf(cookie)).isEmailValid).toBe(true)
  await app.emailTo('anna@example.com', /was changed$/)
  for (const again of [await app.json(link), await app.reset(link)])
    expect([again.status, again.body.message]).toEqual([400, 'Invalid or expired token.'])
})

test('a reset link used several times at the same moment works exactly once', async () => {
  await app.addUser({ email: 'cora@example.com' })
  const link = await app.resetLink('cora@example.com')
  const responses = await Promise.all(tries.map((secret) => app.reset(link, secret)))
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const works = await Promise.all(tries.map((secret) => signsIn('cora@example.com', secret)))
  expect(works).toEqual(responses.map(({ status }) => status === 200))
  expect(await app.emails('cora@example.com', /was changed/)).toHaveLength(1)
})

test('a reset link is valid for an hour, and void at once when a newer one is requested, even while that email is queued', async () => {
  const own = await ownApp()
  await own.addUser({ email: 'user@example.com' })
  const late = await own.resetLink('user@example.com')
  own.pass(59 * minute)
  expect((await own.json(late)).status).toBe(200)
  own.pass(2 * minute)
  expect((await own.json(late)).status).toBe(400)
  expect((await own.reset(late)).status).toBe(400)
  const older = await own.resetLink('user@example.com')
  await own.requestReset('user@example.com')
  expect((await own.reset(older)).status).toBe(400)
  expect(await signsIn('user@example.com', password, own)).toBe(true)
})

test('a reset link rejects a password that breaks the rule, and two different ones, and stays valid for a long one of any script', async () => {
  await app.addUser({ email: 'edna@example.com' })
  const link = await app.resetLink('edna@example.com')
  for (const [secret, text] of [
    ['Kett-42', 'Password must be at least 8 characters.'],
    ['Violet-Kettle', 'Password must include a number.'],
    ['violet-kettle-42', 'Password must include uppercase and lowercase letters.'],
    [`Aa1${'x'.repeat(126)}`, 'Password must be at most 128 characters.'],
  ] as const)
    expect((await app.reset(link, secret)).body).toMatchObject({
      message: text,
      errors: { newPassword: text },
    })
  const differ = await app.reset(link, fresh, `${fresh}x`)
  expect(differ).toMatchObject(invalid('confirmPassword', 'Passwords do not match.'))
  expect(await signsIn('edna@example.com', password)).toBe(true)
  // Compared whole, not cut at 72 bytes.
  const long = `Ää1 ${'ключ🔑'.repeat(20)}`
  expect((await app.reset(link, long)).status).toBe(200)
  expect(await signsIn('edna@example.com', long.slice(0, -2))).toBe(false)
  expect(await signsIn('edna@example.com', long.normalize('NFD'))).toBe(true)
})

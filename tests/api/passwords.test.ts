// Changing a password while signed in: rules, races, other sessions and older links.
import { describe, expect, test } from 'vitest'
import { newPassword as fresh, reset, resetLink, signsIn, wrongNew } from '../support/calls.ts'
import { emailTo } from '../support/evidence.ts'
import { ownApps, password, type Running, sharedApp } from '../support/start.ts'

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

  test('requires a session', async () => {
    expect((await app.json('/change-password')).status).toBe(401)
    expect((await change(undefined, body(password))).status).toBe(401)
    const cookie = await app.asUser('jana@example.com')
    const { status, body: read } = await app.json('/change-password', { cookie })
    expect([status, read]).toEqual([200, { success: true }])
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

  for (const [situation, secret, text] of wrongNew)
    test(`to ${situation} is rejected`, async () => {
      const cookie = await app.asUser(`change-${situation.replace(/\W/g, '')}@example.com`)
      const response = await change(cookie, body(password, secret))
      expect([response.status, response.body.errors.newPassword]).toEqual([400, text])
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

  test('with a wrong current password is limited to five tries, then 429', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    const cookie = await own.asUser()
    const statuses = []
    for (let n = 0; n < 7; n++) statuses.push((await change(cookie, body('Wrong-Horse-7'), own)).status)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
    own.pass(minute)
    expect((await change(cookie, body(password), own)).status).toBe(200)
  })
})

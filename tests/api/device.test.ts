// A browser in which somebody signed in before is recognised: guesses from elsewhere do not lock them out.
import { describe, expect, test } from 'vitest'
import { newPassword as fresh, requestReset, reset } from '../support/calls.ts'
import { callOf, emailTo, linkIn } from '../support/evidence.ts'
import { cookieOf } from '../support/request.ts'
import { ownApps, password, type Running } from '../support/start.ts'

const minute = 60_000
const ownApp = ownApps()
const owner = 'owner@example.com'
const wrong = 'Wrong-Horse-7'

/** As behind a proxy without TRUST_PROXY: all visitors have one IP address. */
const start = async (env: Record<string, string> = {}) => {
  const app = await ownApp({ THROTTLE: 'on', ...env })
  await app.addUser({ email: owner })
  return app
}
const tryToSignIn = (app: Running, secret: string, cookie = '', email = owner) =>
  app.send('/login', { json: { email, password: secret }, cookie })
const statuses = async (times: number, send: () => Promise<Response>) => {
  const all: number[] = []
  for (let n = 0; n < times; n++) all.push((await send()).status)
  return all
}
const guessedByStranger = async (app: Running) =>
  expect(await statuses(6, () => tryToSignIn(app, wrong))).toEqual([401, 401, 401, 401, 401, 429])
/** What a browser still has when its session is over. */
const deviceOf = (response: Response) =>
  cookieOf(response)
    .split('; ')
    .filter((cookie) => cookie.includes('device='))
    .join('; ')

describe('where all visitors share one IP address', () => {
  test('the wrong passwords of others never make the owner wait in a browser they have used', async () => {
    const app = await start()
    const device = deviceOf(await tryToSignIn(app, password))
    await guessedByStranger(app)
    expect((await tryToSignIn(app, password)).status).toBe(429)
    expect((await tryToSignIn(app, password, device)).status).toBe(200)
  })

  test('limits of the account and of the IP address that others have used up do not apply to that browser', async () => {
    const app = await start()
    const device = deviceOf(await tryToSignIn(app, password))
    await tryToSignIn(app, wrong)
    for (const name of ['login', 'login-account'])
      await app.context.db
        .updateTable('attempts')
        .set({ count: 10_000 })
        .where('key', 'like', `${name}:%`)
        .execute()
    expect((await tryToSignIn(app, password)).status).toBe(429)
    expect((await tryToSignIn(app, password, device)).status).toBe(200)
  })

  test('after a reset link a new browser is recognised, whatever others guess in between', async () => {
    const app = await start()
    await guessedByStranger(app)
    await requestReset(app, owner)
    const link = callOf(linkIn(await emailTo(app, owner, /reset/i)))
    const done = await app.send(link, { json: { newPassword: fresh, confirmPassword: fresh } })
    expect(done.status).toBe(200)
    await guessedByStranger(app)
    const signedIn = await tryToSignIn(app, fresh, deviceOf(done))
    expect(signedIn.status).toBe(200)
  })
})

describe('guesses from a recognised browser', () => {
  test('have growing waits of their own, and lock out no other client', async () => {
    const app = await start()
    const device = deviceOf(await tryToSignIn(app, password))
    const guess = () => tryToSignIn(app, wrong, device)
    expect(await statuses(7, guess)).toEqual([401, 401, 401, 401, 401, 429, 429])
    expect((await tryToSignIn(app, password)).status).toBe(200)
    app.pass(minute)
    expect(await statuses(2, guess)).toEqual([401, 429])
    app.pass(2 * minute)
    const right = await tryToSignIn(app, password, device)
    expect(right.status).toBe(200)
    expect(await statuses(6, guess)).toEqual([401, 401, 401, 401, 401, 429])
    // The browser stays the same one: signing in again brings no further tries.
    expect((await tryToSignIn(app, wrong, deviceOf(right))).status).toBe(429)
  })
})

describe('the cookie of a browser', () => {
  test('is HttpOnly and SameSite, identifies no account, and grants nothing', async () => {
    const app = await start()
    const [, cookie = '', ...more] = (await tryToSignIn(app, password)).headers.getSetCookie()
    expect(more).toEqual([])
    expect(cookie).toMatch(/^device=[\w-]{22}\.[\w-]{43};/)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=15552000',
      'Path=/',
      'SameSite=Lax',
    ])
    const check = await app.json('/check-auth', { cookie: cookie.split(';')[0] ?? '' })
    expect(check.body).toEqual({ isAuthenticated: false })
  })

  test('under https is Secure and has the __Host- prefix', async () => {
    const app = await start({ PUBLIC_URL: 'https://portfolio.example', TRUST_PROXY: '1' })
    const [, cookie = ''] = (await tryToSignIn(app, password)).headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-device=.*; Secure/)
  })

  test('is given neither for a wrong password nor for an invalid reset link', async () => {
    const app = await start()
    expect((await tryToSignIn(app, wrong)).headers.getSetCookie()).toEqual([])
    const { status, headers } = await reset(app, '/reset-password/none')
    expect([status, headers.getSetCookie()]).toEqual([400, []])
  })

  test('is not accepted for another account, with a changed token, and after the password was changed', async () => {
    const app = await start()
    await app.addUser({ email: 'other@example.com' })
    const signedIn = await tryToSignIn(app, password)
    const device = deviceOf(signedIn)
    await guessedByStranger(app)
    expect((await tryToSignIn(app, password, device.replace('=', '=A').slice(0, -1))).status).toBe(429)
    expect((await tryToSignIn(app, password, 'device=')).status).toBe(429)
    expect((await tryToSignIn(app, password, `${device}%`)).status).toBe(429)
    const others = deviceOf(await tryToSignIn(app, password, '', 'other@example.com'))
    expect((await tryToSignIn(app, password, others)).status).toBe(429)
    const json = { currentPassword: password, newPassword: fresh, confirmPassword: fresh }
    const changed = await app.send('/change-password', { json, cookie: cookieOf(signedIn) })
    expect(changed.status).toBe(200)
    expect((await tryToSignIn(app, fresh, device)).status).toBe(429)
    expect((await tryToSignIn(app, fresh, deviceOf(changed))).status).toBe(200)
  })
})

// How many accounts all visitors together may make. Those of one client: registration.test.ts, limits.test.ts.
import { expect, test } from 'vitest'
import { goodPassword as good } from '../support/calls.ts'
import { captureLog, countedBefore, from } from '../support/evidence.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()

const registerFrom = (app: Running, n: number, over: object = {}) =>
  app.json('/register', {
    json: { name: 'Rosa', email: `rosa${n}@example.com`, password: good, ...over },
    headers: from(`203.0.113.${n}`),
  })

const registered = (app: Running) =>
  app.context.db.selectFrom('users').select('email').where('email', 'like', 'rosa%').execute()

test('accounts of many clients are made up to 100 an hour; then 429 with Retry-After, no email, and one log line', async () => {
  const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  const log = captureLog(app)
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
  expect(log.filter((line) => line.includes('"event":"registrations.limited"'))).toHaveLength(1)
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

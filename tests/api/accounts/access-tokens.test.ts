// Access tokens of scripts: what their scopes are for, and what ends them. Which calls take one: tests/api/server/contract.test.ts.

import { beforeEach, expect, test } from 'vitest'
import type { AccessToken } from '../../../contract/responses/accounts.ts'
import { type TokenScope, tokenScopes } from '../../../contract/settings.ts'
import { callsOf, eventsOf } from '../../support/calls.ts'
import type { Sent } from '../../support/request.ts'
import { day, hour, minute, ownApp, password, type Running } from '../../support/start.ts'

const path = '/api/settings/tokens'

let app: Running
let adminId: string
let admin: string

beforeEach(async () => {
  app = await ownApp()
  adminId = await app.addUser({ email: 'ada@example.com', admin: true })
  admin = await app.signIn('ada@example.com')
})

const create = (over: object = {}, cookie = admin) =>
  app.json(path, { cookie, json: { name: 'Nightly export', scopes: tokenScopes, days: 30, ...over } })

async function make(scopes: readonly TokenScope[] = tokenScopes, over: object = {}) {
  const { status, body } = await create({ scopes, ...over })
  expect(status).toBe(201)
  return body as { token: AccessToken; secret: string }
}

const as = (secret: string, sent: Sent = {}): Sent => ({
  ...sent,
  headers: { ...sent.headers, authorization: `Bearer ${secret}` },
})
const statusOf = async (path: string, sent: Sent) => (await app.send(path, sent)).status
const works = async (secret: string) => (await statusOf('/contacts', as(secret))) === 200
const listed = async (cookie = admin): Promise<AccessToken[]> =>
  (await app.json(path, { cookie })).body.tokens
const bulkDelete = { json: { ids: ['x'] } }

test('a token is shown once, stored as a hash, begins with a prefix that scanners know, and says when it was used', async () => {
  const { secret, token } = await make(['contacts:write', 'contacts:read', 'contacts:read'])
  expect(secret).toMatch(/^pat_[\w-]{43}$/)
  expect(token).toMatchObject({
    name: 'Nightly export',
    scopes: ['contacts:read', 'contacts:write'],
    usedAt: null,
  })
  expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(30 * day)
  expect(await listed()).toEqual([token])
  const rows = await app.context.db.selectFrom('access_tokens').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
  expect(await works(secret)).toBe(true)
  expect(await listed()).toEqual([{ ...token, usedAt: expect.any(String) }])
})

test('a token does what its scope names, and nothing of another scope; that is recorded', async () => {
  const { secret: reads, token } = await make(['contacts:read'])
  expect(await works(reads)).toBe(true)
  for (let n = 0; n < 2; n++) {
    const message = 'This token may not do this: it needs the scope portfolio:read.'
    expect(await app.json('/get-portfolios', as(reads))).toMatchObject({ status: 403, body: { message } })
  }
  expect(await statusOf('/contacts/bulk-delete', as(reads, bulkDelete))).toBe(403)
  const { secret: writes } = await make(['contacts:write'])
  expect(await statusOf('/contacts/bulk-delete', as(writes, bulkDelete))).toBe(200)
  expect(await works(writes)).toBe(false)
  // Its admin revokes it; another one cannot.
  const revoke = async (cookie: string) =>
    (await app.json(`${path}/${token.id}`, { method: 'DELETE', cookie })).status
  expect([await revoke(await app.asAdmin('eve@example.com')), await works(reads)]).toEqual([404, true])
  expect([await revoke(admin), await works(reads)]).toEqual([200, false])

  const events = (await eventsOf(app, admin, 'sort=oldest&limit=100')).slice(1)
  expect(events.map(({ kind, target, detail }) => [kind, target?.name, detail])).toEqual([
    ['token.created', undefined, 'Nightly export: contacts:read'],
    ['token.rejected', 'ada@example.com', 'Nightly export: no portfolio:read'],
    ['token.created', undefined, 'Nightly export: contacts:write'],
    ['token.revoked', undefined, 'Nightly export'],
    ['token.rejected', undefined, 'unknown token'],
  ])
  expect(events[1]?.count).toBe(4)
})

test('a token works from anywhere: without cookies there is nothing that another site could abuse', async () => {
  const { secret } = await make()
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
  expect(await statusOf('/contacts/bulk-delete', as(secret, { ...bulkDelete, headers }))).toBe(200)
  expect(await statusOf('/contacts/bulk-delete', { ...bulkDelete, cookie: admin, headers })).toBe(403)
  // Next to cookies it is rejected, whatever they are.
  const { status, body } = await app.json('/contacts', as(secret, { cookie: admin }))
  expect([status, body.message]).toEqual([400, 'Send either a token or cookies, not both.'])
  // Whatever is wrong with one, the response is the same. How often one may be guessed: guessing.test.ts.
  for (const wrong of ['pat_', `${secret}x`]) {
    const { status, body } = await app.json('/contacts', as(wrong))
    expect([status, body.message]).toEqual([401, 'This token is not valid.'])
  }
  // One of another kind is left to whoever sent it: a proxy may.
  const other = { authorization: 'Bearer eyJhbGciOi' }
  expect(await statusOf('/contacts', { cookie: admin, headers: other })).toBe(200)
})

test('a token ends when it expires; it is listed for 30 days more', async () => {
  const { secret } = await make(tokenScopes, { days: 7 })
  app.pass(7 * day - hour)
  expect(await works(secret)).toBe(true)
  app.pass(2 * hour)
  const { status, body, headers } = await app.json('/contacts', as(secret))
  expect([status, body.message]).toEqual([401, 'This token has expired.'])
  expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
  const listedAfter = async (days: number) => {
    app.pass(days * day)
    await app.cleanUp()
    return (await listed(await app.signIn('ada@example.com'))).length
  }
  expect([await listedAfter(0), await listedAfter(30)]).toEqual([1, 0])
})

test('a token ends with the password, the role and the account of its admin, and stays ended', async () => {
  const newPassword = 'Another-Horse-8'
  const owner = await app.asAdmin('owner@example.com')
  const { update, remove } = callsOf(() => ({ app, cookie: owner })).users
  const setAdmin = (isAdmin: boolean) => update(adminId, { name: 'Ada', email: 'ada@example.com', isAdmin })

  const { secret } = await make()
  const json = { currentPassword: password, newPassword, confirmPassword: newPassword }
  expect(await statusOf('/change-password', { cookie: admin, json })).toBe(200)
  expect(await works(secret)).toBe(false)

  admin = await app.signIn('ada@example.com', newPassword)
  const { secret: second } = await make()
  expect((await setAdmin(false)).status).toBe(200)
  expect(await works(second)).toBe(false)
  expect((await setAdmin(true)).status).toBe(200)
  expect(await works(second)).toBe(false)

  admin = await app.signIn('ada@example.com', newPassword)
  const { secret: third } = await make()
  expect((await remove(adminId)).status).toBe(200)
  expect(await works(third)).toBe(false)
  expect(await app.context.db.selectFrom('access_tokens').selectAll().execute()).toEqual([])
})

test('making a token needs a recent sign-in, and each admin has 20 at most', async () => {
  for (let made = 0; made < 20; made++) await make()
  const { status, body } = await create()
  expect([status, body.message]).toEqual([409, 'You have 20 tokens. Revoke one that is not needed.'])
  const other = await app.asAdmin('eve@example.com')
  expect((await create({}, other)).status).toBe(201)
  app.pass(16 * minute)
  const late = await create({}, other)
  expect([late.status, late.body.code]).toEqual([403, 'reauthenticate'])
})

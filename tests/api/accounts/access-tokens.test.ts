// Access tokens of scripts: what they may do, what ends them, and guessing one.

import { beforeEach, describe, expect, test } from 'vitest'
import type { AccessToken } from '../../../contract/responses/accounts.ts'
import { type TokenScope, tokenScopes } from '../../../contract/settings.ts'
import { listTokens } from '../../../server/accounts/access-tokens.ts'
import { forEverybody } from '../../support/contract.ts'
import { cleanUp, tickAtEachReading } from '../../support/evidence.ts'
import type { Sent } from '../../support/request.ts'
import { ownApps, password, type Running } from '../../support/start.ts'

const hour = 60 * 60_000
const day = 24 * hour
const ownApp = ownApps()

let app: Running
let adminId: string
let admin: string

beforeEach(async () => {
  app = await ownApp()
  adminId = await app.addUser({ email: 'ada@example.com', admin: true })
  admin = await app.signIn('ada@example.com')
})

async function make(scopes: readonly TokenScope[] = tokenScopes, name = 'Nightly export', days = 30) {
  const { status, body } = await app.json('/api/settings/tokens', {
    cookie: admin,
    json: { name, scopes, days },
  })
  expect(status).toBe(201)
  return body as { token: AccessToken; secret: string; message: string }
}

const as = (secret: string, sent: Sent = {}): Sent => ({
  ...sent,
  headers: { ...sent.headers, authorization: `Bearer ${secret}` },
})
const statusOf = async (path: string, sent: Sent) => (await app.send(path, sent)).status
const eventsOf = (kind: string) =>
  app.context.db
    .selectFrom('audit_events')
    .selectAll()
    .where('kind', '=', kind as never)
    .orderBy('created_at')
    .execute()

describe('a token', () => {
  test('is shown once, stored as a hash, and begins with a prefix that scanners know', async () => {
    tickAtEachReading(app.context)
    const { secret, token, message } = await make(['contacts:write', 'contacts:read', 'contacts:read'])
    expect(message).toBe('Token created!')
    expect(secret).toMatch(/^pat_[\w-]{43}$/)
    expect(token).toEqual({
      id: expect.any(String),
      name: 'Nightly export',
      scopes: ['contacts:read', 'contacts:write'],
      createdAt: expect.any(String),
      usedAt: null,
      expiresAt: expect.any(String),
    })
    expect(Date.parse(token.expiresAt) - Date.parse(token.createdAt)).toBe(30 * day)
    const listed = await app.json('/api/settings/tokens', { cookie: admin })
    expect(listed.body).toEqual({ tokens: [token] })
    const rows = await app.context.db.selectFrom('access_tokens').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain(secret.slice(4))
  })

  test('does what its scope names, and nothing of another scope', async () => {
    const reads = (await make(['contacts:read'])).secret
    expect(await statusOf('/contacts', as(reads))).toBe(200)
    const other = await app.json('/get-portfolios', as(reads))
    expect([other.status, other.body.message]).toEqual([
      403,
      'This token may not do this: it needs the scope portfolio:read.',
    ])
    expect(await statusOf('/contacts/bulk-delete', as(reads, { json: { ids: ['x'] } }))).toBe(403)
    const writes = (await make(['contacts:write'])).secret
    expect(await statusOf('/contacts/bulk-delete', as(writes, { json: { ids: ['x'] } }))).toBe(200)
    expect(await statusOf('/contacts', as(writes))).toBe(403)
  })

  test('works from anywhere: without cookies there is nothing that another site could abuse', async () => {
    const { secret } = await make()
    const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://elsewhere.example' }
    expect(await statusOf('/contacts/bulk-delete', as(secret, { json: { ids: ['x'] }, headers }))).toBe(200)
    expect(await statusOf('/contacts/export-csv', as(secret, { headers }))).toBe(200)
    expect(await statusOf('/contacts/bulk-delete', { cookie: admin, json: { ids: ['x'] }, headers })).toBe(
      403,
    )
  })

  test('is rejected next to cookies, whatever they are', async () => {
    const { secret } = await make()
    for (const path of ['/contacts', '/api/settings/tokens', '/profile']) {
      const { status, body } = await app.json(path, as(secret, { cookie: admin }))
      expect([path, status, body.message]).toEqual([path, 400, 'Send either a token or cookies, not both.'])
    }
  })

  test('says when it was used, to the hour', async () => {
    const { secret } = await make()
    const used = async () => (await listTokens(app.context, adminId))[0]?.usedAt
    await app.send('/contacts', as(secret))
    const first = await used()
    expect(first).toEqual(expect.any(String))
    app.pass(hour - 60_000)
    await app.send('/contacts', as(secret))
    expect(await used()).toBe(first)
    app.pass(2 * 60_000)
    await app.send('/contacts', as(secret))
    expect(await used()).not.toBe(first)
  })

  test('of another kind is left to whoever sent it: a proxy may', async () => {
    const headers = { authorization: 'Bearer eyJhbGciOi' }
    expect(await statusOf('/contacts', { cookie: admin, headers })).toBe(200)
    expect((await app.json('/contacts', { headers })).body.message).toBe('Please log in.')
  })
})

describe('a token ends', () => {
  const works = async (secret: string) => (await statusOf('/contacts', as(secret))) === 200

  test('when it expires; it is listed for 30 days more', async () => {
    const { secret } = await make(tokenScopes, 'Short', 7)
    app.pass(7 * day - hour)
    expect(await works(secret)).toBe(true)
    app.pass(2 * hour)
    const { status, body, headers } = await app.json('/contacts', as(secret))
    expect([status, body.message]).toEqual([401, 'This token has expired.'])
    expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"')
    await cleanUp(app.context)
    expect(await listTokens(app.context, adminId)).toHaveLength(1)
    app.pass(30 * day)
    await cleanUp(app.context)
    expect(await listTokens(app.context, adminId)).toEqual([])
  })

  test('when its admin revokes it, and nobody else can', async () => {
    const { secret, token } = await make()
    const path = `/api/settings/tokens/${token.id}`
    const other = await app.json(path, { method: 'DELETE', cookie: await app.asAdmin('eve@example.com') })
    expect([other.status, other.body.code]).toEqual([404, 'unknown'])
    expect(await works(secret)).toBe(true)
    const { status, body } = await app.json(path, { method: 'DELETE', cookie: admin })
    expect([status, body.message]).toEqual([200, 'Token revoked.'])
    expect((await app.json('/contacts', as(secret))).body.message).toBe('This token is not valid.')
  })

  test('when the password is changed, as sessions do', async () => {
    const { secret } = await make()
    const newPassword = 'Another-Horse-8'
    const json = { currentPassword: password, newPassword, confirmPassword: newPassword }
    expect(await statusOf('/change-password', { cookie: admin, json })).toBe(200)
    expect(await works(secret)).toBe(false)
  })

  test('when its admin is one no more, and stays ended when they are one again', async () => {
    const { secret } = await make()
    const owner = await app.asAdmin('owner@example.com')
    const change = (isAdmin: boolean) =>
      statusOf(`/api/admin/users/update/${adminId}`, {
        method: 'PATCH',
        cookie: owner,
        json: { name: 'Ada', email: 'ada@example.com', isAdmin },
      })
    expect(await change(false)).toBe(200)
    expect(await works(secret)).toBe(false)
    expect(await change(true)).toBe(200)
    expect(await works(secret)).toBe(false)
  })

  test('with the account', async () => {
    const { secret } = await make()
    const owner = await app.asAdmin('owner@example.com')
    const removed = await statusOf(`/api/admin/users/delete/${adminId}`, { method: 'DELETE', cookie: owner })
    expect(removed).toBe(200)
    expect(await works(secret)).toBe(false)
    expect(await app.context.db.selectFrom('access_tokens').selectAll().execute()).toEqual([])
  })
})

describe('making one', () => {
  const send = (json: unknown, cookie = admin) => app.json('/api/settings/tokens', { cookie, json })

  test('needs a recent sign-in', async () => {
    app.pass(16 * 60_000)
    const { status, body } = await send({ name: 'x', scopes: ['contacts:read'], days: 1 })
    expect([status, body.code]).toEqual([403, 'reauthenticate'])
  })

  test('is for admins, 20 each', async () => {
    for (let made = 0; made < 20; made++) await make(['contacts:read'], `Token ${made}`)
    const { status, body } = await send({ name: 'x', scopes: ['contacts:read'], days: 1 })
    expect([status, body.message]).toEqual([409, 'You have 20 tokens. Revoke one that is not needed.'])
    const other = await app.asAdmin('eve@example.com')
    expect((await send({ name: 'x', scopes: ['contacts:read'], days: 1 }, other)).status).toBe(201)
  })

  test('is recorded, as are its revocation and what it was rejected for', async () => {
    const { secret, token } = await make(['contacts:read'])
    await app.send('/get-portfolios', as(secret))
    await app.send('/get-portfolios', as(secret))
    await app.send(`/api/settings/tokens/${token.id}`, { method: 'DELETE', cookie: admin })
    await app.send('/contacts', as(secret))
    expect(await eventsOf('token.created')).toMatchObject([
      { user_email: 'ada@example.com', detail: 'Nightly export: contacts:read' },
    ])
    expect(await eventsOf('token.revoked')).toMatchObject([
      { user_email: 'ada@example.com', detail: 'Nightly export' },
    ])
    expect(await eventsOf('token.rejected')).toMatchObject([
      {
        user_id: null,
        target_name: 'ada@example.com',
        count: 2,
        detail: 'Nightly export: no portfolio:read',
      },
      { user_id: null, target_name: null, count: 1, detail: 'unknown token' },
    ])
  })
})

describe('what a token may do at all', () => {
  /** Deny by default: a call that is not here takes none. */
  const allowed = [
    'GET /contacts',
    'GET /contacts/export-csv',
    'GET /contacts/:id',
    'POST /contacts/bulk-update',
    'POST /contacts/delete-spam',
    'POST /contacts/bulk-delete',
    'POST /contacts/:id/reply',
    'DELETE /contacts/:id',
    'GET /get-portfolios',
    'POST /portfolio/add-portfolio',
    'PUT /update/:id',
    'POST /bulk-update-status',
    'DELETE /delete/:id',
    'POST /bulk-delete',
    'POST /api/portfolio/:id/preview-check',
    'POST /api/portfolio/:id/feature',
    'POST /api/portfolio/:id/move',
    'GET /api/portfolio/:id',
    'GET /api/portfolio/:id/images',
    'PUT /api/portfolio/:id/pages/:device',
    'DELETE /api/portfolio/:id/pages/:device',
    'POST /api/portfolio/preview-case-study',
    'POST /api/images',
    'POST /api/videos',
  ]
  test('is this list, of all routes: nothing of accounts, users, settings, backups, activity or tokens', async () => {
    const { secret } = await make()
    const routes = new Set(
      app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
    )
    expect(routes.size).toBeGreaterThan(48)
    const letIn: string[] = []
    for (const route of routes) {
      const [method = '', path = ''] = route.split(' ')
      const isForm = ['POST /portfolio/add-portfolio', 'PUT /update/:id', 'POST /edit-profile'].includes(
        route,
      )
      const body = method === 'GET' ? {} : isForm ? { form: {} } : { json: {} }
      const response = await app.send(path.replace(/:\w+/g, 'x'), {
        method,
        ...body,
        headers: { accept: 'application/json', authorization: `Bearer ${secret}` },
      })
      const { message } = (await response.json().catch(() => ({}))) as { message?: string }
      const isRejected = response.status === 403 && message === 'No token may do this. It needs a login.'
      if (!isRejected) letIn.push(route)
    }
    const open = forEverybody.filter((name) => name !== 'GET /check-auth')
    expect(letIn.sort()).toEqual([...allowed, ...open].sort())
  })
})

test('guessing one is limited by client, and says the same of every wrong token', async () => {
  const limited = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  const headers = (token: string) => ({
    authorization: `Bearer ${token}`,
    'x-forwarded-for': '203.0.113.9',
  })
  for (let guess = 0; guess < 60; guess++) {
    const { status, body } = await limited.json('/contacts', { headers: headers(`pat_${guess}`) })
    expect([status, body.message]).toEqual([401, 'This token is not valid.'])
  }
  expect((await limited.json('/contacts', { headers: headers('pat_x') })).status).toBe(429)
})

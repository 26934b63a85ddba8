// What access tokens may do at all: every route, with a token of all scopes; and guessing one.
import { describe, expect, test } from 'vitest'
import { tokenScopes } from '../../contract/settings.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()

let app: Running
let secret: string

sharedApp(async (started) => {
  app = started
  const json = { name: 'All', scopes: tokenScopes, days: 1 }
  const made = await app.json('/api/settings/tokens', { cookie: await app.asAdmin(), json })
  secret = made.body.secret
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
    'POST /api/portfolio/:id/images',
    'PUT /api/portfolio/:id/images/:image',
    'DELETE /api/portfolio/:id/images/:image',
  ]
  /** They look at nobody's identity. */
  const forEverybody = [
    'POST /register',
    'GET /verify-email-token',
    'POST /reset-password',
    'GET /reset-password/:token',
    'POST /reset-password/:token',
    'POST /login',
    'POST /logout',
    'GET /getportfolio/public',
    'GET /public-categories',
    'POST /contacts',
    'POST /counts',
    'POST /api/client-links/open',
    'GET /api/settings/registration',
    'POST /setup/check',
    'POST /setup',
  ]

  test('is this list, of all routes: nothing of accounts, users, settings, backups, activity or tokens', async () => {
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
    expect(letIn.sort()).toEqual([...allowed, ...forEverybody].sort())
  })
})

describe('guessing', () => {
  test('is limited by client, and says the same of every wrong token', async () => {
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
})

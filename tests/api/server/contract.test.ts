// What holds for every call and every page: a handler and its guard, its description, foreign pages, redirects, valid HTML, leaks.

import { Validator } from '@seriousme/openapi-schema-validator'
import { FileSystemConfigLoader, HtmlValidate } from 'html-validate'
import { expect, test } from 'vitest'
import type { Call } from '../../../contract/call.ts'
import { namedCalls } from '../../../contract/calls.ts'
import { allPages, privatePages } from '../../../contract/pages.ts'
import { downloadBackup, tokenScopes } from '../../../contract/settings.ts'
import { callsOf } from '../../support/calls.ts'
import { ownApp, sharedApp } from '../../support/start.ts'

const app = await sharedApp({}, { pages: true })
const admin = await app.asAdmin()
const user = await app.asUser()
// Who is not signed out by the call that does it.
const another = await app.asUser('another@example.com')
// A name full of what HTML gives a meaning.
const { added } = callsOf(() => ({ app, cookie: admin })).projects
await added({ pname: `Sable & "Stone" <b>'s`, status: 'published' })

const calls = namedCalls.map(({ call }) => call)
const key = (call: Call) => `${call.method} ${call.path}`
/** Its path with a value for each parameter. */
const pathOf = (call: Call, parameter = 'x') => call.path.replace(/:\w+/g, parameter)

/** They look at nobody's session; `GET /check-auth` says who it is. */
const forEverybody = [
  'GET /check-auth',
  'POST /login',
  'POST /logout',
  'POST /register',
  'GET /verify-email-token',
  'POST /reset-password',
  'GET /reset-password/:token',
  'POST /reset-password/:token',
  'GET /getportfolio/public',
  'GET /public-categories',
  'POST /contacts',
  'POST /counts',
  'POST /api/client-links/open',
  'GET /api/settings/registration',
  'POST /setup/check',
  'POST /setup/preview',
  'POST /setup',
]

const forUsers = [
  'GET /check-admin',
  'GET /dashboard',
  'GET /profile',
  'GET /edit-profile',
  'POST /edit-profile',
  'GET /change-password',
  'POST /change-password',
  'POST /reauthenticate',
  'GET /verify-email',
  'POST /verify-email',
  'POST /resend-verification-link',
]

async function send(call: Call, cookie?: string, headers = {}, to = app) {
  return to.send(pathOf(call), {
    method: call.method,
    ...(cookie ? { cookie } : {}),
    ...(call.method === 'GET' ? {} : call.multipart ? { form: {} } : { json: {} }),
    headers: { accept: 'application/json', ...headers },
  })
}

test.each(calls.map((call) => [key(call), call] as const))(
  '%s responds with JSON, and no-store unless it is a public list',
  async (name, call) => {
    const response = await send(call, user)
    expect(response.headers.get('content-type')).toContain('application/json')
    if (!['GET /getportfolio/public', 'GET /public-categories'].includes(name))
      expect(response.headers.get('cache-control')).toBe('no-store')
  },
)

const guarded = calls.filter((call) => !forEverybody.includes(key(call)))

test.each(guarded.map((call) => [key(call), call] as const))(
  '%s is 401 for a visitor, and for admins alone 403 for a user',
  async (name, call) => {
    const response = await send(call)
    const anonymous = { success: false, code: 'anonymous', message: 'Please log in.' }
    expect([response.status, await response.json()]).toEqual([401, anonymous])
    if (forUsers.includes(name)) return
    const ofUser = await send(call, another)
    expect([ofUser.status, await ofUser.json()]).toMatchObject([403, { code: 'forbidden' }])
  },
)

/** Deny by default: a call that is not here takes no token. */
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

test('a token may do what this list says: nothing of accounts, users, settings, backups, activity or tokens', async () => {
  const own = await ownApp()
  const json = { name: 'Nightly export', scopes: tokenScopes, days: 30 }
  const { body } = await own.json('/api/settings/tokens', { json, cookie: await own.asAdmin() })
  const headers = { authorization: `Bearer ${body.secret}` }
  const letIn: string[] = []
  for (const call of calls) {
    const response = await send(call, undefined, headers, own)
    const { message } = (await response.json().catch(() => ({}))) as { message?: string }
    if (response.status !== 403 || message !== 'No token may do this. It needs a login.')
      letIn.push(key(call))
  }
  const open = forEverybody.filter((name) => name !== 'GET /check-auth')
  expect(letIn.sort()).toEqual([...allowed, ...open].sort())
})

const document = (await app.json('/api/openapi.json', { cookie: admin })).body
const operation = (method: string, path: string) => document.paths[path]?.[method]

test('the description of the API is a valid OpenAPI 3.1 document, which refers only to what it has, with every call that the server routes, once, and no other', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document) as never)
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
  const { schemas, responses } = document.components
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/\w+\/(\w+)"/g)]
  expect(references.length).toBeGreaterThan(100)
  expect(references.filter(([, name = '']) => !(name in schemas) && !(name in responses))).toEqual([])
  const routed = app.routes.filter(({ method }) => method !== 'ALL')
  expect(new Set(calls.map(key))).toEqual(new Set(routed.map(({ method, path }) => `${method} ${path}`)))
  const described = Object.values<Record<string, { operationId: string }>>(document.paths).flatMap(
    (methods) => Object.values(methods),
  )
  expect(new Set(described.map(({ operationId }) => operationId)).size).toBe(calls.length)
})

test('the description of the API says who may make a call, by the guard of its route, what it takes, and its errors', () => {
  const session = { session: [] }
  expect(operation('get', '/api/admin/users')).toMatchObject({
    description: 'For admins.',
    security: [session],
  })
  expect(operation('get', '/contacts')?.security).toEqual([session, { token: ['contacts:read'] }])
  expect(operation('get', '/profile')).toMatchObject({ description: 'For users.', security: [session] })
  expect(operation('post', '/contacts')).toMatchObject({ description: 'For everybody.', security: [] })
  expect(document.components.securitySchemes.session.name).toBe('session')
  const schema = { type: 'string', enum: ['replied', 'unreplied'] }
  const parameter = { name: 'status', in: 'query', required: false, schema }
  expect(operation('get', '/contacts')?.parameters).toContainEqual(parameter)
  const form = operation('post', '/portfolio/add-portfolio')?.requestBody?.content['multipart/form-data']
  expect(form?.schema).toMatchObject({
    required: ['pname', 'purl', 'categories'],
    properties: { pname: { type: 'string', maxLength: 100 }, pimage: { description: 'At most 10 MB.' } },
  })
  const responses = operation('post', '/contacts/{id}/reply')?.responses ?? {}
  expect(Object.keys(responses)).toEqual(['200', '202', '400', '401', '403', '404', 'default'])
})

const visit = { accept: 'text/html' }
const pages = allPages.map((path) => path.replace(/:\w+/, 'x'))

const foreign: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
]
/** Reading them leaves a trace. */
const recorded = ['/contacts/export-csv', '/api/admin/activity/export-csv', downloadBackup.path]
const changing = calls.filter(({ method, path }) => method !== 'GET' || recorded.includes(path))

test.each(changing.map((call) => [key(call), call] as const))(
  "a page of another site gets 403 from %s, with an admin's cookie or without",
  async (_, call) => {
    for (const headers of foreign)
      for (const who of call.method === 'GET' ? [admin] : [admin, undefined])
        expect((await send(call, who, headers)).status).toBe(403)
  },
)

test('a page of another site gets 4xx when it posts a form to any page or its data', async () => {
  for (const path of pages.flatMap((page) => [page, `${page}.data`]))
    for (const headers of [...foreign, {}]) {
      const sent = { form: { email: 'x' }, cookie: admin, headers: { ...visit, ...headers } }
      const { status } = await app.send(path, sent)
      expect([path, status >= 400 && status < 500]).toEqual([path, true])
    }
})

test('a page of another site cannot frame a page or file, found or not, nor run a script in it; none sets a cookie', async () => {
  const files = ['/check-auth', '/pictures/favicon.svg', '/robots.txt', '/uploads/x/1.webp']
  for (const path of [...pages, '/no/such/page', ...files]) {
    const { headers } = await app.send(path, { headers: visit })
    // This site itself frames the preview of its editor.
    const who = path === privatePages.sitePreview ? 'self' : 'none'
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy, path).toContain("default-src 'none'")
    expect(policy, path).toContain(path.includes('favicon') ? '; sandbox' : `frame-ancestors '${who}'`)
    expect(policy.replace("style-src-attr 'unsafe-inline'", ''), path).not.toContain('unsafe')
    expect(Object.fromEntries(headers), path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': expect.stringContaining('camera=()'),
    })
    for (const none of ['x-powered-by', 'set-cookie']) expect(headers.get(none), path).toBeNull()
  }
})

test('no parameter leads away from the site', async () => {
  const names = ['next', 'url', 'redirect', 'redirectTo', 'return', 'returnTo', 'continue', 'to']
  const site = 'evil.example'
  for (const path of ['/login', '/verify-email-token', '/dashboard', `//${site}/`, `/\\${site}`])
    for (const target of [`https://${site}`, `//${site}`, `/\\${site}`, `/%2F${site}`]) {
      const query = new URLSearchParams(names.map((name) => [name, target]))
      const { status, headers } = await app.send(`${path}?${query}`, { headers: visit })
      const place = new URL(headers.get('location') ?? '/', app.url)
      expect([path, status < 500, place.origin]).toEqual([path, true, app.url])
    }
})

// Conformance only, no preferences of style; no configuration files are looked for.
const validator = new HtmlValidate(
  new FileSystemConfigLoader({ root: true, extends: ['html-validate:standard'] }),
)

test.each([
  ...pages,
  '/portfolio/sable-stone-b-s',
  '/portfolio?category=Print&search=%22%3Cfjord',
  '/verify-email-token?token=unknown&email=a%40example.com',
  '/no-such-page',
])('%s is valid HTML', async (path) => {
  const response = await app.send(path, { headers: visit, cookie: admin })
  const { results } = await validator.validateString(await response.text())
  const found = results.flatMap(({ messages }) => messages)
  expect(found.map(({ ruleId, message, line }) => `${ruleId}: ${message} (${line})`)).toEqual([])
})

const inside =
  /\n\s+at |node_modules|sqlite|postgres|kysely|\bselect\b.*\bfrom\b|constraint|\.(ts|js):\d|\/server\/|zoderror|node\.js/i

const accept = { accept: 'application/json' }
const bodies = [
  { json: { id: {}, ids: [null], email: [], name: 7, status: {}, page: -1 } },
  { json: null },
  { json: 'x', headers: { ...accept, 'content-type': 'text/plain' } },
  { file: new Blob([`{"name":${'['.repeat(60_000)}`], { type: 'application/json' }) },
  { form: { pimage: new Blob(['no image']), avatar: new Blob(['no image']), name: '\0' } },
]
// A backup is what the server has inside.
const others = calls.filter(({ path }) => path !== downloadBackup.path)

test.each(others.map((call) => [key(call), call] as const))(
  'errors reveal nothing about the server: %s with invalid parameters and bodies of every kind',
  async (_, call) => {
    const { method, path } = call
    const parameters = ['x', '%00', "'--", '%F0%9F', 'a'.repeat(3_000)]
    // Signing out must not end the session that the other calls are made with.
    const who = path === '/logout' ? {} : { cookie: admin }
    for (const parameter of path.includes(':') ? parameters : ['x'])
      for (const body of method === 'GET' ? [{}] : bodies) {
        const url = `${pathOf(call, parameter)}?page=%00&sort[]=x&search=%27&id=%5B%5D`
        const response = await app.send(url, { method, headers: accept, ...who, ...body })
        expect(response.status, url).toBeLessThan(500)
        expect(await response.text()).not.toMatch(inside)
        expect(response.headers.get('server') ?? response.headers.get('x-powered-by')).toBeNull()
      }
  },
)

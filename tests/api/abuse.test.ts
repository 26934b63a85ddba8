// Abuse that concerns every call and every page alike: foreign pages, poisoned headers, redirects, leaks.
import { describe, expect, test } from 'vitest'
import { allPages, privatePages } from '../../contract/pages.ts'
import { downloadBackup } from '../../contract/settings.ts'
import { calls, key, pathOf } from '../support/contract.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let admin: string

sharedApp(
  async (started) => {
    app = started
    admin = await app.asAdmin()
  },
  {},
  { pages: true },
)

const visit = { accept: 'text/html' }
const pages = allPages.map((path) => path.replace(/:\w+/, 'x'))

describe('a page of another site', () => {
  for (const call of calls.filter(({ method }) => method !== 'GET'))
    test(`gets 403 from ${key(call)}, with an admin's cookie or without`, async () => {
      for (const headers of [
        { origin: 'https://evil.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
      ] as Record<string, string>[])
        for (const who of [{ cookie: admin }, {}]) {
          const body = call.multipart ? { form: {} } : { json: {} }
          const { status } = await app.send(pathOf(call), { method: call.method, ...body, ...who, headers })
          expect(status).toBe(403)
        }
    })

  test('gets 4xx when it posts a form to any page or its data', async () => {
    for (const path of pages.flatMap((page) => [page, `${page}.data`]))
      for (const headers of [{ ...visit, origin: 'https://evil.example' }, visit] as Record<
        string,
        string
      >[]) {
        const response = await app.send(path, { form: { email: 'x' }, cookie: admin, headers })
        expect([path, response.status >= 400 && response.status < 500]).toEqual([path, true])
      }
  })

  test('cannot frame a page, found or not', async () => {
    for (const path of [...pages, '/no/such/page']) {
      const { headers } = await app.send(path, { headers: visit })
      // This site itself frames the preview of its editor.
      const who = path === privatePages.sitePreview ? 'self' : 'none'
      expect(headers.get('content-security-policy'), path).toContain(`frame-ancestors '${who}'`)
    }
  })
})

describe('what is cached', () => {
})

test('no parameter leads away from the site', async () => {
  const names = ['next', 'url', 'redirect', 'redirectTo', 'return', 'returnTo', 'continue', 'to']
  const targets = [
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    'javascript:alert(1)',
    '/%2Fevil.example',
  ]
  for (const path of [
    '/login',
    '/verify-email-token',
    '/reset-password',
    '/dashboard',
    '//evil.example/',
    '/\\evil.example',
  ])
    for (const name of names)
      for (const target of targets) {
        const { status, headers } = await app.send(`${path}?${name}=${encodeURIComponent(target)}`, {
          headers: visit,
        })
        const place = new URL(headers.get('location') ?? '/', app.url)
        expect([path, status < 500, place.origin]).toEqual([path, true, app.url])
      }
})

describe('errors reveal nothing about the server', () => {
  const inside =
    /\n\s+at |node_modules|sqlite|postgres|kysely|\bselect\b.*\bfrom\b|constraint|\.(ts|js):\d|\/server\/|zoderror|node\.js/i

  // A backup is what the server has inside.
  for (const call of calls.filter(({ path }) => path !== downloadBackup.path))
    test(`${key(call)} with invalid parameters and bodies of every kind`, async () => {
      const accept = { accept: 'application/json' }
      const { method } = call
      const parameters = ['x', '%00', "'--", '%F0%9F', 'a'.repeat(3_000)]
      const bodies =
        method === 'GET'
          ? [{}]
          : [
              { json: { id: {}, ids: [null], email: [], name: 7, status: {}, page: -1 } },
              { json: null },
              { json: 'x', headers: { ...accept, 'content-type': 'text/plain' } },
              { form: { pimage: new Blob(['no image']), avatar: new Blob(['no image']), name: '\0' } },
            ]
      // Signing out must not end the session that the other calls are made with.
      const who = call.path === '/logout' ? {} : { cookie: admin }
      for (const parameter of call.path.includes(':') ? parameters : ['x'])
        for (const body of bodies) {
          const path = `${pathOf(call, parameter)}?page=%00&sort[]=x&search=%27&id=%5B%5D`
          const response = await app.send(path, { method, headers: accept, ...who, ...body })
          expect(response.status, path).toBeLessThan(500)
          expect(await response.text()).not.toMatch(inside)
          expect(response.headers.get('server') ?? response.headers.get('x-powered-by')).toBeNull()
        }
    })
})

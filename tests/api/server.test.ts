// The server as a whole: page or call, headers, foreign origins, cached responses, health.
import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { indexedPages } from '../../contract/pages.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()
let app: Running

sharedApp(
  (started) => {
    app = started
  },
  { DEMO_CONTENT: 'off' },
  { pages: true },
)

/** With exactly these headers: fetch adds a Sec-Fetch-Mode of its own. */
async function send(path: string, headers: Record<string, string>, method = 'GET') {
  return new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    const outgoing = request(app.url + path, { method, headers }, async (response) => {
      const text = Buffer.concat(await response.toArray()).toString()
      resolve({
        status: response.statusCode ?? 0,
        headers: new Headers(response.headers as Record<string, string>),
        text,
      })
    })
    outgoing.on('error', reject)
    outgoing.end()
  })
}

const visit = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const navigate = { ...visit, 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }

describe('page or call', () => {
  test('a page is sent to clients that accept anything, by HEAD as by GET', async () => {
    const head = await app.send('/', { method: 'HEAD', headers: { accept: '*/*' } })
    const page = await app.send('/', { headers: { accept: '*/*' } })
    expect([head.status, page.status]).toEqual([200, 200])
    expect(await page.text()).toContain('Juno Balint')
  })

  const shared = ['/dashboard', '/profile', '/verify-email', '/verify-email-token', '/reset-password/abc']

  for (const path of shared) {
    test(`${path} is a page to a navigation and JSON to everything else`, async () => {
      const page = await send(path, navigate)
      const call = await send(path, { accept: '*/*', 'sec-fetch-mode': 'cors' })
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(call.headers.get('content-type')).toContain('application/json')
      for (const response of [page, call]) {
        expect(response.headers.get('vary')).toContain('Accept, Sec-Fetch-Mode')
        expect(response.headers.get('cache-control')).toBe('no-store')
      }
    })

    test(`${path} without fetch metadata goes by what Accept prefers`, async () => {
      const page = await send(path, visit)
      const call = await send(path, { accept: 'application/json, text/html;q=0.5' })
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(call.headers.get('content-type')).toContain('application/json')
    })
  }

  test('a link to the export is a navigation and stays a call', async () => {
    expect((await send('/contacts/export-csv', navigate)).status).toBe(401)
  })

  test('an unknown path is a page for navigations and JSON otherwise, both 404', async () => {
    const page = await send('/no/such/page', navigate)
    const call = await app.json('/no/such/page', { headers: { accept: 'application/json' } })
    expect([page.status, call.status]).toEqual([404, 404])
    expect(page.text).toContain('Page Not Found')
    expect(call.body).toMatchObject({ success: false, code: 'unknown', message: expect.any(String) })
  })

  test('paths spelled to pass a guard are not found', async () => {
    for (const path of [
      '//get-portfolios',
      '/get-portfolios/',
      '/GET-PORTFOLIOS',
      '/get-portfolios%2f',
      '/get-portfolios;x',
      '/api//admin/users',
    ]) {
      const { status } = await app.send(path, {
        headers: { accept: 'application/json', 'x-original-url': '/get-portfolios' },
      })
      expect([path, status]).toEqual([path, 404])
    }
  })
})

describe('headers', () => {
  test('are the same on every kind of response', async () => {
    for (const path of [
      '/',
      '/check-auth',
      '/no/such/page',
      '/pictures/favicon.svg',
      '/robots.txt',
      '/uploads/x/1.webp',
    ]) {
      const { headers } = await app.send(path, { headers: visit })
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('cross-origin-opener-policy'), path).toBe('same-origin')
      expect(headers.get('permissions-policy'), path).toContain('camera=()')
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy, path).toContain("default-src 'none'")
      expect(policy?.replace("style-src-attr 'unsafe-inline'", ''), path).not.toContain('unsafe')
      expect(headers.get('x-powered-by'), path).toBeNull()
      expect(headers.get('set-cookie'), path).toBeNull()
    }
  })

  test('of pages forbid framing and allow inline scripts by hash alone', async () => {
    const { headers } = await app.send('/', { headers: visit })
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[^;]+;/)
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).toContain('frame-src ')
  })

  test('of pages that are opened from an email forbid a Referer', async () => {
    for (const path of ['/reset-password/secret', '/verify-email-token?token=a&email=b@c.de']) {
      const { headers } = await send(path, navigate)
      expect(headers.get('referrer-policy')).toBe('no-referrer')
    }
  })

  test('include HSTS under https', async () => {
    const secure = await ownApp({ PUBLIC_URL: 'https://juno.example' })
    const { headers } = await secure.send('/healthz')
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
  })
})

describe('the origin of a state-changing request', () => {
  const change = (headers: Record<string, string>) =>
    app.send('/logout', { method: 'POST', json: {}, headers })

  test.each([
    ['the site itself, by fetch metadata', { 'sec-fetch-site': 'same-origin' }, 200],
    ['a URL typed by a user', { 'sec-fetch-site': 'none' }, 200],
    ['no browser at all', {}, 200],
    ['a foreign site', { 'sec-fetch-site': 'cross-site' }, 403],
    ['another host of the same site', { 'sec-fetch-site': 'same-site' }, 403],
    [
      'a foreign site with a right Origin',
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:1' },
      403,
    ],
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['Origin null', { origin: 'null' }, 403],
    ['a look-alike', { origin: 'http://localhost.evil.example' }, 403],
    ['another port of this machine', { origin: 'http://localhost:1' }, 403],
  ])('%s', async (_, headers, status) => {
    expect((await change(headers)).status).toBe(status)
  })

  test('the own origin by any name of this machine passes, and the error for others names PUBLIC_URL', async () => {
    const { port } = new URL(app.url)
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      expect((await change({ origin: `http://${host}:${port}` })).status).toBe(200)
    const rejected = await change({ origin: 'https://evil.example' })
    expect(((await rejected.json()) as { message: string }).message).toContain(`http://localhost:${port}`)
  })

  test('with PUBLIC_URL given, no other name of this machine passes', async () => {
    const named = await ownApp({ PUBLIC_URL: 'https://juno.example' })
    const from = (origin: string) => named.send('/logout', { method: 'POST', json: {}, headers: { origin } })
    expect((await from('https://juno.example')).status).toBe(200)
    expect((await from(named.url)).status).toBe(403)
  })

  test('a rejected request changes nothing', async () => {
    const cookie = await app.asUser('signed-in@example.com')
    const rejected = await app.send('/logout', {
      method: 'POST',
      json: {},
      cookie,
      headers: { origin: 'https://evil.example' },
    })
    expect(rejected.status).toBe(403)
    expect((await app.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)
  })
})

describe('cached responses', () => {
  test('a cached response is equal to the fresh one, byte for byte, in every encoding', async () => {
    const written = indexedPages.filter((path) => !app.context.legalPages.absentPaths.has(path))
    for (const path of [...written, '/getportfolio/public?limit=5', '/public-categories']) {
      app.context.changes.emit('portfolio')
      const read = async (encoding: string) => {
        const response = await app.send(path, { headers: { ...visit, 'accept-encoding': encoding } })
        return {
          body: await response.text(),
          policy: response.headers.get('content-security-policy'),
          etag: response.headers.get('etag'),
        }
      }
      const made = await read('identity')
      for (const encoding of ['identity', 'gzip', 'br', 'br;q=0, gzip'])
        expect(await read(encoding), `${path} ${encoding}`).toEqual(made)
      expect(made.etag).toMatch(/^W\/"/)
    }
  })
})

describe('health', () => {
  test('/healthz and /readyz are 200 while the database responds', async () => {
    expect((await app.json('/healthz')).body).toEqual({ status: 'ok' })
    expect((await app.json('/readyz')).status).toBe(200)
  })
})

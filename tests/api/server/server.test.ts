// The server as a whole: page or call, how a URL is spelled, headers, foreign origins, cached responses, health, failures.

import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { indexedPages, legalPageAt } from '../../../contract/pages.ts'
import { goodMessage as good, logIn } from '../../support/calls.ts'
import { captureLog } from '../../support/evidence.ts'
import { navigation, sendRaw } from '../../support/request.ts'
import { ownApps, type Running, sharedApp } from '../../support/start.ts'

const ownApp = ownApps()
let app: Running

sharedApp(
  (started) => {
    app = started
  },
  { DEMO_CONTENT: 'off' },
  { pages: true },
)

const visit = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

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
      const page = await sendRaw(app, path, navigation)
      const call = await sendRaw(app, path, { accept: '*/*', 'sec-fetch-mode': 'cors' })
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(call.headers.get('content-type')).toContain('application/json')
      for (const response of [page, call]) {
        expect(response.headers.get('vary')).toContain('Accept, Sec-Fetch-Mode')
        expect(response.headers.get('cache-control')).toBe('no-store')
      }
    })

    test(`${path} without fetch metadata goes by what Accept prefers`, async () => {
      const page = await sendRaw(app, path, visit)
      const call = await sendRaw(app, path, { accept: 'application/json, text/html;q=0.5' })
      expect(page.headers.get('content-type')).toContain('text/html')
      expect(call.headers.get('content-type')).toContain('application/json')
    })
  }

  test('a link to the export is a navigation and stays a call', async () => {
    expect((await sendRaw(app, '/contacts/export-csv', navigation)).status).toBe(401)
  })

  test('an unknown path is a page for navigations and JSON otherwise, both 404', async () => {
    const page = await sendRaw(app, '/no/such/page', navigation)
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
      const { headers } = await sendRaw(app, path, navigation)
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
    const written = indexedPages.filter((path) => !legalPageAt(path))
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

describe('a page whose path is not spelled canonically', () => {
  test.each([
    ['/%61bout', '/about'],
    ['/about/', '/about'],
    ['//about', '/about'],
    ['/x/../about', '/about'],
    ['/About', '/about'],
    ['/portfolio/?search=a%20b&category=X', '/portfolio?search=a%20b&category=X'],
    ['/portfolio//?next=//evil.example', '/portfolio?next=//evil.example'],
  ])('%s redirects to %s, for every client', async (path, canonical) => {
    for (const headers of [navigation, { accept: '*/*' }])
      for (const method of ['GET', 'HEAD']) {
        const { status, headers: sent, text } = await sendRaw(app, path, headers, method)
        expect([status, sent.get('location'), text]).toEqual([308, canonical, ''])
        expect(sent.get('cache-control')).toBe('no-store')
      }
    const page = await sendRaw(app, canonical, navigation)
    expect(page.status).not.toBe(308)
  })

  test('that is a call too redirects only navigations', async () => {
    for (const path of ['/Dashboard', '/profile/', '/%76erify-email', '//reset-password/AbC']) {
      const page = await sendRaw(app, path, navigation)
      expect([path, page.status]).toEqual([path, 308])
      const call = await sendRaw(app, path, { accept: 'application/json' })
      expect([path, call.status]).not.toEqual([path, 308])
      expect(call.headers.get('content-type')).toContain('application/json')
    }
  })

  test('is not redirected as a call, a file or a change', async () => {
    for (const path of [
      '/check%2Dauth',
      '/getportfolio/%70ublic',
      '/pictures//favicon.svg',
      '/public-categories/',
    ])
      expect([path, (await sendRaw(app, path, { accept: '*/*' })).status]).not.toEqual([path, 308])
    const change = await sendRaw(app, '/about/', navigation, 'POST')
    expect(change.status).toBe(404)
  })
})

describe('a public page is the same for everybody', () => {
  const visits = {
    'with a session and credentials': { cookie: 'session=abc; theme=dark', authorization: 'Basic eDp5' },
    'through a proxy that adds headers': {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-url': '/login',
      'x-forwarded-prefix': '/x',
      'x-rewrite-url': '/login',
      'accept-language': 'de',
      'user-agent': 'evil.example',
    },
    'under another name of this machine': { host: 'evil.example' },
    'with what the router reads of its own requests': {
      'x-react-router-reload-document': 'yes',
      'x-react-router-spa-mode': 'yes',
      'x-react-router-prerender-data': 'evil',
    },
  }

  for (const [title, headers] of Object.entries(visits))
    test(`also when the first reader comes ${title}`, async () => {
      for (const path of [
        '/',
        '/portfolio',
        '/login',
        '/sitemap.xml',
        '/robots.txt',
        '/getportfolio/public',
        '/made-up',
      ]) {
        app.context.changes.emit('portfolio')
        const first = await sendRaw(app, path, { ...navigation, ...headers })
        const cached = await sendRaw(app, path, navigation)
        app.context.changes.emit('portfolio')
        const plain = await sendRaw(app, path, navigation)
        expect([path, first.text]).toEqual([path, plain.text])
        expect([path, cached.text]).toEqual([path, plain.text])
        expect(first.headers.get('set-cookie')).toBeNull()
        expect(first.text).not.toContain('evil')
      }
    })

  test('whatever stands in the query of a page that reads none', async () => {
    const plain = await sendRaw(app, '/login', navigation)
    app.context.changes.emit('portfolio')
    const first = await sendRaw(app, '/login?index&_routes=root&evil=1#x', navigation)
    expect(first.text).toBe(plain.text)
    expect((await sendRaw(app, '/login', navigation)).text).toBe(plain.text)
  })
})

describe('of a public page', () => {
  test('HEAD has the headers of GET and no body, computed or cached', async () => {
    for (const path of ['/', '/portfolio?search=x', '/getportfolio/public', '/made-up']) {
      app.context.changes.emit('portfolio')
      const computed = await sendRaw(app, path, navigation, 'HEAD')
      const cached = await sendRaw(app, path, navigation, 'HEAD')
      const get = await sendRaw(app, path, navigation)
      for (const head of [computed, cached]) {
        expect([path, head.status, head.text]).toEqual([path, get.status, ''])
        for (const name of ['etag', 'content-length', 'content-type', 'vary', 'cache-control'])
          expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)])
      }
      expect(Number(get.headers.get('content-length'))).toBe(Buffer.byteLength(get.text))
    }
  })

  test('a cached copy gets 304 when any listed ETag is its own, weak or strong', async () => {
    for (const path of ['/about', '/about?x', '/pictures/favicon.svg']) {
      const etag = (await sendRaw(app, path)).headers.get('etag') ?? ''
      const strong = etag.replace('W/', '')
      for (const header of ['*', etag, strong, `W/${strong}`, `"x", W/"y" , ${etag},"z"`]) {
        const { status, headers, text } = await sendRaw(app, path, { 'if-none-match': header })
        expect([path, header, status, text]).toEqual([path, header, 304, ''])
        expect(headers.get('etag')).toBe(etag)
      }
      for (const header of ['"x"', '', strong.slice(1, -1), `${strong}x`])
        expect((await sendRaw(app, path, { 'if-none-match': header })).status).toBe(200)
    }
  })

  test('the preferred encoding is sent', async () => {
    for (const [accepted, sent] of [
      ['br', 'br'],
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=1.0, br;q=0.5', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
      ['BR', 'br'],
      ['*', 'br'],
      ['*;q=0', null],
      ['identity, br;q=0.5', null],
      ['brotli', null],
      ['deflate', null],
      ['', null],
    ] as const) {
      const page = await sendRaw(app, '/about', { 'accept-encoding': accepted })
      expect([accepted, page.headers.get('content-encoding')]).toEqual([accepted, sent])
    }
  })
})

test('every negotiated response has the Vary header that it needs', async () => {
  const vary = async (path: string, headers: Record<string, string> = {}) =>
    (await sendRaw(app, path, headers)).headers.get('vary')
  const etag = (await sendRaw(app, '/about')).headers.get('etag') ?? ''
  for (const encoding of ['br', 'identity'])
    for (const path of [
      '/',
      '/portfolio?search=x',
      '/getportfolio/public',
      '/sitemap.xml',
      '/portfolio/no_ne',
    ])
      expect([path, await vary(path, { 'accept-encoding': encoding })]).toEqual([path, 'Accept-Encoding'])
  expect(await vary('/about', { 'if-none-match': etag })).toBe('Accept-Encoding')
  // Unknown paths are a page or JSON.
  expect(await vary('/made-up', navigation)).toBe('Accept, Sec-Fetch-Mode, Accept-Encoding')
  expect(await vary('/made-up', { accept: 'application/json' })).toBe('Accept, Sec-Fetch-Mode')
  expect(await vary('/made-up/', navigation)).toBe('Accept, Sec-Fetch-Mode')
  for (const path of ['/dashboard', '/profile', '/verify-email', '/reset-password/x'])
    for (const headers of [navigation, { accept: 'application/json' }])
      expect([path, await vary(path, headers)]).toEqual([path, 'Accept, Sec-Fetch-Mode'])
})

test('a request that fails is logged on one line, with its path and the cause', async () => {
  const app = await ownApp()
  await sql`alter table users rename to users_away`.execute(app.context.db)
  const log = captureLog(app)
  // PostgreSQL without a table is one that cannot be used.
  expect((await logIn(app, 'user@example.com')).status).toBeGreaterThanOrEqual(500)
  const lines = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 30)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      event: 'request.failed',
      requestId: expect.any(String),
      method: 'POST',
      path: expect.stringMatching(/\/login$/),
      err: expect.objectContaining({ message: expect.stringContaining('users') }),
    }),
  ])
})

test('many requests that fail because the disk is full are one line a minute', async () => {
  const app = await ownApp()
  vi.spyOn(app.context.db, 'transaction').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  })
  const log = captureLog(app)
  for (let n = 0; n < 20; n++) expect((await app.json('/contacts', { json: good })).status).toBe(507)
  const events = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 30)
  expect(events.map(({ event }) => event)).toEqual(['request.failed'])
})

// The server as a whole: page or call, how a URL is spelled, headers, foreign origins, cached responses, health, failures.

import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { goodMessage as good } from '../../support/calls.ts'
import { navigation } from '../../support/request.ts'
import { ownApp, sharedApp } from '../../support/start.ts'

const app = await sharedApp({}, { pages: true })

const visit = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const json = { accept: 'application/json' }
const fetched: Record<string, string> = { ...visit, 'sec-fetch-mode': 'cors' }
/** From now on no response is cached. */
const emptyCache = () => app.context.changes.emit('portfolio')
const typeOf = async (path: string, headers: Record<string, string>) =>
  (await app.sendRaw(path, headers)).headers.get('content-type')

test.each(['/dashboard', '/profile', '/verify-email', '/verify-email-token', '/reset-password/abc'])(
  '%s is a page to a navigation and to whoever prefers HTML, and JSON to everything else',
  async (path) => {
    for (const headers of [navigation, visit]) expect(await typeOf(path, headers)).toContain('text/html')
    for (const headers of [fetched, { accept: 'application/json, text/html;q=0.5' }])
      expect(await typeOf(path, headers)).toContain('application/json')
    expect((await app.sendRaw(path, navigation)).headers.get('cache-control')).toBe('no-store')
  },
)

test('an unknown path is a page for navigations and JSON otherwise, and a link to the export stays a call', async () => {
  const page = await app.sendRaw('/no/such/page', navigation)
  const call = await app.json('/no/such/page', { headers: json })
  expect([page.status, call.status, call.body.code]).toEqual([404, 404, 'unknown'])
  expect(page.text).toContain('Page Not Found')
  // Where no token is set there are no metrics.
  const metrics = await app.json('/metrics', { headers: { authorization: 'Bearer ' } })
  expect([metrics.status, metrics.body]).toEqual([404, call.body])
  expect((await app.sendRaw('/contacts/export-csv', navigation)).status).toBe(401)
})

test('paths spelled to pass a guard or to leave a folder are not found', async () => {
  const headers = { ...json, 'x-original-url': '/get-portfolios' }
  for (const path of [
    ...['//get-portfolios', '/get-portfolios/', '/GET-PORTFOLIOS', '/get-portfolios%2f'],
    ...[
      '/get-portfolios;x',
      '/api//admin/users',
      '/uploads/x/..%2f..%2fportfolio.db',
      '/uploads/a%00b/1.webp',
    ],
  ])
    expect([path, (await app.send(path, { headers })).status]).toEqual([path, 404])
})

test('headers of pages allow inline scripts by hash alone, and of those opened from an email forbid a Referer', async () => {
  const { headers } = await app.send('/', { headers: visit })
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(/script-src 'self' 'sha256-[^;]+;/)
  expect(policy).toContain("require-trusted-types-for 'script'")
  expect(policy).toContain('frame-src ')
  for (const path of ['/reset-password/secret', '/verify-email-token?token=a&email=b@c.de'])
    expect((await app.sendRaw(path, navigation)).headers.get('referrer-policy')).toBe('no-referrer')
})

const change = async (headers: Record<string, string>, to = app) =>
  (await to.send('/logout', { json: {}, headers })).status

// What foreign sites get from every call: contract.test.ts.
test('the origin of a state-changing request may be this machine by any name, unless PUBLIC_URL is given, or no page; a rejected request changes nothing and names it', async () => {
  const { port } = new URL(app.url)
  for (const host of ['localhost', '127.0.0.1', '[::1]'])
    expect(await change({ origin: `http://${host}:${port}` })).toBe(200)
  const own: Record<string, string>[] = [
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    {},
  ]
  for (const headers of own) expect(await change(headers)).toBe(200)
  for (const origin of ['http://localhost.evil.example', 'http://localhost:1'])
    expect(await change({ origin })).toBe(403)
  const cookie = await app.asUser('signed-in@example.com')
  const headers = { origin: 'https://evil.example' }
  const rejected = await app.json('/logout', { json: {}, cookie, headers })
  const message = expect.stringContaining(`http://localhost:${port}`)
  expect(rejected).toMatchObject({ status: 403, body: { message } })
  expect((await app.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)

  const named = await ownApp({ PUBLIC_URL: 'https://juno.example' })
  expect(await change({ origin: 'https://juno.example' }, named)).toBe(200)
  expect(await change({ origin: 'http://localhost' }, named)).toBe(403)
  const secure = await named.send('/healthz')
  expect(secure.headers.get('strict-transport-security')).toMatch(/max-age=\d{8}/)
})

// All spellings: server/pages/request-input.test.ts.
test('a page whose path is not spelled canonically redirects every client, but where it is a call too, or unknown, navigations alone; no call, file or change is redirected', async () => {
  for (const client of [navigation, { accept: '*/*' }]) {
    const { status, headers } = await app.sendRaw('/portfolio//?next=//evil.example', client)
    expect([status, headers.get('location')]).toEqual([308, '/portfolio?next=//evil.example'])
    expect(headers.get('cache-control')).toBe('no-store')
  }
  for (const [path, canonical] of [
    ['/Dashboard', '/dashboard'],
    ['/%76erify-email', '/verify-email'],
    ['//reset-password/AbC', '/reset-password/AbC'],
    ['/x%0d%0aset-cookie:a', '/x%0D%0Aset-cookie:a'],
  ] as const) {
    const page = await app.sendRaw(path, navigation)
    expect([page.status, page.headers.get('location')]).toEqual([308, canonical])
    expect([path, (await app.sendRaw(path, json)).status]).not.toEqual([path, 308])
    expect(await typeOf(path, json)).toContain('application/json')
  }
  for (const path of ['/check%2Dauth', '/pictures//favicon.svg', '/public-categories/'])
    expect([path, (await app.sendRaw(path, { accept: '*/*' })).status]).not.toEqual([path, 308])
  expect((await app.sendRaw('/about/', navigation, 'POST')).status).toBe(404)
})

test('a public page is the same for everybody, whoever the first reader is, and whatever stands in the query of a page that reads none', async () => {
  const first = {
    ...navigation,
    cookie: 'session=abc; theme=dark',
    authorization: 'Basic eDp5',
    // Of a proxy.
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'https',
    'x-original-url': '/login',
    'accept-language': 'de',
    'user-agent': 'evil.example',
    host: 'evil.example',
    // What the router reads of its own requests.
    'x-react-router-spa-mode': 'yes',
    'x-react-router-prerender-data': 'evil',
  }
  const paths = '/ /portfolio /login /sitemap.xml /robots.txt /getportfolio/public /made-up'.split(' ')
  for (const path of [...paths, '/login?index&_routes=root&evil=1#x']) {
    emptyCache()
    const computed = await app.sendRaw(path, first)
    const cached = await app.sendRaw(path, navigation)
    emptyCache()
    const plain = await app.sendRaw(path.replace(/\?.*/, ''), navigation)
    expect([path, computed.text, cached.text]).toEqual([path, plain.text, plain.text])
    expect(computed.headers.get('set-cookie')).toBeNull()
    expect(computed.text).not.toContain('evil')
  }
})

test('a public page is the same for everybody, and whether it is cached: equal to the fresh one, byte for byte, in every encoding', async () => {
  for (const path of ['/', '/portfolio', '/getportfolio/public?limit=5', '/public-categories']) {
    emptyCache()
    const read = async (encoding: string) => {
      const response = await app.send(path, { headers: { ...visit, 'accept-encoding': encoding } })
      const sent = ['content-security-policy', 'etag'].map((name) => response.headers.get(name))
      return [await response.text(), ...sent]
    }
    const made = await read('identity')
    for (const encoding of ['identity', 'gzip', 'br', 'br;q=0, gzip'])
      expect(await read(encoding), `${path} ${encoding}`).toEqual(made)
    expect(made[2]).toMatch(/^W\/"/)
  }
})

test('of a public page HEAD has the headers of GET and no body, computed or cached', async () => {
  for (const path of ['/', '/portfolio?search=x', '/getportfolio/public', '/made-up']) {
    emptyCache()
    const computed = await app.sendRaw(path, navigation, 'HEAD')
    const cached = await app.sendRaw(path, navigation, 'HEAD')
    const get = await app.sendRaw(path, navigation)
    for (const head of [computed, cached]) {
      expect([path, head.status, head.text]).toEqual([path, get.status, ''])
      for (const name of ['etag', 'content-length', 'content-type', 'vary', 'cache-control'])
        expect([path, name, head.headers.get(name)]).toEqual([path, name, get.headers.get(name)])
    }
    expect(Number(get.headers.get('content-length'))).toBe(Buffer.byteLength(get.text))
  }
})

test('of a public page a cached copy gets 304 when any listed ETag is its own, weak or strong', async () => {
  for (const path of ['/about', '/about?x', '/pictures/favicon.svg']) {
    const etag = (await app.sendRaw(path)).headers.get('etag') ?? ''
    const strong = etag.replace('W/', '')
    for (const header of ['*', strong, `"x", W/"y" , ${etag},"z"`]) {
      const { status, headers, text } = await app.sendRaw(path, { 'if-none-match': header })
      expect([path, header, status, text]).toEqual([path, header, 304, ''])
      expect(headers.get('etag')).toBe(etag)
    }
    for (const header of ['"x"', `${strong}x`])
      expect((await app.sendRaw(path, { 'if-none-match': header })).status).toBe(200)
  }
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip;q=1.0, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity, br;q=0.5', null],
  ['', null],
])('of a public page the encoding that %j prefers is sent: %s', async (accepted, sent) => {
  const page = await app.sendRaw('/about', { 'accept-encoding': accepted })
  expect(page.headers.get('content-encoding')).toBe(sent)
})

test('every negotiated response has the Vary header that it needs', async () => {
  const vary = async (path: string, headers: Record<string, string> = {}) =>
    (await app.sendRaw(path, headers)).headers.get('vary')
  for (const path of ['/portfolio?search=x', '/getportfolio/public', '/sitemap.xml', '/portfolio/no_ne'])
    expect([path, await vary(path)]).toEqual([path, 'Accept-Encoding'])
  const etag = (await app.sendRaw('/about')).headers.get('etag') ?? ''
  expect(await vary('/about', { 'if-none-match': etag })).toBe('Accept-Encoding')
  // Unknown paths are a page or JSON.
  expect(await vary('/made-up', navigation)).toBe('Accept, Sec-Fetch-Mode, Accept-Encoding')
  for (const path of ['/made-up', '/profile'])
    expect([path, await vary(path, json)]).toEqual([path, 'Accept, Sec-Fetch-Mode'])
  expect(await vary('/profile', navigation)).toBe('Accept, Sec-Fetch-Mode')
})

const logged = (log: string[]) => log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 30)

test('a request that fails is logged on one line, with its path and the cause', async () => {
  const app = await ownApp()
  await sql`alter table users rename to users_away`.execute(app.context.db)
  const log = app.captureLog()
  // PostgreSQL without a table is one that cannot be used.
  expect((await app.logIn('user@example.com')).status).toBeGreaterThanOrEqual(500)
  expect(logged(log)).toEqual([
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

test('a request that fails many times because the disk is full is one line a minute', async () => {
  const app = await ownApp()
  const log = app.captureLog()
  vi.spyOn(app.context.db, 'transaction').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  })
  for (let n = 0; n < 20; n++) expect((await app.json('/contacts', { json: good })).status).toBe(507)
  expect(logged(log)).toMatchObject([{ event: 'request.failed', path: '/contacts' }])
})

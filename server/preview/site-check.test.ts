// The check of a project's site: what it finds, from DNS to its headers, its guard and its bounds, with a network whose names
// lead to a server of the test. Without a network: tests/api/projects/preview-checks.test.ts.
import { once } from 'node:events'
import type { IncomingHttpHeaders, RequestListener } from 'node:http'
import { setDefaultCACertificates } from 'node:tls'
import { expect, onTestFinished, test, vi } from 'vitest'
import { publicAddress, startTestNetwork, type TestNetwork } from '../../tests/support/peers/test-network.ts'
import { checkSite, prohibitionOf, SiteChecker } from './site-check.ts'

const home = 'http://folio.example'
const encryptedHome = 'https://folio.example'

/** A network for one test, with further names. */
async function network(respond: RequestListener, hosts: TestNetwork['hosts'] = {}): Promise<TestNetwork> {
  const started = await startTestNetwork(respond)
  onTestFinished(() => started.stop())
  Object.assign(started.hosts, { 'site.example': [publicAddress], ...hosts })
  return started
}

/** Responds to each path as listed. */
const paths =
  (listed: Record<string, [status: number, headers?: Record<string, string | string[]>]>): RequestListener =>
  (request, response) => {
    const [status, headers] = listed[request.url ?? ''] ?? [404]
    response.writeHead(status, headers).end('<h1>private text of the site</h1>')
  }

/** Forbids nothing. */
const open = paths({ '/': [200] })

const find = (site: TestNetwork, url = 'http://site.example/', from = home) => checkSite(site, from, url)

const sites = paths({
  '/': [200],
  '/options': [200, { 'X-Frame-Options': ['SameOrigin', 'DENY'] }],
  '/policy': [200, { 'Content-Security-Policy': ['img-src *', "frame-ancestors 'self'  a.Example"] }],
  '/report': [200, { 'Content-Security-Policy-Report-Only': "frame-ancestors 'none'" }],
  '/odd': [200, { 'X-Frame-Options': `DENY, ${'\xe9'.repeat(400)}` }],
  ...Object.fromEntries([204, 304, 503].map((status) => [`/${status}`, [status]])),
  '/to-plain': [302, { Location: 'http://secure.example/to-secure' }],
  '/to-secure': [301, { Location: 'https://secure.example/' }],
})
const hosts = {
  'other.example': [publicAddress],
  'gone.example': Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND', syscall: 'queryA' }),
}
const found = (state: string, reason: unknown = null, detail: unknown = null) => ({ state, reason, detail })
const ofHeader = (value: string) => found('forbidden', 'x-frame-options', `X-Frame-Options: ${value}`)
const unencrypted = found('unencrypted', 'http')

test.each([
  ['http://site.example/options', home, ofHeader('SameOrigin, DENY')],
  // At most 300 characters of it.
  ['http://site.example/odd', home, ofHeader(`DENY, ${'?'.repeat(277)}`)],
  [
    'http://site.example/policy',
    home,
    found('forbidden', 'frame-ancestors', "frame-ancestors 'self' a.Example"),
  ],
  ['http://site.example/report', home, found('allowed')],
  ['http://site.example/204', home, found('dead', 'status', '204')],
  ['http://site.example/304', home, found('allowed')],
  ['http://site.example/503', home, found('unknown', 'blocked', '503')],
  ['http://gone.example/', home, found('dead', 'no-host')],
  ['http://none.example/', home, found('dead', 'no-host')],
  ['https://secure.example/', encryptedHome, found('allowed')],
  ['https://other.example/', encryptedHome, found('dead', 'certificate')],
  ['https://secure.example/to-plain', encryptedHome, unencrypted],
  ['http://secure.example/to-secure', encryptedHome, unencrypted],
  ['http://secure.example/to-secure', home, found('allowed')],
  ['http://site.example/gone', encryptedHome, found('dead', 'status', '404')],
])('what is found at %s, to be framed by %s', async (url, from, finding) => {
  expect(await find(await network(sites, hosts), url, from)).toEqual(finding)
})

test('what is found: a server that hangs up, one that speaks no HTTP, a certificate that nobody trusts', async () => {
  const closed = await network((request) => request.socket.destroy())
  expect(await find(closed)).toMatchObject(found('dead', 'no-connection'))
  const noise = await network((request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  expect(await find(noise)).toMatchObject({ state: 'unknown', reason: 'unreadable' })
  const untrusted = await network(open)
  setDefaultCACertificates([])
  expect(await find(untrusted, 'https://secure.example/', encryptedHome)).toEqual(
    found('dead', 'certificate'),
  )
})

const tooFar = { state: 'unknown', reason: 'redirects' }

test('redirects: three are followed, and the last response counts alone; to what is no web page none is', async () => {
  const closed = { 'X-Frame-Options': 'DENY' }
  const site = await network(
    paths({
      '/1': [301, { Location: '/2', ...closed }],
      '/2': [302, { Location: '//site.example/3', ...closed }],
      '/3': [307, { Location: 'http://site.example/4' }],
      '/4': [200],
      '/0': [308, { Location: '1' }],
    }),
  )
  const resolve = vi.spyOn(site, 'resolve')
  expect(await find(site, 'http://site.example/1')).toMatchObject({ state: 'allowed' })
  expect(resolve).toHaveBeenCalledTimes(4)
  expect(await find(site, 'http://site.example/0')).toMatchObject(tooFar)
  expect(resolve).toHaveBeenCalledTimes(8)
  for (const Location of ['javascript:alert(1)', 'http://', ''])
    expect(await find(await network(paths({ '/': [302, { Location }] }))), Location).toMatchObject(tooFar)
})

const inside = { state: 'unknown', reason: 'private-address', detail: null }

// All that are not public: server/http/outbound.test.ts.
test('the guard never connects to an address that is not public, however it is written, to a name that has one, nor to other ports than those of http and https', async () => {
  const site = await network(open, { 'a.example': [publicAddress, '127.0.0.1'] })
  const hosts = 'a.example 127.0.0.1 127.1 0x7f.1 2130706433 169.254.169.254 [::1] [::ffff:127.0.0.1]'
  for (const host of hosts.split(' '))
    expect([host, await find(site, `http://${host}/`)]).toEqual([host, inside])
  for (const url of ['http://site.example:22/', 'https://secure.example:8443/'])
    expect(await find(site, url)).toMatchObject({ state: 'unknown', reason: 'port' })
  expect(site.connections).toEqual([])
})

test('the guard checks again after each redirect, by address and by name', async () => {
  const targets = ['http://169.254.169.254/latest/meta-data/', 'http://inside.example/', 'http://[::1]/']
  for (const target of targets) {
    const site = await network(paths({ '/': [302, { Location: target }] }), {
      'inside.example': ['192.168.0.1'],
    })
    expect(await find(site)).toEqual(inside)
    expect(site.connections).toHaveLength(1)
  }
})

test('the guard connects to the addresses that it checked: a name that changes is resolved once for each request', async () => {
  const answers = [[publicAddress], ['127.0.0.1']]
  const site = await network(open)
  const rebinding = { ...site, resolve: async () => answers.shift() ?? [] }
  expect(await find(rebinding)).toMatchObject({ state: 'allowed' })
  expect(site.connections).toEqual([{ addresses: [publicAddress], port: 80 }])
  expect(answers).toHaveLength(1)
})

test('the guard sends neither cookies, credentials nor what could tell who looks, and takes no compression', async () => {
  const seen: IncomingHttpHeaders[] = []
  const site = await network((request, response) => {
    seen.push(request.headers)
    const Location = 'http://ann:secret@site.example/next'
    response.writeHead(request.url === '/' ? 302 : 200, { 'Set-Cookie': 'a=b', Location }).end()
  })
  await find(site)
  expect(seen).toHaveLength(2)
  for (const headers of seen)
    expect(headers).toEqual({
      host: 'site.example',
      'user-agent': 'Mozilla/5.0 (compatible; PreviewCheck/1.0; +http://folio.example)',
      accept: 'text/html,application/xhtml+xml,*/*;q=0.8',
      'accept-language': 'en,*;q=0.5',
      'accept-encoding': 'identity',
      connection: 'close',
    })
})

test('bounds of time, whatever it is lost with: the connection, the response, its headers, a trickle of them', async () => {
  const dead = { state: 'dead', reason: 'timeout', detail: null }
  const never = await network(() => {})
  const soon = (site: TestNetwork) => checkSite(site, home, 'http://site.example/', { timeout: 100 })
  expect(await soon(never)).toEqual(dead)
  // DNS is no part of the site.
  const cancelled = async (_: string, signal: AbortSignal) => {
    await once(signal, 'abort')
    throw Object.assign(new Error('cancelled'), { code: 'ECANCELLED' })
  }
  await expect(soon({ ...never, resolve: cancelled })).rejects.toMatchObject({ reason: 'no-network' })
  const trickle = await network((request) => {
    const { socket } = request
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('X-Slow: 1\r\n'), 10)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await soon(trickle)).toEqual(dead)
  const loop = await network(
    (_request, response) => void setTimeout(() => response.writeHead(302, { Location: '/' }).end(), 60),
  )
  expect(await soon(loop)).toEqual(dead)
})

test('bounds of bytes: headers, announcements of responses, empty lines and blanks without end', async () => {
  const unreadable = { state: 'unknown', reason: 'unreadable' }
  for (const [opening, text] of [
    ['HTTP/1.1 200 OK\r\n', `X-Much: ${'x'.repeat(8_000)}\r\n`],
    ['', `HTTP/1.1 103 Early Hints\r\nLink: ${'x'.repeat(2_000)}\r\n\r\n`],
    ['', '\r\n'.repeat(4_000)],
    ['HTTP/1.1 200 OK\r\nX-Wide:', ' '.repeat(4_000)],
  ] as const) {
    const site = await network((request) => {
      const { socket } = request
      socket.on('error', () => {})
      socket.write(opening)
      const more = () => {
        while (!socket.destroyed && socket.write(text));
      }
      socket.on('drain', more)
      more()
    })
    for (const url of ['http://site.example/', 'https://secure.example/'])
      expect(await checkSite(site, home, url, { timeout: 30_000 })).toMatchObject(unreadable)
  }
})

test('the body of a site is not read: the connection ends with the headers', async () => {
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  const site = await network((_request, response) => {
    response.writeHead(200)
    const more = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', more)
    response.on('close', resolve)
    more()
  })
  expect(await find(site)).toMatchObject({ state: 'allowed' })
  await ended
})

test('eight checks at a time, while eight more wait', async () => {
  const open: (() => void)[] = []
  const site = await network((_request, response) => void open.push(() => response.end()))
  const checker = new SiteChecker(site)
  const url = 'http://site.example/'
  const checks = Array.from({ length: 16 }, () => checker.check(home, url))
  await expect(checker.check(home, url)).rejects.toMatchObject({ code: 'unavailable' })
  await expect.poll(() => open.length).toBe(8)
  for (const respond of open.splice(0)) respond()
  await expect.poll(() => open.length).toBe(8)
  for (const respond of open) respond()
  for (const finding of await Promise.all(checks)) expect(finding.state).toBe('allowed')
})

/** Whether a page of `page` may frame the response. */
function allows(
  headers: { policies?: string[]; frameOptions?: string[] },
  { url = 'https://shop.example/', page = 'https://folio.example' }: { url?: string; page?: string } = {},
): boolean {
  const { policies = [], frameOptions = [] } = headers
  return prohibitionOf({ url: new URL(url), policies, frameOptions }, new URL(page)) === null
}

test.each<[string, boolean, string?, string?]>([
  ["default-src 'none'; script-src 'self'", true],
  ["frame-ancestors 'none'", false],
  ["frame-ancestors 'none' https://folio.example", true],
  ['frame-ancestors *', true],
  ['frame-ancestors https:', true],
  ['frame-ancestors HTTPS://FOLIO.EXAMPLE', true],
  ['frame-ancestors folio.example', true],
  ['frame-ancestors folio.example:*', true],
  ['frame-ancestors https://folio.example/only/here', true],
  ['frame-ancestors *.example', true],
  ['frame-ancestors *.folio.example', false],
  ['frame-ancestors notfolio.example', false],
  ['FRAME-ANCESTORS\thttps://folio.example', true],
  ["frame-ancestors 'none'; frame-ancestors *", false],
  ["frame-ancestors *, frame-ancestors 'none'", false],
  ["frame-ancestors 'self'", true, 'https://folio.example/shop'],
  ["frame-ancestors 'self'", true, 'http://folio.example/shop'],
  // The scheme is left to the browser.
  ['frame-ancestors https://folio.example', true, 'http://shop.example', 'http://folio.example'],
])('%s: %s', (policy, expected, url, page) => {
  expect(allows({ policies: [policy] }, { url, page })).toBe(expected)
  // Every policy of every header must match.
  expect(allows({ policies: ['frame-ancestors *', policy] }, { url, page })).toBe(expected)
})

test.each([
  [['DENY'], false],
  [['SAMEORIGIN'], false],
  [['ALLOWALL'], true],
  [['ALLOWALL, DENY'], false],
  [['ALLOW-FROM https://folio.example'], true],
  [['bogus', 'DENY'], false],
])('X-Frame-Options %j: %s', (frameOptions, expected) => {
  expect(allows({ frameOptions })).toBe(expected)
})

test('X-Frame-Options SAMEORIGIN forbids another scheme, host or port, too; next to frame-ancestors the header is ignored, whichever is stricter', () => {
  const same = { url: 'https://folio.example/demo', page: 'https://folio.example' }
  expect(allows({ frameOptions: ['SAMEORIGIN'] }, same)).toBe(true)
  for (const url of ['http://folio.example/', 'https://www.folio.example/', 'https://folio.example:8443/'])
    expect(allows({ frameOptions: ['SAMEORIGIN'] }, { url })).toBe(false)
  const frameOptions = ['DENY']
  expect(allows({ frameOptions, policies: ['frame-ancestors https://folio.example'] })).toBe(true)
  expect(allows({ frameOptions: ['ALLOWALL'], policies: ["frame-ancestors 'none'"] })).toBe(false)
  expect(allows({ frameOptions, policies: ["default-src 'none'"] })).toBe(false)
})

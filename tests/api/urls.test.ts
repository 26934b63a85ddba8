// How a URL is spelled, and what else of a request may and may not change a public response.
import { describe, expect, test } from 'vitest'
import { navigation, sendRaw } from '../support/request.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running

sharedApp(
  (started) => {
    app = started
  },
  {},
  { pages: true },
)

describe('a page whose path is not spelled canonically', () => {
  test.each([
    ['/%61bout', '/about'],
    ['/about/', '/about'],
    ['/about//', '/about'],
    ['//about', '/about'],
    ['///about', '/about'],
    ['/./about', '/about'],
    ['/x/../about', '/about'],
    ['/x/%2e%2e/about', '/about'],
    ['/About', '/about'],
    ['/portfolio/?search=a%20b&category=X', '/portfolio?search=a%20b&category=X'],
    ['/portfolio//?next=//evil.example', '/portfolio?next=//evil.example'],
    ['/%50ortfolio/abc', '/portfolio/abc'],
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

  test.each([
    ['//evil.example', '/evil.example'],
    ['//evil.example/..', '/'],
    ['/%2f/evil.example', '/%2F/evil.example'],
    ['/%5cevil.example', '/%5Cevil.example'],
    ['/.//evil.example', '/evil.example'],
    ['/;//evil.example', '/;/evil.example'],
    ['/x%0d%0aset-cookie:a', '/x%0D%0Aset-cookie:a'],
    ['/%e2%80%ae', '/%E2%80%AE'],
    ['/%zz', '/%25zz'],
  ])('%s redirects a navigation to this site: %s', async (path, canonical) => {
    const { status, headers } = await sendRaw(app, path, navigation)
    expect([status, headers.get('location')]).toEqual([308, canonical])
    const next = await sendRaw(app, canonical, navigation)
    expect([404, 200]).toContain(next.status)
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
      for (const path of ['/', '/about', '/portfolio', '/login', '/getportfolio/public', '/made-up']) {
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

  test('a request for a range gets the whole file', async () => {
    const { status, headers, text } = await sendRaw(app, '/about', { range: 'bytes=0-9' })
    expect([status, headers.get('content-range')]).toEqual([200, null])
    expect(text.length).toBeGreaterThan(1_000)
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

// The guard and the bounds of requests to projects' sites, with a network whose names lead to a server of the test.
import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { expect, test } from 'vitest'
import {
  testNetwork as network,
  open,
  paths,
  publicAddress,
  type TestNetwork,
} from '../../tests/support/peers/test-network.ts'
import { checkSite, SiteChecker } from './site-check.ts'

const home = 'http://folio.example'

const inside = { state: 'unknown', reason: 'private-address', detail: null }

// All that are not public: server/http/public-address.test.ts.
test('the guard never connects to an address that is not public, however it is written, nor to a name that has one', async () => {
  const site = await network(open, { 'a.example': [publicAddress, '127.0.0.1'] })
  const hosts = 'a.example 127.0.0.1 127.1 0x7f.1 2130706433 169.254.169.254 [::1] [::ffff:127.0.0.1]'
  for (const host of hosts.split(' '))
    expect([host, await checkSite(site, home, `http://${host}/`)]).toEqual([host, inside])
  expect(site.connections).toEqual([])
})

test('the guard checks again after each redirect, by address and by name', async () => {
  const targets = ['http://169.254.169.254/latest/meta-data/', 'http://inside.example/', 'http://[::1]/']
  for (const target of targets) {
    const site = await network(paths({ '/': [302, { Location: target }] }), {
      'inside.example': ['192.168.0.1'],
    })
    expect(await checkSite(site, home, 'http://site.example/')).toEqual(inside)
    expect(site.connections).toHaveLength(1)
  }
})

test('the guard connects to the addresses that it checked: a name that changes is resolved once for each request', async () => {
  const answers = [[publicAddress], ['127.0.0.1']]
  const site = await network(open)
  const rebinding = { ...site, resolve: async () => answers.shift() ?? [] }
  expect(await checkSite(rebinding, home, 'http://site.example/')).toMatchObject({ state: 'allowed' })
  expect(site.connections).toEqual([{ addresses: [publicAddress], port: 80 }])
  expect(answers).toHaveLength(1)
})

test('the guard takes the ports of http and https only', async () => {
  const site = await network(open)
  for (const url of ['http://site.example:22/', 'https://secure.example:8443/'])
    expect(await checkSite(site, home, url)).toMatchObject({ state: 'unknown', reason: 'port' })
  expect([site.resolved, site.connections]).toEqual([[], []])
})

test('the guard sends neither cookies, credentials nor what could tell who looks, and takes no compression', async () => {
  const seen: IncomingHttpHeaders[] = []
  const site = await network((request, response) => {
    seen.push(request.headers)
    const Location = 'http://ann:secret@site.example/next'
    response.writeHead(request.url === '/' ? 302 : 200, { 'Set-Cookie': 'a=b', Location }).end()
  })
  await checkSite(site, home, 'http://site.example/')
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
  const find = (site: TestNetwork, url = 'http://site.example/') =>
    checkSite(site, home, url, { timeout: 100 })
  expect(await find(never)).toEqual(dead)
  // DNS is no part of the site.
  const cancelled = async (_: string, signal: AbortSignal) => {
    await once(signal, 'abort')
    throw Object.assign(new Error('cancelled'), { code: 'ECANCELLED' })
  }
  await expect(find({ ...never, resolve: cancelled })).rejects.toMatchObject({ reason: 'no-network' })
  const trickle = await network((request) => {
    const { socket } = request
    socket.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => socket.write('X-Slow: 1\r\n'), 10)
    socket.on('close', () => clearInterval(timer))
  })
  expect(await find(trickle)).toEqual(dead)
  const loop = await network(
    (_request, response) => void setTimeout(() => response.writeHead(302, { Location: '/' }).end(), 60),
  )
  expect(await find(loop)).toEqual(dead)
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
  expect(await checkSite(site, home, 'http://site.example/')).toMatchObject({ state: 'allowed' })
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

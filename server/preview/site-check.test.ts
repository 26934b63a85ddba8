// What the check of a project's site finds, from DNS to its headers, with a network whose names lead to a server of the test.
import { expect, test } from 'vitest'
import {
  testNetwork as network,
  open,
  paths,
  publicAddress,
  type TestNetwork,
} from '../../tests/support/peers/test-network.ts'
import { checkSite } from './site-check.ts'

const home = 'http://folio.example'
const encryptedHome = 'https://folio.example'

const failure = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test('what is found: one that forbids framing, by either header, in its own words', async () => {
  const site = await network(
    paths({
      '/options': [200, { 'X-Frame-Options': ['SameOrigin', 'DENY'] }],
      '/policy': [200, { 'Content-Security-Policy': ['img-src *', "frame-ancestors 'self'  a.Example"] }],
      '/report': [200, { 'Content-Security-Policy-Report-Only': "frame-ancestors 'none'" }],
      '/odd': [200, { 'X-Frame-Options': `DENY, ${'\xe9'.repeat(400)}` }],
    }),
  )
  const find = (path: string) => checkSite(site, home, `http://site.example${path}`)
  const forbidden = (reason: string, detail: string) => ({ state: 'forbidden', reason, detail })
  expect(await find('/options')).toEqual(forbidden('x-frame-options', 'X-Frame-Options: SameOrigin, DENY'))
  expect(await find('/policy')).toEqual(forbidden('frame-ancestors', "frame-ancestors 'self' a.Example"))
  expect(await find('/report')).toEqual({ state: 'allowed', reason: null, detail: null })
  const { detail } = await find('/odd')
  expect(detail).toMatch(/^X-Frame-Options: DENY, \?+$/)
  expect(detail).toHaveLength(300)
})

test.each([
  [204, 'dead'],
  [304, 'allowed'],
  [401, 'unknown'],
  [500, 'dead'],
  [503, 'unknown'],
])('what is found: the status %i: %s', async (status, state) => {
  const finding = await checkSite(await network(paths({ '/': [status] })), home, 'http://site.example/')
  expect(finding.state).toBe(state)
  expect(finding.detail).toBe(state === 'allowed' ? null : String(status))
})

test('what is found: a name that does not exist, a server that hangs up, one that speaks no HTTP', async () => {
  const site = await network((request) => request.socket.destroy(), {
    'gone.example': failure('ENOTFOUND', { syscall: 'queryA' }),
  })
  const find = (url: string) => checkSite(site, home, url)
  for (const host of ['gone.example', 'none.example'])
    expect(await find(`http://${host}/`)).toMatchObject({ state: 'dead', reason: 'no-host' })
  expect(await find('http://site.example/')).toMatchObject({ state: 'dead', reason: 'no-connection' })
  const noise = await network((request) => request.socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
  const unreadable = { state: 'unknown', reason: 'unreadable' }
  expect(await checkSite(noise, home, 'http://site.example/')).toMatchObject(unreadable)
})

test('what is found: no network of our own says nothing about the site', async () => {
  const site = await network(open, {
    'site.example': failure('EREFUSED', { syscall: 'queryA' }),
    'other.example': failure('ECONNREFUSED', { syscall: 'queryA' }),
  })
  for (const host of ['site.example', 'other.example'])
    await expect(checkSite(site, home, `http://${host}/`)).rejects.toMatchObject({ reason: 'no-network' })
  const unreachable = {
    ...site,
    resolve: async () => [publicAddress],
    connector: async (): ReturnType<TestNetwork['connector']> => (_options, done) =>
      done(failure('ENETUNREACH'), null),
  }
  await expect(checkSite(unreachable, home, 'http://site.example/')).rejects.toMatchObject({
    reason: 'no-network',
  })
})

test('what is found: an encrypted site, with a certificate that is valid and with one that is not', async () => {
  const site = await network(open, { 'other.example': [publicAddress] })
  const find = (url: string, by: TestNetwork = site) => checkSite(by, encryptedHome, url)
  expect(await find('https://secure.example/')).toMatchObject({ state: 'allowed' })
  const bad = { state: 'dead', reason: 'certificate' }
  expect(await find('https://other.example/')).toMatchObject(bad)
  expect(await find('https://secure.example/', { ...site, authorities: undefined })).toMatchObject(bad)
  expect(site.connections.map(({ port }) => port)).toEqual([443, 443, 443])
})

test('what is found: a site without encryption, also on the way, where ours has it', async () => {
  const site = await network(
    paths({
      '/': [200],
      '/to-plain': [302, { Location: 'http://secure.example/to-secure' }],
      '/to-secure': [301, { Location: 'https://secure.example/' }],
    }),
  )
  const plain = { state: 'unencrypted', reason: 'http', detail: null }
  const unencrypted = ['http://site.example/', 'https://secure.example/to-plain']
  for (const url of [...unencrypted, 'http://secure.example/to-secure'])
    expect(await checkSite(site, encryptedHome, url)).toEqual(plain)
  expect(await checkSite(site, encryptedHome, 'http://site.example/gone')).toMatchObject({ state: 'dead' })
  expect(await checkSite(site, home, 'http://secure.example/to-secure')).toMatchObject({ state: 'allowed' })
})

const tooFar = { state: 'unknown', reason: 'redirects' }

test('redirects: three are followed, and the last response counts alone', async () => {
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
  expect(await checkSite(site, home, 'http://site.example/1')).toMatchObject({ state: 'allowed' })
  expect(site.resolved).toHaveLength(4)
  expect(await checkSite(site, home, 'http://site.example/0')).toMatchObject(tooFar)
  expect(site.resolved).toHaveLength(8)
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'http://', ''])(
  'redirects: to %j is not followed',
  async (target) => {
    const site = await network(paths({ '/': [302, { Location: target }] }))
    expect(await checkSite(site, home, 'http://site.example/')).toMatchObject(tooFar)
  },
)

// Guessing passwords, and how often one client may do what else; what counts as a client. Browsers that are recognised: sign-in.test.ts.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { from, goodMessage as message } from '../../support/calls.ts'
import type { Sent } from '../../support/request.ts'
import { day, minute, ownApp, password } from '../../support/start.ts'

const wrong = 'Wrong-Horse-7'

/** An app with one user, and a try to sign in as that user. */
async function limited(env: Record<string, string> = { TRUST_PROXY: '1' }) {
  const app = await ownApp({ THROTTLE: 'on', ...env })
  const userId = await app.addUser({ email: 'user@example.com' })
  const guess = (secret = wrong, headers: Record<string, string> = from('192.0.2.1')) =>
    app.logIn('user@example.com', secret, headers)
  const statuses = (times: number, ...tried: Parameters<typeof guess>) =>
    Array.fromAsync({ length: times }, async () => (await guess(...tried)).status)
  return { app, userId, guess, statuses }
}

test('guessing passwords gets 429 with Retry-After from the sixth try on; the right password from elsewhere still works; waiting always helps: the waits grow to 15 minutes and stay there', async () => {
  const { app, guess, statuses } = await limited()
  expect(await statuses(20)).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
  expect((await guess(password)).body.message).toMatch(
    /^Too many attempts\. Please try again in \d+ seconds\.$/,
  )
  expect((await guess(password, from('192.0.2.2'))).status).toBe(200)
  const waits: number[] = []
  for (let n = 0; n < 8; n++) {
    const rejected = await guess()
    expect(rejected.status).toBe(429)
    const wait = Number(rejected.headers.get('retry-after'))
    waits.push(Math.round(wait / 30) / 2)
    app.pass(wait * 1000)
    expect((await guess()).status).toBe(401)
  }
  expect(waits).toEqual([0.5, 1, 2, 4, 8, 15, 15, 15])
  app.pass(16 * minute)
  expect((await guess(password)).status).toBe(200)
})

test('guessing passwords: a success forgets the failures, so does a day without one, and a clock that is set back locks nobody out', async () => {
  const { app, guess, statuses } = await limited()
  expect(await statuses(4)).toEqual(Array(4).fill(401))
  expect((await guess(password)).status).toBe(200)
  expect(await statuses(6)).toEqual([...Array(5).fill(401), 429])
  app.pass(day + minute)
  expect(await statuses(6)).toEqual([...Array(5).fill(401), 429])
  app.pass(-day)
  expect((await guess(password)).status).toBe(200)
})

test('guessing passwords at the same moment brings no more tries than one after the other', async () => {
  const { guess } = await limited()
  const all = await Promise.all(Array.from({ length: 20 }, () => guess()))
  expect(all.filter(({ status }) => status === 401)).toHaveLength(5)
})

test('guessing passwords of an account that does not exist has the same limits with the same messages', async () => {
  const { app } = await limited()
  const sequence = async (email: string, address: string) => {
    const responses = []
    for (let n = 0; n < 7; n++) responses.push(await app.logIn(email, wrong, from(address)))
    return responses.map(({ status, body }) => [status, String(body.message).replace(/\d+/, 'n')])
  }
  expect(await sequence('user@example.com', '192.0.2.1')).toEqual(
    await sequence('nobody@example.com', '192.0.2.2'),
  )
})

test('guessing passwords from many IP addresses limits the account for an hour; neither it nor they are stored', async () => {
  const { app, guess } = await limited()
  expect((await guess(wrong, from('192.0.2.2'))).status).toBe(401)
  const rows = JSON.stringify(await app.context.db.selectFrom('attempts').selectAll().execute())
  expect(rows).toContain('loginOfAccount')
  for (const secret of ['user@example.com', '192.0.2.2']) expect(rows).not.toContain(secret)
  await app.countedBefore('loginOfAccount', 100)
  expect((await guess(password, from('192.0.2.3'))).status).toBe(429)
  app.pass(61 * minute)
  expect((await guess(password, from('192.0.2.3'))).status).toBe(200)
})

const events = (log: string[]) =>
  log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'login.failed')

test('a rejected sign-in is logged and recorded without the IP address where all visitors may share it: a ban would shut out the proxy', async () => {
  for (const [env, headers] of [
    [{}, from('203.0.113.7')],
    [{ TRUST_PROXY: '1' }, {}],
    [{ TRUST_PROXY: '1' }, from('unknown')],
  ] as const) {
    const { app, statuses } = await limited(env)
    const log = app.captureLog()
    await statuses(6, wrong, headers)
    expect(events(log).map(({ ip }) => ip)).toEqual(Array(6).fill(null))
    expect(log.join('')).not.toContain('127.0.0.1')
    const recorded = await app.context.db.selectFrom('audit_events').select('ip').execute()
    expect(recorded).toEqual([{ ip: null }])
  }
})

test('a rejected sign-in leaves one line with the account and the IP address, which the filter of docs/operating.md finds, and nothing else, whatever it says', async () => {
  const guide = await readFile(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
  const [, filter = ''] = /^\s*failregex = (.+)$/m.exec(guide) ?? []
  expect(filter).toContain('<ADDR>')
  const pattern = new RegExp(filter.replace('<ADDR>', '(?<ip>[0-9a-f.:]+)'))
  const { app, userId, guess, statuses } = await limited()
  const log = app.captureLog()
  const forged = '"event":"login.failed","userId":null,"ip":"198.51.100.9"'
  await app.send(`/no/${encodeURIComponent(forged)}`, { method: 'POST', headers: from('198.51.100.9') })
  await app.logIn(`${forged}@example.com`, wrong, from('198.51.100.9'))
  await app.send('/contacts', { json: { ...message, name: forged }, headers: { 'user-agent': forged } })
  await statuses(7, wrong, from('203.0.113.7'))
  await guess(password, from('203.0.113.9'))
  await guess(wrong, from('[2001:db8::7]:443'))
  expect([events(log).at(0), events(log).at(-1)]).toMatchObject([
    { userId, ip: '203.0.113.7' },
    { userId, ip: '2001:db8::7' },
  ])
  expect(log.join('')).not.toContain('@')
  // fail2ban takes the time out of the line before it looks.
  const found = log.flatMap(
    (line) => pattern.exec(line.replace(/"time":"[^"]+"/, '"time":""'))?.groups?.ip ?? [],
  )
  expect(found).toEqual([...Array(7).fill('203.0.113.7'), '2001:db8::7'])
})

const user = { name: 'Rosa', password }
const metricsToken = 'a-token-of-24-characters'
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
/** Calls, what one client sends again and again, how often it may, and in how many minutes. */
const calls: [name: string, max: number, minutes: number, path: string, sent: (n: number) => Sent][] = [
  ['login', 60, 15, '/login', (n) => ({ json: { email: `a${n}@example.com`, password: wrong } })],
  ['register', 20, 60, '/register', (n) => ({ json: { ...user, email: `a${n}@example.com` } })],
  ['contact', 10, 10, '/contacts', (n) => ({ json: { ...message, message: `${n}` } })],
  ['reset', 30, 60, '/reset-password', (n) => ({ json: { email: `a${n}@example.com` } })],
  ['token', 60, 15, '/contacts', (n) => bearer(`pat_${n}`)],
  // The first one over the limit is the right one.
  ['metrics', 60, 15, '/metrics', (n) => bearer(n === 2 ? metricsToken : `wrong ${n}`)],
]

test.each(calls)(
  '%s allows a client %i requests in %i minutes, and twenty times as many where clients cannot be told apart',
  async (name, max, minutes, path, sent) => {
    for (const [env, headers, allowed] of [
      [{ TRUST_PROXY: '1' }, from('192.0.2.1'), max],
      [{ TRUST_PROXY: '1' }, {}, max],
      [{}, from('192.0.2.1'), 20 * max],
    ] as const) {
      const app = await ownApp({ THROTTLE: 'on', METRICS_TOKEN: metricsToken, ...env })
      const isLimited = async (n: number, by = headers) => {
        const { headers, ...body } = sent(n)
        return (await app.send(path, { ...body, headers: { ...headers, ...by } })).status === 429
      }
      expect(await isLimited(0)).toBe(false)
      await app.countedBefore(name, allowed - 1)
      expect(await isLimited(1)).toBe(false)
      expect(await isLimited(2)).toBe(true)
      expect(await isLimited(3, from('192.0.2.2'))).toBe(!('TRUST_PROXY' in env))
      app.pass(minutes * minute)
      expect(await isLimited(4)).toBe(false)
    }
  },
)

test.each([
  ['with any port', from('192.0.2.1:49152'), from('192.0.2.1'), 429],
  ['written as IPv6', from('192.0.2.1'), from('::ffff:192.0.2.1'), 429],
  ['anywhere in its /64', from('2001:db8::1'), from('[2001:db8::ffff]:443'), 429],
  ['no more in another /64', from('2001:db8:0:1::1'), from('2001:db8:0:2::1'), 401],
  ['claiming to be forwarded from elsewhere', from('192.0.2.1'), from('198.51.100.1, 192.0.2.1'), 429],
  ['as the peer, where the header names no IP address', {}, from('192.0.2.1, garbage'), 429],
  ['no more once the header names one', {}, from('192.0.2.1'), 401],
])('behind a trusted proxy a client is the same %s', async (_, first, second, status) => {
  const { guess, statuses } = await limited()
  expect(await statuses(5, wrong, first)).toEqual(Array(5).fill(401))
  expect((await guess(wrong, second)).status).toBe(status)
})

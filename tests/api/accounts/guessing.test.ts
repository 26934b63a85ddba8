// Guessing passwords, and how often one client may do what else; what counts as a client. Browsers that are recognised: sign-in.test.ts.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { goodPassword as good, logIn, goodMessage as message, requestReset } from '../../support/calls.ts'
import { captureLog, countedBefore, from } from '../../support/evidence.ts'
import { ownApps, password, type Running } from '../../support/start.ts'

const minute = 60_000
const day = 24 * 60 * minute
const ownApp = ownApps()
const wrong = 'Wrong-Horse-7'

describe('guessing passwords', () => {
  const limited = () => ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })

  test('gets 429 with Retry-After from the sixth try on; the right password from elsewhere still works', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const statuses: number[] = []
    for (let n = 0; n < 20; n++)
      statuses.push((await logIn(own, 'user@example.com', wrong, from('192.0.2.1'))).status)
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
    const rejected = await logIn(own, 'user@example.com', password, from('192.0.2.1'))
    expect(rejected.status).toBe(429)
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(rejected.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    expect(rejected.body.message).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/)
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.2'))).status).toBe(200)
  })

  test('waiting always helps: the waits grow to 15 minutes and stay there', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const guess = () => logIn(own, 'user@example.com', wrong, from('192.0.2.1'))
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(401)
    const waits: number[] = []
    for (let n = 0; n < 8; n++) {
      const rejected = await guess()
      expect(rejected.status).toBe(429)
      const wait = Number(rejected.headers.get('retry-after'))
      waits.push(Math.round(wait / 30) / 2)
      own.pass(wait * 1000)
      expect((await guess()).status).toBe(401)
    }
    expect(waits).toEqual([0.5, 1, 2, 4, 8, 15, 15, 15])
    own.pass(16 * minute)
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.1'))).status).toBe(200)
  })

  test('a success forgets the failures, and so does a day without one', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const guess = (secret: string) => logIn(own, 'user@example.com', secret, from('192.0.2.1'))
    const failTimes = async (times: number) => {
      for (let n = 0; n < times; n++) expect((await guess(wrong)).status).toBe(401)
    }
    await failTimes(4)
    expect((await guess(password)).status).toBe(200)
    await failTimes(5)
    expect((await guess(wrong)).status).toBe(429)
    own.pass(day + minute)
    await failTimes(5)
  })

  test('at the same moment brings no more tries than one after the other', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const all = await Promise.all(
      Array.from({ length: 20 }, () => logIn(own, 'user@example.com', wrong, from('192.0.2.1'))),
    )
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('of an account that does not exist has the same limits with the same messages', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const sequence = async (email: string, address: string) => {
      const responses = []
      for (let n = 0; n < 7; n++) responses.push(await logIn(own, email, wrong, from(address)))
      return responses.map(({ status, body }) => [status, String(body.message).replace(/\d+/, 'n')])
    }
    expect(await sequence('user@example.com', '192.0.2.1')).toEqual(
      await sequence('nobody@example.com', '192.0.2.2'),
    )
  })

  test('from many IP addresses limits the account for an hour', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    expect((await logIn(own, 'user@example.com', wrong, from('192.0.2.2'))).status).toBe(401)
    // As after a hundred addresses have had a try.
    await own.context.db
      .updateTable('attempts')
      .set({ count: 100 })
      .where('key', 'like', 'login-account:%')
      .execute()
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.3'))).status).toBe(429)
    own.pass(61 * minute)
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.3'))).status).toBe(200)
  })

  test('a clock that is set back does not turn a wait into a lock', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    own.pass(day)
    for (let n = 0; n < 6; n++) await logIn(own, 'user@example.com', wrong, from('192.0.2.1'))
    own.pass(-day)
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.1'))).status).toBe(200)
  })

  test('the table of attempts contains no email address and no IP address', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    await logIn(own, 'user@example.com', password, from('192.0.2.1'))
    const rows = JSON.stringify(await own.context.db.selectFrom('attempts').selectAll().execute())
    expect(rows).toContain('login')
    expect(rows).not.toContain('user@example.com')
    expect(rows).not.toContain('192.0.2.1')
  })
})

describe('a rejected sign-in', () => {
  const events = (log: string[]) =>
    log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'login.failed')

  test('leaves one line with the account, if there is one, and the IP address', async () => {
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    const userId = await app.addUser({ email: 'user@example.com' })
    const log = captureLog(app)
    await logIn(app, 'user@example.com', wrong, from('203.0.113.7'))
    await logIn(app, 'nobody@example.com', wrong, from('[2001:db8::7]:443'))
    await logIn(app, 'user@example.com', password, from('203.0.113.7'))
    const wanted = [
      { event: 'login.failed', userId, ip: '203.0.113.7' },
      { event: 'login.failed', userId: null, ip: '2001:db8::7' },
    ]
    expect(events(log)).toEqual(wanted.map((fields) => expect.objectContaining(fields)))
    expect(log.join('')).not.toContain('@')
  })

  test('is logged without the IP address where all visitors may share it: a ban would shut out the proxy', async () => {
    for (const [env, headers] of [
      [{}, from('203.0.113.7')],
      [{ TRUST_PROXY: '1' }, {}],
      [{ TRUST_PROXY: '1' }, from('unknown')],
    ] as const) {
      const app = await ownApp({ THROTTLE: 'on', ...env })
      await app.addUser({ email: 'user@example.com' })
      const log = captureLog(app)
      for (let n = 0; n < 6; n++) await logIn(app, 'user@example.com', wrong, headers)
      expect(events(log).map(({ ip }) => ip)).toEqual(Array(6).fill(null))
      expect(log.join('')).not.toContain('127.0.0.1')
    }
  })

  test('is found by the filter of docs/operating.md, and nothing else is, whatever it says', async () => {
    const guide = await readFile(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8')
    const [, filter = ''] = /^\s*failregex = (.+)$/m.exec(guide) ?? []
    expect(filter).toContain('<ADDR>')
    const pattern = new RegExp(filter.replace('<ADDR>', '(?<ip>[0-9a-f.:]+)'))
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    await app.addUser({ email: 'user@example.com' })
    const log = captureLog(app)
    const forged = '"event":"login.failed","userId":null,"ip":"198.51.100.9"'
    await app.send(`/no/${encodeURIComponent(forged)}`, { method: 'POST', headers: from('198.51.100.9') })
    await logIn(app, `${forged}@example.com`, wrong, from('198.51.100.9'))
    await app.send('/contacts', { json: { ...message, name: forged }, headers: { 'user-agent': forged } })
    for (let n = 0; n < 7; n++) await logIn(app, 'user@example.com', wrong, from('203.0.113.7'))
    // fail2ban takes the time out of the line before it looks.
    const found = log.flatMap(
      (line) => pattern.exec(line.replace(/"time":"[^"]+"/, '"time":""'))?.groups?.ip ?? [],
    )
    expect(found).toEqual(Array(7).fill('203.0.113.7'))
  })
})

/** Names of the calls, what one client sends again and again, and how often it may. */
const calls: [
  string,
  number,
  (app: Running, n: number, headers: Record<string, string>) => Promise<number>,
][] = [
  ['login', 60, async (app, n, headers) => (await logIn(app, `a${n}@example.com`, wrong, headers)).status],
  [
    'register',
    20,
    async (app, n, headers) => {
      const json = { name: 'Rosa', email: `a${n}@example.com`, password: good }
      return (await app.json('/register', { json, headers })).status
    },
  ],
  [
    'contact',
    10,
    async (app, n, headers) =>
      (await app.json('/contacts', { json: { ...message, message: `${n}` }, headers })).status,
  ],
  ['reset', 30, async (app, n, headers) => (await requestReset(app, `a${n}@example.com`, headers)).status],
]

/** A body that no call takes. */
const sendInvalid = async (app: Running, headers: Record<string, string>) =>
  (await logIn(app, 'no email address', wrong, headers)).status

describe('invalid bodies', () => {
  test('of one client are read 300 times in ten minutes', async () => {
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    expect(await sendInvalid(app, from('192.0.2.1'))).toBe(400)
    await countedBefore(app, 'invalid', 299)
    expect(await sendInvalid(app, from('192.0.2.1'))).toBe(400)
    expect(await sendInvalid(app, from('192.0.2.1'))).toBe(429)
    expect(await sendInvalid(app, from('192.0.2.2'))).toBe(400)
  })

  test('do not count where clients cannot be told apart', async () => {
    const app = await ownApp({ THROTTLE: 'on' })
    expect(await sendInvalid(app, {})).toBe(400)
    expect(await app.context.db.selectFrom('attempts').select('key').execute()).toEqual([])
  })
})

describe.each(calls)('%s', (name, max, send) => {
  test(`allows a client ${max} requests, and twenty times as many where clients cannot be told apart`, async () => {
    for (const [env, headers, allowed] of [
      [{ TRUST_PROXY: '1' }, from('192.0.2.1'), max],
      [{ TRUST_PROXY: '1' }, {}, max],
      [{}, from('192.0.2.1'), 20 * max],
    ] as const) {
      const app = await ownApp({ THROTTLE: 'on', ...env })
      expect(await send(app, 0, headers)).toBeLessThan(429)
      await countedBefore(app, name, allowed - 1)
      expect(await send(app, 1, headers)).toBeLessThan(429)
      expect(await send(app, 2, headers)).toBe(429)
      const other = await send(app, 3, from('192.0.2.2'))
      if ('TRUST_PROXY' in env) expect(other).toBeLessThan(429)
      else expect(other).toBe(429)
    }
  })
})

describe('behind a trusted proxy a client', () => {
  /** Whether the sixth wrong password of a client that writes its IP address in two ways must wait. */
  async function isOneClient(
    first: Record<string, string>,
    second: Record<string, string>,
  ): Promise<boolean> {
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    for (let n = 0; n < 5; n++) expect((await logIn(app, 'a@example.com', wrong, first)).status).toBe(401)
    return (await logIn(app, 'a@example.com', wrong, second)).status === 429
  }

  test.each([
    ['with and without a port', '192.0.2.1', '192.0.2.1:49152'],
    ['anywhere in its /64', '2001:db8::1', '[2001:db8::ffff]:443'],
    ['claiming to be forwarded from elsewhere', '192.0.2.1', '198.51.100.1, 192.0.2.1'],
  ])('is the same %s', async (_, first, second) => {
    expect(await isOneClient(from(first), from(second))).toBe(true)
  })

  test('is the peer where the header is absent or names no IP address', async () => {
    expect(await isOneClient({}, from('unknown'))).toBe(true)
    expect(await isOneClient(from('192.0.2.1, garbage'), from(','))).toBe(true)
    expect(await isOneClient({}, from('192.0.2.1'))).toBe(false)
  })
})

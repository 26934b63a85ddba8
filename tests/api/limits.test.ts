// Rate limits of a client, and what counts as one. Waits after wrong passwords: guessing.test.ts; messages of all together:
// message-limits.test.ts.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { countClient } from '../../server/http/rate-limit.ts'
import { goodPassword as good, logIn, goodMessage as message, requestReset } from '../support/calls.ts'
import { captureLog, countedBefore, from } from '../support/evidence.ts'
import { startServer } from '../support/server-process.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()
const wrong = 'Wrong-Horse-7'

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

  test.each([
    ['a field', Buffer.from([0xe9])],
    [
      'the name of a file',
      Buffer.from('x\r\n--b\r\nContent-Disposition: form-data; name="a"; filename="\xe9"', 'latin1'),
    ],
  ])(
    'that are forms with text that is not UTF-8 get 400, count, and are no error in the log: %s',
    async (_, bytes) => {
      const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
      const cookie = await app.asUser()
      const lines = captureLog(app)
      const part = '--b\r\nContent-Disposition: form-data; name="name"\r\n\r\n'
      const sent = await fetch(`${app.url}/edit-profile`, {
        method: 'POST',
        body: Buffer.concat([Buffer.from(part), bytes, Buffer.from('\r\n\r\nx\r\n--b--\r\n')]),
        headers: { cookie, 'content-type': 'multipart/form-data; boundary=b', ...from('192.0.2.1') },
      })
      expect([sent.status, await sent.json()]).toEqual([400, expect.objectContaining({ code: 'invalid' })])
      await countedBefore(app, 'invalid', 1)
      expect(lines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)).toEqual([])
    },
  )

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

test('instances whose clocks differ by seconds count together', async () => {
  const { context, pass } = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  const limit = { name: 'test', max: 3, within: 60_000 }
  const client = { ip: '192.0.2.1', key: '192.0.2.1', network: '192.0.2.1', isShared: false }
  for (const seconds of [-5, 5, -5]) {
    await countClient(context, limit, client)
    pass(seconds * 1000)
  }
  await expect(countClient(context, limit, client)).rejects.toThrow('Too many attempts')
})

test('clients that cannot be told apart have the same limit where their proxy connects by IPv6', async () => {
  const { context } = await ownApp({ THROTTLE: 'on' })
  const limit = { name: 'test', max: 2, within: 60_000 }
  for (const client of [
    { ip: '127.0.0.1', key: '127.0.0.1', network: '127.0.0.1', isShared: true },
    { ip: '::1', key: '0:0:0:0::/64', network: '0:0:0::/48', isShared: true },
  ]) {
    for (let n = 0; n < 40; n++) await countClient(context, limit, client)
    await expect(countClient(context, limit, client)).rejects.toThrow('Too many attempts')
  }
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
    ['as IPv4 and mapped into IPv6', '192.0.2.1', '[::ffff:192.0.2.1]:80'],
    ['compressed and in full', '2001:db8::1', '2001:0db8:0000:0000:0000:0000:0000:0001'],
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

describe('a request over a limit', () => {
  test('of a client or of an account costs no write', async () => {
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    // Emails of the calls before are counted when they are sent, which may be now.
    const rows = async () =>
      JSON.stringify(
        await app.context.db
          .selectFrom('attempts')
          .selectAll()
          .where('key', 'not like', 'emails:%')
          .orderBy('key')
          .execute(),
      )
    for (const [name, max, send] of calls) {
      await send(app, 0, from('192.0.2.1'))
      await countedBefore(app, name, max)
      const before = await rows()
      expect(await send(app, 1, from('192.0.2.1'))).toBe(429)
      expect(await rows()).toBe(before)
    }
    await logIn(app, 'user@example.com', wrong, from('192.0.2.2'))
    await app.context.db.deleteFrom('attempts').where('key', 'not like', 'login-account:%').execute()
    await app.context.db.updateTable('attempts').set({ count: 100 }).execute()
    const before = await rows()
    expect((await logIn(app, 'user@example.com', wrong, from('192.0.2.3'))).status).toBe(429)
    expect((await logIn(app, 'a0@example.com', wrong, from('192.0.2.3'))).status).toBe(429)
    expect(await rows()).toBe(before)
  })
})

describe.runIf(inject('postgres') === null)('the start', () => {
  test.each([
    [{ PUBLIC_URL: 'https://juno.example' }, true],
    [{ PUBLIC_URL: 'https://juno.example', TRUST_PROXY: '1' }, false],
    [{}, false],
  ])('with %j warns that all visitors count as one client: %s', async (env, warns) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
    const server = await startServer({ DATA_DIR: dataDir, DEMO_CONTENT: 'off', ...env } as Record<
      string,
      string
    >)
    try {
      expect(server.output().includes('TRUST_PROXY is off')).toBe(warns)
    } finally {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})

// Rejected sign-ins: their log line, which fail2ban reads, and what they cost.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { logIn, goodMessage as message } from '../support/calls.ts'
import { captureLog } from '../support/evidence.ts'
import { ownApps, password } from '../support/start.ts'

const ownApp = ownApps()
const from = (address: string) => ({ 'x-forwarded-for': address })
const wrong = 'Wrong-Horse-7'

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
    const guide = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8')
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

  test('of a client that must wait costs no write and no hash, and is logged all the same', async () => {
    const app = await ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
    await app.addUser({ email: 'user@example.com' })
    const guess = () => logIn(app, 'user@example.com', wrong, from('203.0.113.7'))
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(401)
    const writes: string[] = []
    const watching: KyselyPlugin = {
      transformQuery({ node }) {
        if (node.kind !== 'SelectQueryNode') writes.push(node.kind)
        return node
      },
      transformResult: async ({ result }) => result,
    }
    Object.assign(app.context, { db: app.context.db.withPlugin(watching) })
    const log = captureLog(app)
    const before = process.cpuUsage()
    for (let n = 0; n < 20; n++) expect((await guess()).status).toBe(429)
    const { user } = process.cpuUsage(before)
    expect(writes).toEqual([])
    // Twenty hashes take more than a second.
    expect(user).toBeLessThan(800_000)
    expect(events(log)).toHaveLength(20)
    await logIn(app, 'user@example.com', password, from('203.0.113.8'))
    expect(writes).not.toEqual([])
  })
})

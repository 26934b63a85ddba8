// Guessing passwords: limits by client and by account, and waits that end. Which clients are one: limits.test.ts. Known
// browsers: device.test.ts.
import { describe, expect, test } from 'vitest'
import { logIn } from '../support/calls.ts'
import { ownApps, password } from '../support/start.ts'

const minute = 60_000
const day = 24 * 60 * minute

const ownApp = ownApps()

describe('guessing passwords', () => {
  const limited = () => ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('gets 429 with Retry-After from the sixth try on; the right password from elsewhere still works', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const statuses: number[] = []
    for (let n = 0; n < 20; n++)
      statuses.push((await logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.1'))).status)
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
    const guess = () => logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.1'))
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
      for (let n = 0; n < times; n++) expect((await guess('Wrong-Horse-7')).status).toBe(401)
    }
    await failTimes(4)
    expect((await guess(password)).status).toBe(200)
    await failTimes(5)
    expect((await guess('Wrong-Horse-7')).status).toBe(429)
    own.pass(day + minute)
    await failTimes(5)
  })

  test('at the same moment brings no more tries than one after the other', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const all = await Promise.all(
      Array.from({ length: 20 }, () => logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.1'))),
    )
    expect(all.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(all.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('where the clock of another instance is behind is counted, and free tries stay free', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const guess = () => logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.1'))
    const statuses: number[] = []
    for (let n = 0; n < 8; n++) {
      statuses.push((await guess()).status)
      own.pass(n % 2 === 0 ? -1_000 : 1_000)
    }
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(3).fill(429)])
  })

  test('of an account that does not exist has the same limits with the same messages', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const sequence = async (email: string, address: string) => {
      const responses = []
      for (let n = 0; n < 7; n++) responses.push(await logIn(own, email, 'Wrong-Horse-7', from(address)))
      return responses.map(({ status, body }) => [status, String(body.message).replace(/\d+/, 'n')])
    }
    expect(await sequence('user@example.com', '192.0.2.1')).toEqual(
      await sequence('nobody@example.com', '192.0.2.2'),
    )
  })

  test('one try at each of many accounts is limited by IP address, whatever X-Forwarded-For claims', async () => {
    const own = await limited()
    const statuses: number[] = []
    const rotating = (n: number) => from(`198.51.100.${n}, 192.0.2.1`)
    const guess = async (n: number) =>
      statuses.push((await logIn(own, `a${n}@example.com`, 'Wrong-Horse-7', rotating(n))).status)
    await guess(1)
    // As after 57 more, which would only take time.
    await own.context.db.updateTable('attempts').set({ count: 58 }).where('key', 'like', 'login:%').execute()
    for (const n of [59, 60, 61, 62]) await guess(n)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    own.pass(16 * minute)
    expect((await logIn(own, 'a1@example.com', 'Wrong-Horse-7', from('192.0.2.1'))).status).toBe(401)
  })

  test('an IPv6 client is its /64, not one of its addresses', async () => {
    const own = await limited()
    const statuses: number[] = []
    for (let n = 1; n <= 6; n++)
      statuses.push((await logIn(own, 'a@example.com', 'Wrong-Horse-7', from(`2001:db8:1:2::${n}`))).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await logIn(own, 'a@example.com', 'Wrong-Horse-7', from('2001:db8:1:3::1'))).status).toBe(401)
  })

  test('from many IP addresses limits the account for an hour', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    expect((await logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.2'))).status).toBe(401)
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
    for (let n = 0; n < 6; n++) await logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.1'))
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

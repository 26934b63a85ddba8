// Log in, log out, who am I, the dashboard's numbers, and what guessing at the door meets.
import { argon2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { keepLog, rowsAsText } from './evidence.ts'
import { cookieOf, password, type Running, startApp } from './start.ts'

const minute = 60_000
const day = 24 * 60 * minute

const closed: Running[] = []
/** An app of its own for a test that needs other settings or a clock of its own. */
async function ownApp(env: Record<string, string> = {}): Promise<Running> {
  const own = await startApp(env)
  closed.push(own)
  return own
}
afterEach(async () => {
  for (const own of closed.splice(0)) await own.stop()
})

let app: Running
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.stop())

const logIn = (to: Running, email: string, secret = password, headers: Record<string, string> = {}) =>
  to.json('/login', { json: { email, password: secret }, headers })

describe('signing in', () => {
  test('with address and password answers who it is and sets a session cookie', async () => {
    const id = await app.addUser({ email: 'anna@example.com', name: 'Anna' })
    const response = await app.send('/login', { json: { email: 'anna@example.com', password } })
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({
      success: true,
      message: 'Login successful!',
      user: {
        id,
        name: 'Anna',
        email: 'anna@example.com',
        avatarUrl: null,
        isEmailValid: true,
        isAdmin: false,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      },
    })
    expect(response.headers.get('cache-control')).toBe('no-store')
    const [cookie = '', ...more] = response.headers.getSetCookie()
    expect(more).toEqual([])
    expect(cookie).toMatch(/^session=[\w-]{32};/)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=604800',
      'Path=/',
      'SameSite=Lax',
    ])
  })

  test('under https the cookie is Secure, has the __Host- prefix and no domain (abuse case 7)', async () => {
    const own = await ownApp({ PUBLIC_URL: 'https://portfolio.example' })
    await own.addUser({ email: 'anna@example.com' })
    const response = await own.send('/login', { json: { email: 'anna@example.com', password } })
    const [cookie = ''] = response.headers.getSetCookie()
    expect(cookie).toMatch(/^__Host-session=/)
    expect(cookie).toContain('; Secure')
    expect(cookie).not.toMatch(/domain/i)
    const check = await own.json('/check-auth', { cookie: cookieOf(response) })
    expect(check.body.isAuthenticated).toBe(true)
  })

  test('takes the address in any letter case and with blanks around it (decision 66)', async () => {
    await app.addUser({ email: 'bela@example.com' })
    expect((await logIn(app, '  BeLa@Example.COM ')).status).toBe(200)
  })

  test('with a wrong password and with an unknown address answers byte for byte the same (decision 67, abuse case 3)', async () => {
    await app.addUser({ email: 'cora@example.com' })
    const wrong = await app.send('/login', { json: { email: 'cora@example.com', password: 'Wrong-Horse-7' } })
    const unknown = await app.send('/login', {
      json: { email: 'nobody@example.com', password: 'Wrong-Horse-7' },
    })
    expect([wrong.status, unknown.status]).toEqual([401, 401])
    const [first, second] = [await wrong.text(), await unknown.text()]
    expect(first).toBe(second)
    expect(JSON.parse(first)).toEqual({ success: false, message: 'Invalid email or password.' })
    expect(wrong.headers.getSetCookie()).toEqual([])
  })

  test('to an account that never chose a password is refused like any wrong password', async () => {
    const id = await app.addUser({ email: 'dora@example.com' })
    await app.context.db.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute()
    const { status, body } = await logIn(app, 'dora@example.com')
    expect([status, body.message]).toEqual([401, 'Invalid email or password.'])
  })

  test('an unverified person may sign in; only the badge says so (decision 67)', async () => {
    const id = await app.addUser({ email: 'edna@example.com' })
    await app.context.db.updateTable('users').set({ email_verified_at: null }).where('id', '=', id).execute()
    const { status, body } = await logIn(app, 'edna@example.com')
    expect([status, body.user.isEmailValid]).toEqual([200, false])
  })

  test('an address that is none is told so before anything is looked up (section 5)', async () => {
    for (const email of ['', 'x', 'x@y', '@y.z', 'a b@y.z', 'x@y.', 'x@@y.z']) {
      const { status, body } = await logIn(app, email)
      expect([email, status, body.errors?.email]).toEqual([email, 400, 'Invalid email format'])
    }
  })

  test('a missing password, a number for one and an endless one are refused as invalid', async () => {
    for (const secret of [undefined, '', 7, null, 'x'.repeat(1025)]) {
      const { status, body } = await app.json('/login', { json: { email: 'x@y.z', password: secret } })
      expect([status, body.success]).toEqual([400, false])
      expect(body.errors.password).toEqual(expect.any(String))
    }
  })

  test('remember-me has no effect (decision 7)', async () => {
    await app.addUser({ email: 'fred@example.com' })
    const json = { email: 'fred@example.com', password, remember: true }
    const response = await app.send('/login', { json })
    expect(response.headers.getSetCookie()[0]).toContain('Max-Age=604800')
  })

  test('with a weaker hash renews it, and the password still fits (decision 72)', async () => {
    const id = await app.addUser({ email: 'gerd@example.com' })
    const salt = randomBytes(16)
    const parameters = {
      message: Buffer.from(password),
      nonce: salt,
      memory: 8192,
      passes: 1,
      parallelism: 1,
    }
    const tag = await promisify(argon2)('argon2id', { ...parameters, tagLength: 32 })
    const plain = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
    const weak = `$argon2id$v=19$m=8192,t=1,p=1$${plain(salt)}$${plain(tag)}`
    await app.context.db.updateTable('users').set({ password_hash: weak }).where('id', '=', id).execute()
    expect((await logIn(app, 'gerd@example.com', 'Wrong-Horse-7')).status).toBe(401)
    expect((await logIn(app, 'gerd@example.com')).status).toBe(200)
    const { password_hash: hash } = await app.context.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    expect((await logIn(app, 'gerd@example.com')).status).toBe(200)
  })

  test('a crowd at the door is sent away with Retry-After, and pages are answered meanwhile (abuse case 44)', async () => {
    const own = await ownApp({ LOG_LEVEL: 'silent' })
    const crowd = Array.from({ length: 80 }, (_, index) => logIn(own, `nobody-${index}@example.com`))
    const check = await own.json('/check-auth')
    const answers = await Promise.all(crowd)
    expect(check.status).toBe(200)
    const turned = answers.filter(({ status }) => status === 503)
    expect(turned.length).toBeGreaterThan(0)
    expect(turned[0]?.headers.get('retry-after')).toBe('2')
    expect(turned[0]?.body.message).toBe('The server is busy. Please try again in a moment.')
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401, 503]))
  })
})

describe('a session', () => {
  test('is a new one at every sign-in; an id that was planted never becomes one (decision 6, abuse case 6)', async () => {
    await app.addUser({ email: 'hans@example.com' })
    const planted = `session=${'p'.repeat(32)}`
    expect((await app.json('/check-auth', { cookie: planted })).body).toEqual({ isAuthenticated: false })
    const response = await app.send('/login', {
      json: { email: 'hans@example.com', password },
      cookie: planted,
    })
    const first = cookieOf(response)
    expect(first).not.toBe(planted)
    expect((await app.json('/check-auth', { cookie: planted })).body).toEqual({ isAuthenticated: false })
    const second = cookieOf(
      await app.send('/login', { json: { email: 'hans@example.com', password }, cookie: first }),
    )
    expect(second).not.toBe(first)
    expect((await app.json('/check-auth', { cookie: first })).body).toEqual({ isAuthenticated: false })
    expect((await app.json('/check-auth', { cookie: second })).body.isAuthenticated).toBe(true)
  })

  test('survives a failed sign-in in the same browser', async () => {
    const cookie = await app.asUser('ilse@example.com')
    await app.send('/login', { json: { email: 'ilse@example.com', password: 'Wrong-Horse-7' }, cookie })
    expect((await app.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)
  })

  test('ends a week after the last visit, at the latest after a month (decision 6)', async () => {
    const own = await ownApp()
    const idle = await own.asUser('idle@example.com')
    const busy = await own.asUser('busy@example.com')
    const isIn = async (cookie: string) => (await own.json('/check-auth', { cookie })).body.isAuthenticated
    for (const days of [5, 10, 15, 20, 25, 29]) {
      own.pass((days % 5 || 5) * day)
      expect([days, await isIn(busy)]).toEqual([days, true])
      if (days === 10) expect(await isIn(idle)).toBe(false)
    }
    own.pass(1.1 * day)
    expect(await isIn(busy)).toBe(false)
  })

  test('a renewed one renews the cookie too', async () => {
    const own = await ownApp()
    const cookie = await own.asUser('user@example.com')
    expect((await own.send('/check-auth', { cookie })).headers.getSetCookie()).toEqual([])
    own.pass(4 * day)
    const [renewed = ''] = (await own.send('/check-auth', { cookie })).headers.getSetCookie()
    expect(renewed).toContain(cookie)
    expect(renewed).toContain('Max-Age=604800')
  })

  test('follows the role in the database at the next request (decision 5, abuse case 16)', async () => {
    const cookie = await app.asAdmin('jana@example.com')
    const role = async (role: 'user' | 'admin') =>
      app.context.db.updateTable('users').set({ role }).where('email', '=', 'jana@example.com').execute()
    expect((await app.json('/check-admin', { cookie })).body).toEqual({ isAdmin: true })
    await role('user')
    expect((await app.json('/check-admin', { cookie })).body).toEqual({ isAdmin: false })
    expect((await app.json('/api/admin/users', { cookie })).status).toBe(403)
    await role('admin')
    expect((await app.json('/api/admin/users', { cookie })).status).toBe(200)
    await app.context.db.deleteFrom('users').where('email', '=', 'jana@example.com').execute()
    expect((await app.json('/api/admin/users', { cookie })).status).toBe(401)
    expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
  })

  test('neither its id nor the password rests in the database or the log (abuse cases 19 and 49)', async () => {
    const own = await ownApp()
    const log = keepLog(own)
    const cookie = await own.asUser()
    await own.json('/login', {
      json: { email: 'user@example.com', password: 'Wrong-Horse-7' },
      headers: { 'user-agent': 'x\tforged "line"' },
    })
    const [, id = ''] = cookie.split('=')
    const kept = (await rowsAsText(own)) + log.join('')
    expect(log.length).toBeGreaterThan(0)
    for (const secret of [id, password, 'Wrong-Horse-7']) expect(kept).not.toContain(secret)
    for (const line of log) expect(() => JSON.parse(line)).not.toThrow()
  })

  test('a sign-in is written to the log: who, what and when (decision 26)', async () => {
    const own = await ownApp()
    const id = await own.addUser({ email: 'user@example.com' })
    const log = keepLog(own)
    await own.signIn('user@example.com')
    const entry = log.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'audit')
    expect(entry).toMatchObject({ who: id, what: 'signed in', time: expect.anything() })
  })
})

describe('asking who is signed in', () => {
  test('a visitor gets a plain no and no cookie (decision 9)', async () => {
    const response = await app.send('/check-auth')
    expect([response.status, await response.json()]).toEqual([200, { isAuthenticated: false }])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a person gets exactly six fields, none of them a secret (decision 9, abuse case 48)', async () => {
    const { body } = await app.json('/check-auth', { cookie: await app.asUser('karl@example.com') })
    expect(Object.keys(body.user).sort()).toEqual([
      'avatarUrl',
      'createdAt',
      'email',
      'id',
      'isEmailValid',
      'name',
    ])
  })

  test('check-admin: 401 for a visitor, false for a user, true for an admin (decision 9)', async () => {
    expect((await app.json('/check-admin')).status).toBe(401)
    expect((await app.json('/check-admin', { cookie: await app.asUser('lena@example.com') })).body).toEqual({
      isAdmin: false,
    })
    expect((await app.json('/check-admin', { cookie: await app.asAdmin('max@example.com') })).body).toEqual({
      isAdmin: true,
    })
  })
})

describe('logging out', () => {
  test('ends the session on the server, not only in the browser', async () => {
    const cookie = await app.asUser('nina@example.com')
    const response = await app.json('/logout', { json: {}, cookie })
    expect([response.status, response.body.success]).toEqual([200, true])
    expect(response.headers.getSetCookie()[0]).toMatch(/^session=;.*Max-Age=0/)
    expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
  })

  test('twice, or without a session, is no failure (decision 11)', async () => {
    const cookie = await app.asUser('olga@example.com')
    for (const who of [cookie, cookie, undefined])
      expect((await app.send('/logout', { json: {}, ...(who ? { cookie: who } : {}) })).status).toBe(200)
  })

  test('leaves the sessions of other browsers alone', async () => {
    const first = await app.asUser('paul@example.com')
    const second = await app.signIn('paul@example.com')
    await app.send('/logout', { json: {}, cookie: first })
    expect((await app.json('/check-auth', { cookie: second })).body.isAuthenticated).toBe(true)
  })
})

describe('the dashboard call', () => {
  test('401 for a visitor; a user gets name and picture and no numbers (decision 10)', async () => {
    expect((await app.json('/dashboard')).status).toBe(401)
    const { status, body } = await app.json('/dashboard', { cookie: await app.asUser('rita@example.com') })
    expect([status, body]).toEqual([200, { name: 'Uma User', avatarUrl: null }])
  })

  test('an admin gets totals with drafts, the unreplied count and how mail fares', async () => {
    const own = await ownApp()
    const now = new Date().toISOString()
    const item = (n: number, status: 'draft' | 'published') => ({
      ...{
        id: `i${n}`,
        name: `P${n}`,
        name_key: `p${n}`,
        url: 'https://example.com/',
        picture: null,
        status,
      },
      ...{ search_text: '', created_at: now, updated_at: now },
    })
    const message = (n: number, replied_at: string | null) => ({
      ...{
        id: `c${n}`,
        name: 'V',
        email: 'v@example.com',
        subject: null,
        message: 'm',
        fingerprint: `f${n}`,
      },
      ...{ search_text: '', replied_at, created_at: now },
    })
    await own.context.db
      .insertInto('items')
      .values([item(1, 'draft'), item(2, 'published'), item(3, 'published')])
      .execute()
    await own.context.db
      .insertInto('contacts')
      .values([message(1, null), message(2, now)])
      .execute()
    const { body } = await own.json('/dashboard', { cookie: await own.asAdmin() })
    expect(body).toEqual({
      name: 'Ada Admin',
      avatarUrl: null,
      totalportfolio: 3,
      totalcontact: 2,
      unreplied: 1,
      mail: { configured: false, failing: null },
    })
  })
})

describe('guessing passwords', () => {
  const limited = () => ownApp({ THROTTLE: 'on', TRUST_PROXY: '1' })
  const from = (address: string) => ({ 'x-forwarded-for': address })

  test('meets 429 with Retry-After by the sixth try; the right password from elsewhere still works (abuse case 1)', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const statuses: number[] = []
    for (let n = 0; n < 20; n++)
      statuses.push((await logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.1'))).status)
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(429)])
    const refused = await logIn(own, 'user@example.com', password, from('192.0.2.1'))
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(30)
    expect(refused.body.message).toMatch(/^Too many attempts\. Please try again in \d+ seconds\.$/)
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.2'))).status).toBe(200)
  })

  test('waiting always helps: the waits grow to 15 minutes and stay there (decision 13)', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const guess = () => logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.1'))
    for (let n = 0; n < 5; n++) expect((await guess()).status).toBe(401)
    const waits: number[] = []
    for (let n = 0; n < 8; n++) {
      const refused = await guess()
      expect(refused.status).toBe(429)
      const wait = Number(refused.headers.get('retry-after'))
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

  test('at an account that does not exist meets the same limits in the same words', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    const sequence = async (email: string, address: string) => {
      const answers = []
      for (let n = 0; n < 7; n++) answers.push(await logIn(own, email, 'Wrong-Horse-7', from(address)))
      return answers.map(({ status, body }) => [status, String(body.message).replace(/\d+/, 'n')])
    }
    expect(await sequence('user@example.com', '192.0.2.1')).toEqual(
      await sequence('nobody@example.com', '192.0.2.2'),
    )
  })

  test('one try at each of many accounts is limited by address, whatever X-Forwarded-For claims (abuse case 2)', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    const statuses: number[] = []
    const guess = async (n: number) =>
      statuses.push((await logIn(own, `a${n}@example.com`, 'Wrong-Horse-7', from(`198.51.100.${n}`))).status)
    await guess(1)
    // As after 27 more, which would only take time.
    await own.context.db.updateTable('attempts').set({ count: 28 }).where('key', 'like', 'login:%').execute()
    for (const n of [29, 30, 31, 32]) await guess(n)
    expect(statuses).toEqual([401, 401, 401, 429, 429])
    own.pass(16 * minute)
    expect((await logIn(own, 'a1@example.com', 'Wrong-Horse-7')).status).toBe(401)
  })

  test('an IPv6 client is its /64, not one of its addresses', async () => {
    const own = await limited()
    const statuses: number[] = []
    for (let n = 1; n <= 6; n++)
      statuses.push((await logIn(own, 'a@example.com', 'Wrong-Horse-7', from(`2001:db8:1:2::${n}`))).status)
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
    expect((await logIn(own, 'a@example.com', 'Wrong-Horse-7', from('2001:db8:1:3::1'))).status).toBe(401)
  })

  test('from a whole botnet slows the account for strangers, never for an address its owner used before', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.1'))).status).toBe(200)
    expect((await logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.2'))).status).toBe(401)
    // As after a hundred addresses have had a try.
    await own.context.db
      .updateTable('attempts')
      .set({ count: 100 })
      .where('key', 'like', 'login-account:%')
      .execute()
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.3'))).status).toBe(429)
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.1'))).status).toBe(200)
    own.pass(61 * minute)
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.3'))).status).toBe(200)
  })

  test('a clock that is set back does not turn a wait into a lock (fault 12)', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    own.pass(day)
    for (let n = 0; n < 6; n++) await logIn(own, 'user@example.com', 'Wrong-Horse-7', from('192.0.2.1'))
    own.pass(-day)
    expect((await logIn(own, 'user@example.com', password, from('192.0.2.1'))).status).toBe(200)
  })

  test('the table of attempts names nobody', async () => {
    const own = await limited()
    await own.addUser({ email: 'user@example.com' })
    await logIn(own, 'user@example.com', password, from('192.0.2.1'))
    const rows = JSON.stringify(await own.context.db.selectFrom('attempts').selectAll().execute())
    expect(rows).toContain('login')
    expect(rows).not.toContain('user@example.com')
    expect(rows).not.toContain('192.0.2.1')
  })
})

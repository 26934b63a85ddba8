// Accounts in the hands of admins: list, change, remove, and always an admin left. Who becomes the first one.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeUser, removeUser } from '../server/core/administration.ts'
import { ensureAdmin } from '../server/core/first-admin.ts'
import { sweep } from '../server/core/sweeps.ts'
import { callOf, codeIn, keepLog, lettersTo, letterTo, linkIn } from './evidence.ts'
import { password, type Running, startApp } from './start.ts'

const minute = 60_000
const fresh = 'Violet-Kettle-42'

const closed: Running[] = []
async function ownApp(env: Record<string, string> = {}): Promise<Running> {
  const own = await startApp(env)
  closed.push(own)
  return own
}
afterEach(async () => {
  for (const own of closed.splice(0)) await own.stop()
})

let app: Running
let admin: string
let adminId: string
beforeAll(async () => {
  app = await startApp()
  admin = await app.asAdmin()
  adminId = (await app.json('/profile', { cookie: admin })).body.user.id
})
afterAll(() => app.stop())

interface Change {
  name: string
  email: string
  isAdmin: boolean
}

const update = (id: string, json: Partial<Change> & Record<string, unknown>, cookie = admin, to = app) =>
  to.json(`/api/admin/users/update/${id}`, { method: 'PATCH', json, cookie })
const remove = (id: string, cookie = admin, to = app) =>
  to.json(`/api/admin/users/delete/${id}`, { method: 'DELETE', cookie })
const rowOf = (to: Running, id: string) =>
  to.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
const setPassword = (to: Running, link: string, secret = fresh) =>
  to.json(link, { json: { newPassword: secret, confirmPassword: secret } })

describe('every call of user administration', () => {
  const calls = [
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/users/:id'],
    ['PATCH', '/api/admin/users/update/:id'],
    ['DELETE', '/api/admin/users/delete/:id'],
  ] as const
  for (const [method, path] of calls)
    test(`${method} ${path} is 401 for visitors, 403 for users, and changes nothing (abuse case 11)`, async () => {
      const id = await app.addUser({ email: `target-${method}-${path.length}@example.com`.toLowerCase() })
      const user = await app.asUser(`user-${method}-${path.length}@example.com`.toLowerCase())
      const before = await rowOf(app, id)
      const json = method === 'PATCH' ? { name: 'X', email: 'x@example.com', isAdmin: true } : undefined
      const sent = { method, ...(json ? { json } : {}) }
      expect((await app.json(path.replace(':id', id), sent)).status).toBe(401)
      expect((await app.json(path.replace(':id', id), { ...sent, cookie: user })).status).toBe(403)
      expect(await rowOf(app, id)).toEqual(before)
    })

  test('answers 404 for an id that was never given out, of whatever shape (decision 4)', async () => {
    const json = { name: 'X', email: 'x@example.com', isAdmin: false }
    for (const id of ['0'.repeat(24), '1', 'x'.repeat(500), '%00', "1'or'1'='1", '__proto__', '-1']) {
      const answers = [
        await app.json(`/api/admin/users/${encodeURIComponent(id)}`, { cookie: admin }),
        await update(encodeURIComponent(id), json),
        await remove(encodeURIComponent(id)),
      ]
      expect([id, answers.map(({ status }) => status)]).toEqual([id, [404, 404, 404]])
      expect(answers.every(({ body }) => body.success === false && typeof body.message === 'string')).toBe(
        true,
      )
    }
    expect((await remove('0'.repeat(24))).body.message).toBe('User not found')
  })
})

describe('the list', () => {
  test('shows six fields of everybody, newest first, and no secret (decision 103, abuse case 48)', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    own.pass(1000)
    await own.addUser({ email: 'second@example.com', name: 'Second' })
    const { status, body } = await own.json('/api/admin/users', { cookie })
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: expect.any(String),
        name: 'Second',
        email: 'second@example.com',
        isAdmin: false,
        isEmailValid: true,
        createdAt: expect.stringMatching(/Z$/),
      },
      expect.objectContaining({ email: 'admin@example.com', isAdmin: true }),
    ])
    const one = await own.json(`/api/admin/users/${body[0].id}`, { cookie })
    expect([one.status, one.body]).toEqual([200, body[0]])
  })

  test('of 1,000 people stays below 300 KB', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const people = Array.from({ length: 1000 }, (_, n) => ({
      ...{
        id: `id-${String(n).padStart(20, '0')}`,
        name: `Person number ${n}`,
        email: `person.number.${n}@example.com`,
      },
      ...{ password_hash: null, role: 'user' as const, avatar: null, email_verified_at: null },
      created_at: new Date(n).toISOString(),
    }))
    for (let n = 0; n < 1000; n += 100)
      await own.context.db
        .insertInto('users')
        .values(people.slice(n, n + 100))
        .execute()
    const text = await (await own.send('/api/admin/users', { cookie })).text()
    expect(JSON.parse(text)).toHaveLength(1001)
    expect(Buffer.byteLength(text)).toBeLessThan(300_000)
  })
})

describe('changing a user', () => {
  test('name or role alone changes nothing else (decision 106)', async () => {
    const id = await app.addUser({ email: 'anna@example.com' })
    const cookie = await app.signIn('anna@example.com')
    const before = await rowOf(app, id)
    const { status, body } = await update(id, { name: ' Anna B. ', email: 'ANNA@example.com', isAdmin: true })
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'User updated successfully!',
        user: {
          id,
          name: 'Anna B.',
          email: 'anna@example.com',
          isAdmin: true,
          isEmailValid: true,
          createdAt: before?.created_at,
        },
      },
    ])
    expect(await rowOf(app, id)).toEqual({ ...before, name: 'Anna B.', role: 'admin' })
    expect((await app.json('/check-admin', { cookie })).body).toEqual({ isAdmin: true })
    await update(id, { name: 'Anna B.', email: 'anna@example.com', isAdmin: false })
    expect((await app.json('/api/admin/users', { cookie })).status).toBe(403)
    expect(await lettersTo(app, 'anna@example.com')).toEqual([])
  })

  test('a new address is unverified, gets a letter, the old one is told, and its links die (decision 106)', async () => {
    const id = await app.addUser({ email: 'old@example.com', name: 'Bela' })
    await app.json('/reset-password', { json: { email: 'old@example.com' } })
    const link = callOf(linkIn(await letterTo(app, 'old@example.com')))
    const { body } = await update(id, { name: 'Bela', email: ' New@Example.com ', isAdmin: false })
    expect(body.user).toMatchObject({ email: 'new@example.com', isEmailValid: false })
    expect((await app.json(link)).status).toBe(400)
    expect((await setPassword(app, link)).status).toBe(400)
    expect((await letterTo(app, 'old@example.com')).subject).toMatch(/e-mail address .* was changed/)
    const letter = await letterTo(app, 'new@example.com')
    const cookie = await app.signIn('new@example.com')
    expect((await app.json('/verify-email', { json: { code: codeIn(letter) }, cookie })).status).toBe(200)
    const wrong = await app.json('/login', { json: { email: 'old@example.com', password } })
    expect(wrong.status).toBe(401)
  })

  test('a link that verified the old address does not verify the new one', async () => {
    await app.json('/register', {
      json: { name: 'Cora', email: 'cora@example.com', password: 'Kettle-42!' },
    })
    const letter = await letterTo(app, 'cora@example.com')
    const users = (await app.json('/api/admin/users', { cookie: admin })).body as {
      id: string
      email: string
    }[]
    const id = users.find(({ email }) => email === 'cora@example.com')?.id ?? ''
    await update(id, { name: 'Cora', email: 'cora@new.example.com', isAdmin: false })
    const link = linkIn(letter)
    expect((await app.json(callOf(link))).status).toBe(400)
    link.searchParams.set('email', 'cora@new.example.com')
    expect((await app.json(callOf(link))).status).toBe(400)
    expect((await rowOf(app, id))?.email_verified_at).toBeNull()
  })

  test('links to an address stay dead when the account returns to it', async () => {
    const id = await app.addUser({ email: 'there@example.com', name: 'Dan' })
    await app.json('/reset-password', { json: { email: 'there@example.com' } })
    const link = callOf(linkIn(await letterTo(app, 'there@example.com')))
    await update(id, { name: 'Dan', email: 'away@example.com', isAdmin: false })
    await update(id, { name: 'Dan', email: 'there@example.com', isAdmin: false })
    expect((await setPassword(app, link)).status).toBe(400)
  })

  test('to an address that is taken is 409, and nothing changes', async () => {
    const id = await app.addUser({ email: 'dora@example.com', name: 'Dora' })
    const before = await rowOf(app, id)
    const { status, body } = await update(id, { name: 'D', email: 'admin@example.com', isAdmin: true })
    const text = 'An account with this email already exists.'
    expect([status, body]).toEqual([409, { success: false, message: text, errors: { email: text } }])
    expect(await rowOf(app, id)).toEqual(before)
  })

  test('two users to one address at the same moment: one gets it, one 409 (abuse case 45)', async () => {
    const ids = [
      await app.addUser({ email: 'e1@example.com' }),
      await app.addUser({ email: 'e2@example.com' }),
    ]
    const answers = await Promise.all(
      ids.map((id) => update(id, { name: 'E', email: 'wanted@example.com', isAdmin: false })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a registration and an admin who want one address at the same moment: never 500', async () => {
    const id = await app.addUser({ email: 'f1@example.com' })
    const json = { name: 'F', email: 'f2@example.com', password: 'Kettle-42!' }
    const answers = await Promise.all([
      app.json('/register', { json }),
      update(id, { name: 'F', email: 'f2@example.com', isAdmin: false }),
    ])
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1)
  })

  test('without name, address or a true-or-false role is refused in words (section 5, decision 107)', async () => {
    const id = await app.addUser({ email: 'fred@example.com', name: 'Fred' })
    const good = { name: 'Fred', email: 'fred@example.com', isAdmin: false }
    const refused: [Record<string, unknown>, Record<string, string>][] = [
      [{ ...good, name: ' ' }, { name: 'Name is required.' }],
      [{ ...good, name: 'n'.repeat(101) }, { name: 'Name must be at most 100 characters.' }],
      [{ ...good, email: 'fred' }, { email: 'Invalid email format' }],
      [{ ...good, isAdmin: undefined }, { isAdmin: 'Role is required.' }],
      [{ ...good, isAdmin: 'true' }, { isAdmin: 'Role is required.' }],
      [{ ...good, isAdmin: 1 }, { isAdmin: 'Role is required.' }],
    ]
    for (const [json, errors] of refused) {
      const { status, body } = await update(id, json)
      expect([status, body.errors]).toEqual([400, errors])
    }
    expect(await rowOf(app, id)).toMatchObject({ name: 'Fred', email: 'fred@example.com', role: 'user' })
  })

  test('extra fields change nothing: id, verification, password (abuse case 14)', async () => {
    const id = await app.addUser({ email: 'gerd@example.com', name: 'Gerd' })
    const before = await rowOf(app, id)
    const extra = {
      id: 'mine',
      isEmailValid: false,
      password: 'x',
      password_hash: 'x',
      createdAt: '1',
      avatar: 'x',
    }
    expect(
      (await update(id, { name: 'G', email: 'gerd@example.com', isAdmin: false, ...extra })).status,
    ).toBe(200)
    expect(await rowOf(app, id)).toEqual({ ...before, name: 'G' })
  })

  test('a change of role is written to the log: who, what, whom (decision 26)', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const id = await own.addUser({ email: 'user@example.com' })
    const who = (await own.json('/profile', { cookie })).body.user.id
    const log = keepLog(own)
    await update(id, { name: 'U', email: 'user@example.com', isAdmin: true }, cookie, own)
    await remove(id, cookie, own)
    const entries = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'audit')
    expect(entries).toEqual([
      expect.objectContaining({ who, what: 'made admin', whom: id, time: expect.anything() }),
      expect.objectContaining({ who, what: 'deleted the account', whom: id }),
    ])
  })
})

describe("one's own account", () => {
  test('cannot be demoted or deleted, but renamed (decision 104, abuse case 15)', async () => {
    const json = { name: 'Ada Admin', email: 'admin@example.com', isAdmin: false }
    const demoted = await update(adminId, json)
    expect([demoted.status, demoted.body.message]).toEqual([
      409,
      'You cannot change the role of your own account.',
    ])
    const deleted = await remove(adminId)
    expect([deleted.status, deleted.body.message]).toEqual([409, 'You cannot delete your own account.'])
    expect((await update(adminId, { ...json, name: 'Ada A.', isAdmin: true })).status).toBe(200)
    expect((await app.json('/check-admin', { cookie: admin })).body).toEqual({ isAdmin: true })
  })
})

describe('the last admin', () => {
  const twoAdmins = async () => {
    const own = await ownApp()
    const cookies = [await own.asAdmin('one@example.com'), await own.asAdmin('two@example.com')]
    const profiles = await Promise.all(cookies.map((cookie) => own.json('/profile', { cookie })))
    const [one, two] = profiles.map(({ body }) => body.user)
    return { own, cookies: cookies as [string, string], one, two }
  }
  const adminsOf = async (own: Running) =>
    (await own.context.db.selectFrom('users').select('email').where('role', '=', 'admin').execute()).length

  test('two admins whose requests have both passed the guard: still one wins (decision 105)', async () => {
    const { own, one, two } = await twoAdmins()
    const [first, second] = await Promise.all([one, two].map(({ id }) => rowOf(own, id)))
    if (!first || !second) throw new Error('two admins')
    const outcomes = await Promise.allSettled([
      changeUser(own.context, first, second.id, { name: 'Two', email: second.email, isAdmin: false }),
      removeUser(own.context, second, first.id),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await adminsOf(own)).toBe(1)
  })

  // Several rounds: the order in which two requests arrive is not ours to choose.
  for (const round of [1, 2, 3]) {
    test(`two admins who demote each other at the same moment: one wins (decision 105, round ${round})`, async () => {
      const { own, cookies, one, two } = await twoAdmins()
      const answers = await Promise.all([
        update(two.id, { name: 'Two', email: two.email, isAdmin: false }, cookies[0], own),
        update(one.id, { name: 'One', email: one.email, isAdmin: false }, cookies[1], own),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
      expect(await adminsOf(own)).toBe(1)
    })

    test(`two admins who delete each other at the same moment: one wins (decision 105, round ${round})`, async () => {
      const { own, cookies, one, two } = await twoAdmins()
      const answers = await Promise.all([remove(two.id, cookies[0], own), remove(one.id, cookies[1], own)])
      const statuses = answers.map(({ status }) => status).sort()
      // The loser may be gone before the guard or only before the deed.
      expect(statuses[0]).toBe(200)
      expect([401, 403]).toContain(statuses[1])
      expect(await adminsOf(own)).toBe(1)
    })
  }
})

describe('deleting a user', () => {
  test('takes sessions, links, letters and the picture along; replies keep the name (decision 108)', async () => {
    const cookie = await app.asUser('hans@example.com')
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const form = { name: 'Hans', avatar: new Blob([new Uint8Array(png)]) }
    const { avatarUrl } = (await app.json('/edit-profile', { form, cookie })).body
    expect((await app.send(avatarUrl)).status).toBe(200)
    await app.json('/reset-password', { json: { email: 'hans@example.com' } })
    const link = callOf(linkIn(await letterTo(app, 'hans@example.com')))
    const { id } = (await app.json('/profile', { cookie })).body.user
    const { status, body } = await remove(id)
    expect([status, body]).toEqual([200, { success: true, message: 'User deleted successfully!' }])
    expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
    expect((await app.json('/profile', { cookie })).status).toBe(401)
    expect((await app.json(link)).status).toBe(400)
    expect((await app.send(avatarUrl)).status).toBe(404)
    expect((await app.json('/login', { json: { email: 'hans@example.com', password } })).status).toBe(401)
    for (const table of ['sessions', 'one_time_tokens', 'outbox'] as const)
      expect(
        await app.context.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute(),
      ).toEqual([])
    expect((await app.json(`/api/admin/users/${id}`, { cookie: admin })).status).toBe(404)
  })

  test('twice at the same moment: once done, once not found, never 500 (abuse case 45)', async () => {
    const id = await app.addUser({ email: 'ilse@example.com' })
    const answers = await Promise.all([remove(id), remove(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('frees the address for a new account', async () => {
    const id = await app.addUser({ email: 'jana@example.com' })
    await remove(id)
    const json = { name: 'Jana', email: 'jana@example.com', password: 'Kettle-42!' }
    expect((await app.json('/register', { json })).status).toBe(201)
  })
})

describe('the first admin', () => {
  const admins = (own: Running) =>
    own.context.db.selectFrom('users').selectAll().where('role', '=', 'admin').execute()
  /** Starts as the server does and keeps what it prints. */
  const start = async (own: Running) => {
    const lines: string[] = []
    await ensureAdmin(own.context, (line) => lines.push(line))
    return lines
  }

  test('is the one of ADMIN_EMAIL and ADMIN_PASSWORD, made once (decision 15)', async () => {
    const own = await ownApp({ ADMIN_EMAIL: 'Owner@Example.com', ADMIN_PASSWORD: fresh, ADMIN_NAME: 'Olga' })
    expect(await start(own)).toEqual([])
    const cookie = await own.signIn('owner@example.com', fresh)
    expect((await own.json('/profile', { cookie })).body.user).toMatchObject({
      name: 'Olga',
      isAdmin: true,
      isEmailValid: true,
    })
    const before = await admins(own)
    await start(own)
    expect(await admins(own)).toEqual(before)
    expect(before).toHaveLength(1)
  })

  test('of ADMIN_EMAIL takes over an account that somebody else registered with that address', async () => {
    const own = await ownApp({ ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: fresh })
    const stranger = await own.asUser('owner@example.com')
    await start(own)
    expect((await own.json('/check-auth', { cookie: stranger })).body).toEqual({ isAuthenticated: false })
    const old = await own.json('/login', { json: { email: 'owner@example.com', password } })
    expect(old.status).toBe(401)
    expect(await own.signIn('owner@example.com', fresh)).toMatch(/^session=/)
  })

  test('without them comes by a link printed at the start, new at each start until it is used', async () => {
    const own = await ownApp({ OWNER_EMAIL: 'owner@example.com' })
    const log = keepLog(own)
    const links: string[] = []
    for (let n = 0; n < 2; n++) {
      const lines = await start(own)
      expect(lines[0]).toContain('owner@example.com')
      links.push(callOf(new URL(lines[1] ?? '')))
    }
    const [first = '', second = ''] = links
    expect(log.join('')).not.toContain(second.split('/').at(-1))
    expect((await setPassword(own, first)).status).toBe(400)
    expect((await setPassword(own, second)).status).toBe(200)
    const cookie = await own.signIn('owner@example.com', fresh)
    expect((await own.json('/check-admin', { cookie })).body).toEqual({ isAdmin: true })
    expect(await start(own)).toEqual([])
    expect(await admins(own)).toHaveLength(1)
  })

  test('by a printed link has an hour (abuse case 18)', async () => {
    const own = await ownApp()
    const [words = '', link = ''] = await start(own)
    own.pass(61 * minute)
    expect((await setPassword(own, callOf(new URL(link)))).status).toBe(400)
    const [, next = ''] = await start(own)
    expect((await setPassword(own, callOf(new URL(next)))).status).toBe(200)
    const email = /sign in as (\S+);/.exec(words)?.[1] ?? ''
    expect(await own.signIn(email, fresh)).toMatch(/^session=/)
  })

  test('leaves no second door: an owner who never chose a password goes once there is an admin', async () => {
    const own = await ownApp()
    await start(own)
    const [owner] = await admins(own)
    await own.asAdmin('real@example.com')
    await start(own)
    expect(await rowOf(own, owner?.id ?? '')).toBeUndefined()
    expect((await admins(own)).map(({ email }) => email)).toEqual(['real@example.com'])
  })

  const command = async (own: Running, ...words: string[]) => {
    const { dataDir, databaseUrl, publicUrl } = own.context.config
    const env = {
      ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PUBLIC_URL: publicUrl },
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    }
    const program = join(import.meta.dirname, '../server/cli/admin.ts')
    const run = promisify(execFile)(process.execPath, [program, ...words], { env })
    return run.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    )
  }

  test('by command: makes the account and prints a link that works once', async () => {
    const own = await ownApp()
    const { code, stdout } = await command(own, 'Boss@Example.com', '--name', 'The Boss')
    expect(code).toBe(0)
    const [words = '', link = ''] = stdout.trim().split('\n')
    expect(words).toContain('boss@example.com is an admin')
    expect((await setPassword(own, callOf(new URL(link)))).status).toBe(200)
    expect((await setPassword(own, callOf(new URL(link)))).status).toBe(400)
    const cookie = await own.signIn('boss@example.com', fresh)
    expect((await own.json('/profile', { cookie })).body.user).toMatchObject({
      name: 'The Boss',
      isAdmin: true,
    })
  })

  test('by command for a verified account: keeps name and password until the link is used', async () => {
    const own = await ownApp()
    const cookie = await own.asUser('user@example.com')
    expect((await command(own, 'user@example.com')).code).toBe(0)
    const { body } = await own.json('/profile', { cookie })
    expect(body.user).toMatchObject({ name: 'Uma User', isAdmin: true })
    expect(await own.signIn('user@example.com')).toMatch(/^session=/)
  })

  test('by command for an address nobody has proved: whoever registered it is out', async () => {
    const own = await ownApp()
    await own.json('/register', { json: { name: 'S', email: 'boss@example.com', password: 'Kettle-42!' } })
    const stranger = await own.signIn('boss@example.com', 'Kettle-42!')
    expect((await command(own, 'boss@example.com')).code).toBe(0)
    expect((await own.json('/check-auth', { cookie: stranger })).body).toEqual({ isAuthenticated: false })
    const json = { email: 'boss@example.com', password: 'Kettle-42!' }
    expect((await own.json('/login', { json })).status).toBe(401)
  })

  test('by command with a mistake is told how it goes, and nothing happens', async () => {
    const own = await ownApp()
    for (const words of [[], ['nobody'], ['a@b.c', 'd@e.f'], ['a@b.c', '--nmae', 'X']]) {
      const { code, stdout, stderr } = await command(own, ...words)
      expect([words, code, stdout]).toEqual([words, 1, ''])
      expect(stderr).toContain('npm run admin -- you@example.com')
      expect(stderr).not.toMatch(/\n\s+at /)
    }
    expect(await admins(own)).toEqual([])
  })
})

describe('the sweep', () => {
  test('removes ended sessions, dead links and old attempts, and nothing that lives', async () => {
    const own = await ownApp({ THROTTLE: 'on' })
    const { db } = own.context
    const cookie = await own.asUser()
    await own.json('/reset-password', { json: { email: 'user@example.com' } })
    await own.json('/login', { json: { email: 'user@example.com', password: 'Wrong-Horse-7' } })
    await own.letters()
    const rows = async () => {
      const tables = ['sessions', 'one_time_tokens', 'attempts'] as const
      return Promise.all(
        tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length),
      )
    }
    const before = await rows()
    expect(before.every((count) => count > 0)).toBe(true)
    await sweep(own.context)
    expect(await rows()).toEqual(before)
    expect((await own.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)
    own.pass(40 * 24 * 60 * minute)
    await sweep(own.context)
    expect(await rows()).toEqual([0, 0, 0])
  })
})

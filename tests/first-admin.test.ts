// Who becomes the first admin: by settings, by a link printed at the start, by command.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '../server/core/first-admin.ts'
import { callOf, keepLog } from './evidence.ts'
import { ownApps } from './own-apps.ts'
import { password, type Running } from './start.ts'

const minute = 60_000
const fresh = 'Violet-Kettle-42'
const ownApp = ownApps()

const rowOf = (to: Running, id: string) =>
  to.context.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
const setPassword = (to: Running, link: string, secret = fresh) =>
  to.json(link, { json: { newPassword: secret, confirmPassword: secret } })

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

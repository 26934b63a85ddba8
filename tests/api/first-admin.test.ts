// Who becomes the first admin: by settings, by command. The link that the start prints: setup.test.ts.
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '../../server/accounts/first-admin.ts'
import {
  newPassword as fresh,
  goodPassword as good,
  logIn,
  register,
  requestReset,
  reset,
  resetLink,
} from '../support/calls.ts'
import { callOf } from '../support/evidence.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()

describe('the first admin', () => {
  const admins = (own: Running) =>
    own.context.db.selectFrom('users').selectAll().where('role', '=', 'admin').execute()
  /** Starts as the server does, and returns what it prints. */
  const start = async (own: Running) => {
    const lines: string[] = []
    await ensureAdmin(own.context, (line) => lines.push(line))
    return lines
  }

  test('is the one of ADMIN_EMAIL and ADMIN_PASSWORD, made once', async () => {
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

  test('of ADMIN_EMAIL replaces an account that somebody else registered with that email address', async () => {
    const own = await ownApp({ ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: fresh })
    const stranger = await own.asUser('owner@example.com')
    await start(own)
    expect((await own.json('/check-auth', { cookie: stranger })).body).toEqual({ isAuthenticated: false })
    expect((await logIn(own, 'owner@example.com')).status).toBe(401)
    expect(await own.signIn('owner@example.com', fresh)).toMatch(/^session=/)
  })

  const command = async (own: Running, ...args: string[]) => {
    const { dataDir, databaseUrl, publicUrl } = own.context.config
    const env = {
      ...{ PATH: process.env.PATH, DATA_DIR: dataDir, PUBLIC_URL: publicUrl },
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    }
    const program = join(import.meta.dirname, '../../server/cli/admin.ts')
    const run = promisify(execFile)(process.execPath, [program, ...args], { env })
    return run.then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (failed: { code: number; stdout: string; stderr: string }) => failed,
    )
  }

  test('by command: makes the account and prints a link that works once', async () => {
    const own = await ownApp()
    const { code, stdout } = await command(own, 'Boss@Example.com', '--name', 'The Boss')
    expect(code).toBe(0)
    const [text = '', link = ''] = stdout.trim().split('\n')
    expect(text).toContain('boss@example.com is an admin')
    expect((await reset(own, callOf(new URL(link)))).status).toBe(200)
    expect((await reset(own, callOf(new URL(link)))).status).toBe(400)
    const cookie = await own.signIn('boss@example.com', fresh)
    expect((await own.json('/profile', { cookie })).body.user).toMatchObject({
      name: 'The Boss',
      isAdmin: true,
    })
  })

  test('by command for a verified account: only the printed link opens it, because mail scanners open links', async () => {
    const own = await ownApp()
    const cookie = await own.asUser('user@example.com')
    const { code, stdout } = await command(own, 'user@example.com')
    expect(code).toBe(0)
    expect((await own.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
    expect((await logIn(own, 'user@example.com')).status).toBe(401)
    const link = callOf(new URL(stdout.trim().split('\n')[1] ?? ''))
    expect((await reset(own, link)).status).toBe(200)
    const fresher = await own.signIn('user@example.com', fresh)
    const { body } = await own.json('/profile', { cookie: fresher })
    expect(body.user).toMatchObject({ name: 'Uma User', isAdmin: true })
  })

  test('by command: no reset request for that email address voids the link, and its use voids reset links', async () => {
    const own = await ownApp()
    const { stdout } = await command(own, 'owner@example.com')
    const link = callOf(new URL(stdout.trim().split('\n')[1] ?? ''))
    expect((await requestReset(own, 'owner@example.com')).status).toBe(200)
    expect((await own.json(link)).status).toBe(200)
    const requested = await resetLink(own, 'owner@example.com')
    expect((await own.json(link)).status).toBe(200)
    expect((await reset(own, link)).status).toBe(200)
    expect((await reset(own, requested)).status).toBe(400)
  })

  test('by command for an unverified email address: the user who registered it is signed out', async () => {
    const own = await ownApp()
    const name = 'Locked: see https://evil.example'
    await register(own, { name, email: 'boss@example.com' })
    const stranger = await own.signIn('boss@example.com', good)
    expect((await command(own, 'boss@example.com')).code).toBe(0)
    expect((await own.json('/check-auth', { cookie: stranger })).body).toEqual({ isAuthenticated: false })
    expect((await logIn(own, 'boss@example.com', good)).status).toBe(401)
    expect(await admins(own)).toEqual([
      expect.objectContaining({ name: 'boss@example.com', password_hash: null }),
    ])
  })

  test('by an invalid command prints the usage, and nothing happens', async () => {
    const own = await ownApp()
    for (const args of [[], ['a@b.c', '--nmae', 'X']]) {
      const { code, stdout, stderr } = await command(own, ...args)
      expect([args, code, stdout]).toEqual([args, 1, ''])
      expect(stderr).toContain('npm run admin -- you@example.com')
      expect(stderr).not.toMatch(/\n\s+at /)
    }
    expect(await admins(own)).toEqual([])
  })
})

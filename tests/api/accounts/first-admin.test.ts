// First run: who becomes the first admin, by settings, by command, or by the link that the start prints.

import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '../../../server/accounts/first-admin.ts'
import {
  newPassword as fresh,
  goodPassword as good,
  logIn,
  register,
  requestReset,
  reset,
  resetLink,
} from '../../support/calls.ts'
import { callOf, captureLog, emailsTo, emailTo, linkIn, rowsAsText } from '../../support/evidence.ts'
import { ownApps, type Running } from '../../support/start.ts'

const minute = 60_000
const ownApp = ownApps()

/** Starts as the server does. @returns what it prints. */
async function start(own: Running): Promise<string[]> {
  const lines: string[] = []
  await ensureAdmin(own.context, (line) => lines.push(line))
  return lines
}

describe('the first admin', () => {
  const admins = (own: Running) =>
    own.context.db.selectFrom('users').selectAll().where('role', '=', 'admin').execute()

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
    const program = join(import.meta.dirname, '../../../server/cli/admin.ts')
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

const emma = { name: 'Emma Wagner', email: 'emma@wagner.example', password: 'Violet-Kettle-42' }

const usersOf = (own: Running) => own.context.db.selectFrom('users').selectAll().execute()

/** @returns the token of the printed link. */
async function printed(own: Running): Promise<string> {
  const [line = ''] = await start(own)
  const [link = ''] = /http\S+/.exec(line) ?? []
  const { origin, pathname, hash } = new URL(link)
  expect(origin + pathname).toBe(`${own.context.config.publicUrl}/setup`)
  return hash.slice(1)
}

const check = (own: Running, token: string) => own.json('/setup/check', { json: { token } })
const setUp = (own: Running, token: string, owner: object = emma) =>
  own.json('/setup', { json: { token, ...owner } })

describe('a start without an owner', () => {
  test('prints one line with a link, and neither makes up an account nor logs the link', async () => {
    const own = await ownApp()
    const log = captureLog(own)
    const lines = await start(own)
    expect(lines).toEqual([
      expect.stringMatching(/^No owner yet\. .* 60 minutes.* works once: http\S+\/setup#[\w-]{43}$/),
    ])
    const token = lines[0]?.split('#')[1] ?? 'none'
    expect(await usersOf(own)).toEqual([])
    expect(log.join('') + (await rowsAsText(own))).not.toContain(token)
    await own.json('/contacts', { json: { ...emma, subject: 'Hello', message: 'Anybody there?' } })
    expect(await own.emails()).toEqual([])
  })

  test('and its link: takes name, email and password, and creates the only admin, who verifies the email address', async () => {
    const own = await ownApp()
    const token = await printed(own)
    const log = captureLog(own)
    expect((await check(own, token)).body).toEqual({ success: true, email: null })
    const invalid = await setUp(own, token, { name: ' ', email: 'emma', password: 'short' })
    expect([invalid.status, Object.keys(invalid.body.errors)]).toEqual([400, ['name', 'email', 'password']])
    const made = await setUp(own, token)
    expect([made.status, made.body]).toEqual([
      201,
      { success: true, message: 'Your account is ready.', isVerified: false },
    ])
    expect(made.headers.getSetCookie()).toEqual([])
    expect(log.join('')).not.toContain(token)
    const cookie = await own.signIn(emma.email, emma.password)
    const profile = async () => (await own.json('/profile', { cookie })).body.user
    expect(await profile()).toMatchObject({ name: emma.name, isAdmin: true, isEmailValid: false })
    expect((await own.send(callOf(linkIn(await emailTo(own, emma.email, /verify/i))))).status).toBe(200)
    expect(await profile()).toMatchObject({ isEmailValid: true })
    expect(await start(own)).toEqual([])
    expect(await usersOf(own)).toHaveLength(1)
  })

  test('and its link: puts name and email address on the site and leaves registration on, unless declined', async () => {
    const stateOf = async (own: Running) => {
      const cookie = await own.signIn(emma.email, emma.password)
      const { content, author } = (await own.json('/api/admin/site', { cookie })).body
      const { registrationEnabled } = (await own.json('/api/settings/registration')).body
      const { name, hero, contact } = content
      return [name.brand, name.owner, hero.role, contact.ways, author, registrationEnabled]
    }
    const own = await ownApp()
    const name = 'Emma Wilhelmine Auguste Wagner von Hohenfels'
    expect((await setUp(own, await printed(own), { ...emma, name })).status).toBe(201)
    const ways = [{ kind: 'email', value: emma.email, url: '' }]
    const brand = 'Emma Wilhelmine Auguste Wagner'
    expect(await stateOf(own)).toEqual([brand, name, 'Frontend Developer', ways, name, true])
    const other = await ownApp()
    const declined = { ...emma, useForSite: false, registrationEnabled: false }
    expect((await setUp(other, await printed(other), declined)).status).toBe(201)
    expect(await stateOf(other)).toEqual([
      'Juno Balint',
      'Juno Balint',
      'Frontend Developer',
      [],
      null,
      false,
    ])
  })

  test('and its link, used: gets a second visitor the same response as an invented one', async () => {
    const own = await ownApp()
    const token = await printed(own)
    expect((await setUp(own, token)).status).toBe(201)
    const before = await usersOf(own)
    const mallory = { ...emma, name: 'Mallory', email: 'mallory@example.com' }
    for (const [used, invented] of [
      [await check(own, token), await check(own, 'a'.repeat(43))],
      [await setUp(own, token, mallory), await setUp(own, 'a'.repeat(43), mallory)],
    ] as const) {
      expect([used.status, used.body]).toEqual([invented.status, invented.body])
      expect([used.status, used.body]).toEqual([
        400,
        { success: false, code: 'invalid', message: 'Invalid or expired link.' },
      ])
    }
    expect(await usersOf(own)).toEqual(before)
  })

  test('and its link, posted four times at the same moment: makes one admin', async () => {
    const own = await ownApp()
    const token = await printed(own)
    // All have passed every check but that of the transaction before the first goes on.
    const emails = ['emma', 'erna', 'elsa', 'edda'].map((name) => `${name}@wagner.example`)
    const { promise: allHashed, resolve } = Promise.withResolvers<void>()
    let hashed = 0
    own.context.passwordHasher.hash = async () => {
      if (++hashed === emails.length) resolve()
      await allHashed
      return 'hash'
    }
    const responses = await Promise.all(emails.map((email) => setUp(own, token, { ...emma, email })))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400])
    expect(await usersOf(own)).toHaveLength(1)
  })

  test('and its link: is void after an hour, after the next start, and once somebody else is admin', async () => {
    const own = await ownApp()
    const late = await printed(own)
    own.pass(61 * minute)
    expect((await setUp(own, late)).status).toBe(400)
    const older = await printed(own)
    const newer = await printed(own)
    expect((await check(own, older)).status).toBe(400)
    expect((await check(own, newer)).status).toBe(200)
    await own.asAdmin('real@example.com')
    expect((await check(own, newer)).status).toBe(400)
    expect((await setUp(own, newer)).status).toBe(400)
    expect(await start(own)).toEqual([])
    expect((await usersOf(own)).map(({ email }) => email)).toEqual(['real@example.com'])
  })

  test('and with OWNER_EMAIL: the form starts from it, and it counts as verified', async () => {
    const own = await ownApp({ OWNER_EMAIL: 'owner@example.com' })
    const token = await printed(own)
    expect((await check(own, token)).body.email).toBe('owner@example.com')
    const made = await setUp(own, token, { ...emma, email: 'Owner@Example.com' })
    expect(made.body.isVerified).toBe(true)
    const [owner] = await usersOf(own)
    expect(owner).toMatchObject({ email: 'owner@example.com', email_verified_at: expect.any(String) })
    expect(await emailsTo(own, 'owner@example.com')).toEqual([])
  })

  test('and its link: replaces an account that somebody else registered with the email address of the owner', async () => {
    const own = await ownApp()
    await register(own, { name: 'Mallory', email: emma.email })
    const stranger = await own.signIn(emma.email, good)
    expect((await setUp(own, await printed(own))).status).toBe(201)
    expect((await own.json('/check-auth', { cookie: stranger })).body).toEqual({ isAuthenticated: false })
    expect((await logIn(own, emma.email, good)).status).toBe(401)
    expect(await usersOf(own)).toEqual([expect.objectContaining({ name: emma.name, role: 'admin' })])
  })
})

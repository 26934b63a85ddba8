// First run: who becomes the first admin, by settings, by command, or by the link that the start prints.

import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test } from 'vitest'
import { emptyPlace, scratchFolder } from '../../support/backups.ts'
import { cover, statusesAtOnce } from '../../support/calls.ts'
import { command, runToEnd } from '../../support/server-process.ts'
import { callOf, newPassword as fresh, linkIn, minute, ownApp, type Running } from '../../support/start.ts'

/** What a start does about the first admin. @returns the lines that it prints */
async function linesOf(own: Running): Promise<string[]> {
  const lines: string[] = []
  await own.firstAdmin((line) => lines.push(line))
  return lines
}

const usersOf = (own: Running) => own.context.db.selectFrom('users').selectAll().execute()

test('the admin of ADMIN_EMAIL and ADMIN_PASSWORD is made once, in place of an account that somebody else registered', async () => {
  const own = await ownApp({ ADMIN_EMAIL: 'Owner@Example.com', ADMIN_PASSWORD: fresh, ADMIN_NAME: 'Olga' })
  const stranger = await own.asUser('owner@example.com')
  expect(await linesOf(own)).toEqual([])
  expect(await own.isSignedIn(stranger)).toBe(false)
  expect((await own.logIn('owner@example.com')).status).toBe(401)
  const cookie = await own.signIn('owner@example.com', fresh)
  expect(await own.profileOf(cookie)).toMatchObject({ name: 'Olga', isAdmin: true, isEmailValid: true })
  const before = await usersOf(own)
  await own.firstAdmin()
  expect(await usersOf(own)).toEqual(before)
  expect(before).toHaveLength(1)
  // The initial password is no way back once it was given up.
  const link = await own.makeAdmin('owner@example.com')
  await own.firstAdmin()
  expect((await own.logIn('owner@example.com', fresh)).status).toBe(401)
  expect((await own.json(link)).status).toBe(200)
})

const run = (place: Record<string, string>, ...args: string[]) =>
  runToEnd(place, command('server/cli/admin.ts', ...args))

test('npm run admin makes the account and prints a link that works once; no reset request voids it, and its use voids reset links', async () => {
  const own = await ownApp()
  const place = { ...own.place, PUBLIC_URL: own.context.config.publicUrl }
  const { code, output } = await run(place, 'Boss@Example.com', '--name', 'The Boss')
  const [text, url = ''] = output.trim().split('\n')
  expect([code, text]).toEqual([0, expect.stringContaining('boss@example.com is an admin')])
  const link = callOf(new URL(url))
  const requested = await own.resetLink('boss@example.com')
  expect((await own.json(link)).status).toBe(200)
  expect((await own.reset(link)).status).toBe(200)
  for (const used of [link, requested]) expect((await own.reset(used)).status).toBe(400)
  const cookie = await own.signIn('boss@example.com', fresh)
  expect(await own.profileOf(cookie)).toMatchObject({ name: 'The Boss', isAdmin: true })
})

test('npm run admin for an account that exists: only the printed link opens it, and of an unverified one the name goes, too', async () => {
  const own = await ownApp()
  const verified = await own.asUser('user@example.com')
  await own.register({ name: 'Locked: see https://evil.example', email: 'boss@example.com' })
  const stranger = await own.signIn('boss@example.com')
  // It is printed, because mail scanners open links.
  const link = await own.makeAdmin('user@example.com')
  await own.makeAdmin('boss@example.com')
  for (const cookie of [verified, stranger]) expect(await own.isSignedIn(cookie)).toBe(false)
  expect((await own.logIn('user@example.com')).status).toBe(401)
  expect((await own.logIn('boss@example.com')).status).toBe(401)
  expect((await own.reset(link)).status).toBe(200)
  const cookie = await own.signIn('user@example.com', fresh)
  expect(await own.profileOf(cookie)).toMatchObject({ name: 'Uma User', isAdmin: true })
  expect((await usersOf(own)).map(({ name }) => name)).toContain('boss@example.com')
})

test('npm run admin with invalid arguments prints the usage, and nothing happens', async () => {
  const DATA_DIR = await scratchFolder()
  const { code, output } = await run({ DATA_DIR }, 'a@b.c', '--nmae', 'X')
  expect([code, output]).toEqual([1, expect.stringContaining('npm run admin -- you@example.com')])
  expect(output).not.toMatch(/\n\s+at /)
  expect(await readdir(DATA_DIR)).toEqual([])
})

test('npm run admin makes no database next to images of another', async () => {
  const { context } = await ownApp({ LOG_LEVEL: 'silent' })
  const { dataDir } = context.config
  await context.images.store(await cover.bytes(), 'cover')
  await context.images.settled()
  const place = { ...(await emptyPlace(inject('postgres'))), DATA_DIR: dataDir }
  await rm(join(dataDir, 'portfolio.db'), { force: true })
  const { code, output } = await run(place, 'second@example.com')
  expect(output).toMatch(
    /^the uploads are not those of the database: [^\n]*uploads holds 1 images [^\n]*DATABASE_URL[^\n]*\n$/,
  )
  expect(code).toBe(1)
  expect(await readdir(dataDir)).not.toContain('portfolio.db')
})

const emma = { name: 'Emma Wagner', email: 'emma@wagner.example', password: 'Violet-Kettle-42' }

/** @returns the token of the printed link. */
async function printed(own: Running): Promise<string> {
  const [line = ''] = await linesOf(own)
  const [link = ''] = /http\S+/.exec(line) ?? []
  const { origin, pathname, hash } = new URL(link)
  expect(origin + pathname).toBe(`${own.context.config.publicUrl}/setup`)
  return hash.slice(1)
}

const check = (own: Running, token: string) => own.json('/setup/check', { json: { token } })
const setUp = (own: Running, token: string, owner: object = emma) =>
  own.json('/setup', { json: { token, ...owner } })

test('a start without an owner prints one line with a link, which is in neither log nor rows, creates the only admin, in place of whoever registered that email address, and works no more', async () => {
  const own = await ownApp()
  const log = own.captureLog()
  const lines = await linesOf(own)
  expect(lines).toEqual([
    expect.stringMatching(/^No owner yet\. .* 60 minutes.* works once: http\S+\/setup#[\w-]{43}$/),
  ])
  const token = lines[0]?.split('#')[1] ?? 'none'
  expect(await usersOf(own)).toEqual([])
  expect(await own.rowsAsText()).not.toContain(token)
  await own.register({ name: 'Mallory', email: emma.email })
  const stranger = await own.signIn(emma.email)
  expect((await check(own, token)).body).toEqual({ success: true, email: null })
  const { status, body, headers } = await setUp(own, token)
  expect([status, body.isVerified, headers.getSetCookie()]).toEqual([201, false, []])
  expect(log.join('')).not.toContain(token)
  expect(await own.isSignedIn(stranger)).toBe(false)
  expect((await own.logIn(emma.email)).status).toBe(401)

  const cookie = await own.signIn(emma.email, emma.password)
  expect(await own.profileOf(cookie)).toMatchObject({ name: emma.name, isAdmin: true })
  const verification = callOf(linkIn(await own.emailTo(emma.email, /verify/i)))
  expect((await own.send(verification)).status).toBe(200)
  expect(await linesOf(own)).toEqual([])

  // A second visitor gets the same response as for an invented link.
  const mallory = { ...emma, name: 'Mallory', email: 'mallory@example.com' }
  const rejected = { success: false, code: 'invalid', message: 'Invalid or expired link.' }
  for (const each of [token, 'a'.repeat(43)])
    for (const path of ['/setup/check', '/setup/preview', '/setup']) {
      const { status, body } = await own.json(path, {
        json: { brand: '', role: '', ...mallory, token: each },
      })
      expect([path, status, body]).toEqual([path, 400, rejected])
    }
  expect(await usersOf(own)).toHaveLength(1)
})

test('a start without an owner and its link: shows the site as it would be, then puts name, brand, role, language and email address on it and leaves registration on, unless declined', async () => {
  const stateAfter = async (owner: object) => {
    const own = await ownApp()
    const token = await printed(own)
    const typed = { token, name: emma.name, brand: '', role: '', ...owner }
    const { brand } = (await own.json('/setup/preview', { json: typed })).body
    const previewed = [brand.name, brand.owner.name, brand.owner.role]
    expect((await setUp(own, token, { ...emma, ...owner })).status).toBe(201)
    const cookie = await own.signIn(emma.email, emma.password)
    const { content, author } = (await own.json('/api/admin/site', { cookie })).body
    const { registrationEnabled } = (await own.json('/api/settings/registration')).body
    const { name, hero, contact, language } = content
    const site = [name.brand, name.owner, hero.role]
    return { previewed, site, others: [language.chosen, contact.ways, author, registrationEnabled] }
  }
  const name = 'Emma Wilhelmine Auguste Wagner von Hohenfels'
  const ways = [{ kind: 'email', value: emma.email, url: '' }]
  const role = 'Frontend Developer'
  const cut = ['Emma Wilhelmine Auguste Wagner', name, role]
  expect(await stateAfter({ name })).toEqual({ previewed: cut, site: cut, others: ['en', ways, name, true] })
  const studio = { brand: 'Studio Hohenfels', role: 'Gestalterin', language: 'de' }
  const site = [studio.brand, emma.name, studio.role]
  expect(await stateAfter(studio)).toEqual({ previewed: site, site, others: ['de', ways, emma.name, true] })
  expect(await stateAfter({ ...studio, useForSite: false, registrationEnabled: false })).toEqual({
    previewed: site,
    site: ['Juno Balint', 'Juno Balint', role],
    others: ['de', [], emma.name, false],
  })
})

test('a start without an owner and its link, posted four times at the same moment: makes one admin', async () => {
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
  const calls = emails.map((email) => setUp(own, token, { ...emma, email }))
  expect(await statusesAtOnce(calls)).toEqual([201, 400, 400, 400])
  expect(await usersOf(own)).toHaveLength(1)
})

test('a start without an owner and its link: works the next time where something fails halfway; is void after an hour, after the next start, and once somebody else is admin', async () => {
  const own = await ownApp({ LOG_LEVEL: 'silent' })
  const rename = (from: string, to: string) =>
    sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(own.context.db)
  const halfway = await printed(own)
  await rename('site_versions', 'elsewhere')
  expect((await setUp(own, halfway)).status).toBeGreaterThanOrEqual(500)
  await rename('elsewhere', 'site_versions')
  expect(await usersOf(own)).toEqual([])
  expect((await check(own, halfway)).status).toBe(200)
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
  expect(await linesOf(own)).toEqual([])
  expect((await usersOf(own)).map(({ email }) => email)).toEqual(['real@example.com'])
})

test('a start without an owner and with OWNER_EMAIL: the form starts from it, and it counts as verified', async () => {
  const own = await ownApp({ OWNER_EMAIL: 'owner@example.com' })
  const token = await printed(own)
  expect((await check(own, token)).body.email).toBe('owner@example.com')
  const made = await setUp(own, token, { ...emma, email: 'Owner@Example.com' })
  expect(made.body.isVerified).toBe(true)
  const [owner] = await usersOf(own)
  expect(owner).toMatchObject({ email: 'owner@example.com', email_verified_at: expect.any(String) })
  expect(await own.emails('owner@example.com')).toEqual([])
})

// Passwords among the first that guessers try: taken everywhere, remembered, and admins with one are warned about.
import { describe, expect, test } from 'vitest'
import { ensureAdmin } from '../../server/accounts/first-admin.ts'
import { makeAdmin, passwordLink } from '../../server/accounts/make-admin.ts'
import { StrengthEstimator } from '../../server/accounts/password-strength.ts'
import { register, reset, resetLink, rowOf } from '../support/account-calls.ts'
import { callOf, captureLog } from '../support/evidence.ts'
import { ownApps } from '../support/own-apps.ts'
import { sharedApp } from '../support/shared-app.ts'
import { password, type Running } from '../support/start.ts'
import { userCalls } from '../support/user-calls.ts'

let app: Running
sharedApp((started) => {
  app = started
})

const ownApp = ownApps()
const strengthOf = async (to: Running, email: string) => (await rowOf(to, email))?.password_strength
const warningsOf = (log: string[]) =>
  log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'password.guessable')

describe('a password that meets the rules of its form is accepted [S5]', () => {
  for (const [n, secret] of ['Password1!', 'Abcdef1@', 'Test@1234', 'UmaUser1!'].entries())
    test(`registering with ${secret}`, async () => {
      const json = { name: 'Uma User', email: `common${n}@example.com`, password: secret }
      expect((await register(app, json)).status).toBe(201)
      expect(await app.signIn(json.email, secret)).toMatch(/^session=/)
      expect(await strengthOf(app, json.email)).toBe('guessable')
    })

  test('changing a password to a guessable one and back', async () => {
    const cookie = await app.asUser('change@example.com')
    const change = (cookie: string, currentPassword: string, newPassword: string) =>
      app.send('/change-password', {
        json: { currentPassword, newPassword, confirmPassword: newPassword },
        cookie,
      })
    expect((await change(cookie, password, 'Passw0rd123')).status).toBe(200)
    expect(await strengthOf(app, 'change@example.com')).toBe('guessable')
    const again = await app.signIn('change@example.com', 'Passw0rd123')
    expect((await change(again, 'Passw0rd123', 'Violet-Kettle-42')).status).toBe(200)
    expect(await strengthOf(app, 'change@example.com')).toBe('sufficient')
  })

  test('resetting a password', async () => {
    await app.addUser({ email: 'reset@example.com' })
    const link = await resetLink(app, 'reset@example.com')
    expect((await reset(app, link, 'Qwerty123')).status).toBe(200)
    expect(await strengthOf(app, 'reset@example.com')).toBe('guessable')
  })

  test('by the link that the server prints: taken, and warned about in the log', async () => {
    const own = await ownApp()
    const log = captureLog(own)
    const id = await makeAdmin(own.context, 'boss@example.com', null)
    const link = callOf(new URL(await passwordLink(own.context, id, 'boss@example.com')))
    expect((await reset(own, link, 'Letmein1')).status).toBe(200)
    expect(warningsOf(log)).toEqual([expect.objectContaining({ level: 40, userId: id })])
    expect(log.join('')).not.toContain('Letmein1')
  })
})

describe('a guessable ADMIN_PASSWORD', () => {
  const admin = { ADMIN_EMAIL: 'owner@example.com', ADMIN_PASSWORD: 'Admin123!' }

  test('is taken, and every start warns until it is changed', async () => {
    const own = await ownApp(admin)
    const log = captureLog(own)
    await ensureAdmin(own.context)
    expect(warningsOf(log)).toHaveLength(1)
    await ensureAdmin(own.context)
    expect(warningsOf(log)).toHaveLength(2)
    const cookie = await own.signIn('owner@example.com', 'Admin123!')
    const json = {
      currentPassword: 'Admin123!',
      newPassword: 'Violet-Kettle-42',
      confirmPassword: 'Violet-Kettle-42',
    }
    expect((await own.send('/change-password', { json, cookie })).status).toBe(200)
    await ensureAdmin(own.context)
    expect(warningsOf(log)).toHaveLength(2)
    expect(log.join('')).not.toContain('Admin123!')
  })
})

describe('the dashboard', () => {
  test('warns admins of their own password and, by name, of those of other admins; users of none', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const guessableOf = async (as: string) => (await own.json('/dashboard', { cookie: as })).body.guessable
    expect(await guessableOf(cookie)).toBeUndefined()
    const json = { name: 'Ana Lopez', email: 'ana@example.com', password: 'Password1!' }
    await register(own, json)
    const ana = await own.signIn('ana@example.com', 'Password1!')
    // No admin yet: no warning.
    expect([await guessableOf(cookie), await guessableOf(ana)]).toEqual([undefined, undefined])
    const log = captureLog(own)
    const id = (await rowOf(own, 'ana@example.com'))?.id ?? ''
    const role = { name: 'Ana Lopez', email: 'ana@example.com', isAdmin: true }
    await userCalls(() => ({ app: own, cookie })).update(id, role)
    expect(await guessableOf(cookie)).toEqual({ own: false, others: ['Ana Lopez'] })
    expect(await guessableOf(ana)).toEqual({ own: true, others: [] })
    expect(warningsOf(log)).toHaveLength(1)
  })

  test('warns of an admin password that is older than the estimate from the next sign-in on', async () => {
    const own = await ownApp()
    await own.addUser({ email: 'old@example.com', password: 'Password1!', admin: true })
    expect(await strengthOf(own, 'old@example.com')).toBeNull()
    const log = captureLog(own)
    const cookie = await own.signIn('old@example.com', 'Password1!')
    expect((await own.json('/dashboard', { cookie })).body.guessable).toEqual({ own: true, others: [] })
    expect(warningsOf(log)).toHaveLength(1)
  })
})

describe('the estimate', () => {
  const uma = { name: 'Uma Urban', email: 'uma@kettle.example', brand: 'Juno Balint' }

  test('knows leaked passwords, keyboard walks, dates, and what is known about the account', async () => {
    const estimator = new StrengthEstimator()
    try {
      const guessable = [
        'P@ssw0rd1!',
        '1qaz@WSX',
        'Summer2025!',
        'Aa123456',
        'Winter2026',
        'Kettle1!',
        'Urban123!',
      ]
      for (const secret of guessable)
        expect([secret, await estimator.estimate(secret, uma)]).toEqual([secret, 'guessable'])
      const sufficient = ['xK7$qLw9', 'Violet-Kitten-42', 'Correct-Horse-7', `Aa1${'ключ🔑'.repeat(20)}`]
      for (const secret of sufficient)
        expect([secret, await estimator.estimate(secret, uma)]).toEqual([secret, 'sufficient'])
    } finally {
      estimator.close()
    }
  })

  test('that a close cuts short is null, and the next one is made', async () => {
    const estimator = new StrengthEstimator()
    const all = Promise.all(Array.from({ length: 40 }, () => estimator.estimate('Password1!', uma)))
    estimator.close()
    expect(new Set(await all)).toEqual(new Set([null]))
    expect(await estimator.estimate('Password1!', uma)).toBe('guessable')
    estimator.close()
  })

  test('of 128 characters of the slowest kinds takes a bounded time', async () => {
    const { isGuessable } = await import('../../contract/password-strength.ts')
    const known = { ...uma, brand: 'Juno Balint' }
    isGuessable('warm-up', known)
    const worst = [
      'p@ssw0rd1!',
      '4@8({[</369&!1|07$5+%2',
      '2011',
      'Aa1!',
      'a',
      'abcabd',
      '1!|7+$5@4',
      '19881999',
    ]
    for (const piece of worst) {
      const before = process.cpuUsage()
      isGuessable(piece.repeat(128).slice(0, 128), known)
      // Microseconds of CPU time, so that a busy machine does not count; 10,000 here.
      expect(process.cpuUsage(before).user).toBeLessThan(500_000)
    }
  })
})

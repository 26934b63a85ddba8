// What the owner is mailed: new admins, changed email addresses of admins, their sign-ins from a new IP address.
import { describe, expect, test } from 'vitest'
import { makeAdmin } from '../../server/accounts/make-admin.ts'
import { dropFormerAdmins, dropOldSignInIps } from '../../server/accounts/owner-notifications.ts'
import { logIn } from '../support/account-calls.ts'
import { emailsTo, stallOutbox } from '../support/evidence.ts'
import { ownApps } from '../support/own-apps.ts'
import { password, type Running } from '../support/start.ts'

const day = 24 * 60 * 60_000
const ownApp = ownApps()
const owner = 'owner@example.com'
const trap = 'Locked! Unlock at https://evil.example'

const update = (to: Running, cookie: string, id: string, json: object) =>
  to.json(`/api/admin/users/update/${id}`, { method: 'PATCH', json, cookie })

describe('the owner is mailed', () => {
  test('about a new admin, without a word that the new admin chose', async () => {
    const own = await ownApp({ OWNER_EMAIL: owner })
    const cookie = await own.asAdmin()
    const id = await own.addUser({ email: 'locked.see.evil.example@example.com', name: trap })
    const change = { name: trap, email: 'locked.see.evil.example@example.com' }
    expect((await update(own, cookie, id, { ...change, isAdmin: true })).status).toBe(200)
    const [email, ...more] = await emailsTo(own, owner)
    expect(more).toEqual([])
    expect(email?.subject).toMatch(/has a new admin$/)
    expect(email?.text).toContain(id)
    expect(JSON.stringify(email)).not.toMatch(/evil|locked/i)
    // A name is no news.
    await update(own, cookie, id, { ...change, name: 'Other', isAdmin: true })
    expect(await emailsTo(own, owner)).toHaveLength(1)
  })

  test('about an admin made by command, also when the account is deleted before the email is sent', async () => {
    const own = await ownApp({ OWNER_EMAIL: owner })
    stallOutbox(own)
    const id = await makeAdmin(own.context, 'boss@example.com', null)
    await own.context.db.deleteFrom('users').where('id', '=', id).execute()
    const [email] = await emailsTo(own, owner)
    expect(email?.text).toContain(id)
    // Naming the owner is no news to the owner.
    await makeAdmin(own.context, owner, null)
    await makeAdmin(own.context, owner, null)
    expect(await emailsTo(own, owner)).toHaveLength(1)
  })

  test('about another email address of an admin; without OWNER_EMAIL every admin is, but not at the old one', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin('one@example.com')
    const id = await own.addUser({ email: 'two@example.com', admin: true, name: trap })
    await own.addUser({ email: 'three@example.com', admin: true })
    await own.addUser({ email: 'user@example.com' })
    await update(own, cookie, id, { name: trap, email: 'evil.example@example.com', isAdmin: true })
    const notified = (await own.emails())
      .filter(({ subject }) => /address of an admin .* was changed/.test(subject ?? ''))
      .flatMap((email) => {
        expect(email.text).toContain(id)
        expect(`${email.subject} ${email.text} ${email.html}`).not.toMatch(/evil|locked/i)
        return email.to?.map(({ address }) => address)
      })
    expect(notified.sort()).toEqual(['evil.example@example.com', 'one@example.com', 'three@example.com'])
  })
})

describe('an attacker who removes the other admins', () => {
  const remove = (to: Running, cookie: string, id: string) =>
    to.json(`/api/admin/users/delete/${id}`, { method: 'DELETE', cookie })
  const subjectsTo = async (own: Running, address: string) =>
    (await emailsTo(own, address)).map(({ subject }) => subject?.replace(/Juno Balint/, 'X'))

  /** Three admins; the first one is the attacker. */
  const site = async (env: Record<string, string> = {}) => {
    const own = await ownApp(env)
    const hostile = await own.asAdmin('hostile@example.com')
    const ids = []
    for (const name of ['one', 'two'])
      ids.push(await own.addUser({ email: `${name}@example.com`, admin: true, name: trap }))
    return { own, hostile, one: ids[0] ?? '', two: ids[1] ?? '' }
  }

  test('stops no notification for seven days: admins who were demoted, deleted or given another email address still get them', async () => {
    const { own, hostile, one, two } = await site()
    await update(own, hostile, one, { name: trap, email: 'one@example.com', isAdmin: false })
    await remove(own, hostile, two)
    expect(await subjectsTo(own, 'one@example.com')).toEqual([
      expect.stringMatching(/^You are no longer an admin/),
      expect.stringMatching(/^An admin of .* was deleted$/),
    ])
    expect(await subjectsTo(own, 'two@example.com')).toEqual([
      expect.stringMatching(/has one admin less$/),
      expect.stringMatching(/^Your account at .* was deleted$/),
    ])
    const accomplice = await own.addUser({ email: 'evil@example.com' })
    await update(own, hostile, accomplice, { name: 'E', email: 'evil@example.com', isAdmin: true })
    for (const address of ['one@example.com', 'two@example.com'])
      expect((await subjectsTo(own, address)).at(-1)).toMatch(/has a new admin$/)
    expect(JSON.stringify(await emailsTo(own, 'one@example.com'))).not.toMatch(/locked|unlock/i)

    own.pass(8 * day)
    const again = await own.signIn('hostile@example.com')
    await update(own, again, accomplice, { name: 'E', email: 'evil@example.com', isAdmin: false })
    expect((await subjectsTo(own, 'one@example.com')).at(-1)).toMatch(/has a new admin$/)
    await dropFormerAdmins(own.context)
    const left = await own.context.db.selectFrom('former_admins').select('email').execute()
    expect(left).toEqual([{ email: 'evil@example.com' }])
  })

  test('by changing their email address first is reported to the old one, even if the account is deleted at once', async () => {
    const { own, hostile, one, two } = await site()
    stallOutbox(own)
    await update(own, hostile, one, { name: trap, email: 'mine@example.com', isAdmin: true })
    await remove(own, hostile, one)
    await update(own, hostile, two, { name: trap, email: 'two@example.com', isAdmin: false })
    expect((await subjectsTo(own, 'one@example.com')).sort()).toEqual([
      expect.stringMatching(/^An admin of .* was deleted$/),
      expect.stringMatching(/^X has one admin less$/),
      expect.stringMatching(/^Your email address for .* was changed$/),
    ])
    expect(await subjectsTo(own, 'two@example.com')).toHaveLength(3)
  })

  test.each([
    ['a user that gets the owner’s email and the role at once', false, /has a new admin$/],
    ['an admin that gets the owner’s email', true, /^The email address of an admin of .* was changed$/],
  ])('cannot hide an account by giving it OWNER_EMAIL: %s', async (_, admin, subject) => {
    const { own, hostile } = await site({ OWNER_EMAIL: owner })
    const id = await own.addUser({ email: 'evil@example.com', admin })
    const notified = () => emailsTo(own, owner, subject)
    const change = (email: string) => update(own, hostile, id, { name: 'E', email, isAdmin: true })
    expect((await change(owner)).status).toBe(200)
    expect(await notified()).toHaveLength(1)
    expect((await change('evil@example.com')).status).toBe(200)
    expect((await emailsTo(own, owner, /^The email address of an admin/)).at(-1)?.text).toContain(id)
    expect((await change(owner)).status).toBe(200)
    expect((await remove(own, hostile, id)).status).toBe(200)
    expect(await emailsTo(own, owner, /^An admin of .* was deleted$/)).toHaveLength(1)
  })

  test('cannot hide an account by giving it the email address of an admin who was just deleted', async () => {
    const { own, hostile, two } = await site()
    expect((await remove(own, hostile, two)).status).toBe(200)
    const id = await own.addUser({ email: 'evil@example.com' })
    const change = (email: string) => update(own, hostile, id, { name: 'E', email, isAdmin: true })
    expect((await change('two@example.com')).status).toBe(200)
    const [email] = await emailsTo(own, 'two@example.com', /has a new admin$/)
    expect(email?.text).toContain(id)
  })

  test('cannot silence OWNER_EMAIL', async () => {
    const { own, hostile, one, two } = await site({ OWNER_EMAIL: owner })
    await update(own, hostile, one, { name: trap, email: 'mine@example.com', isAdmin: false })
    await remove(own, hostile, two)
    expect((await subjectsTo(own, owner)).sort()).toEqual([
      expect.stringMatching(/^An admin of .* was deleted$/),
      expect.stringMatching(/^The email address of an admin of .* was changed$/),
      expect.stringMatching(/^X has one admin less$/),
    ])
  })

  test('a user is notified that the account was deleted, unless its email address may be somebody else’s', async () => {
    const { own, hostile } = await site({ OWNER_EMAIL: owner })
    const id = await own.addUser({ email: 'user@example.com' })
    const unverified = await own.addUser({ email: 'maybe@example.com' })
    await own.context.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', unverified)
      .execute()
    for (const each of [id, unverified]) expect((await remove(own, hostile, each)).status).toBe(200)
    expect(await subjectsTo(own, 'user@example.com')).toEqual([
      expect.stringMatching(/^Your account at .* was deleted$/),
    ])
    expect(await emailsTo(own, 'maybe@example.com')).toEqual([])
    expect(await emailsTo(own, owner)).toEqual([])
  })
})

describe('an admin who signs in', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address })
  const start = async (env: Record<string, string> = {}) => {
    const own = await ownApp({ OWNER_EMAIL: owner, TRUST_PROXY: '1', ...env })
    await own.addUser({ email: 'admin@example.com', admin: true, name: trap })
    const signIn = async (address: string, secret = password) =>
      (await logIn(own, 'admin@example.com', secret, from(address))).status
    const emails = async () => emailsTo(own, owner, /signed in .* from a new IP address$/)
    return { own, signIn, emails }
  }

  test('from a new IP address, the first one included, is reported to the owner; from a known one it is not', async () => {
    const { own, signIn, emails } = await start()
    expect(await signIn('192.0.2.1')).toBe(200)
    expect(await signIn('192.0.2.1')).toBe(200)
    expect(await emails()).toHaveLength(1)
    expect(await signIn('198.51.100.7', 'Wrong-Horse-7')).toBe(401)
    expect(await emails()).toHaveLength(1)
    expect(await signIn('198.51.100.7')).toBe(200)
    expect(await signIn('198.51.100.7')).toBe(200)
    const [, email, ...more] = await emails()
    expect(more).toEqual([])
    expect(email?.text).toContain('198.51.100.7')
    expect(JSON.stringify(email)).not.toMatch(/evil|locked/i)
    const rows = await own.context.db.selectFrom('sign_in_ips').selectAll().execute()
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|198\.51/)
  })

  test('by IPv6 is known by the /64', async () => {
    const { signIn, emails } = await start()
    await signIn('2001:db8:1:2::1')
    await signIn('2001:db8:1:2::ffff')
    expect(await emails()).toHaveLength(1)
    await signIn('2001:db8:1:3::1')
    const [, email] = await emails()
    expect(email?.text).toContain('2001:db8:1:3::/64')
  })

  test('from an IP address unused for 90 days is reported again, also after a cleanup', async () => {
    const { own, signIn, emails } = await start()
    await signIn('192.0.2.1')
    own.pass(91 * day)
    await dropOldSignInIps(own.context)
    expect(await own.context.db.selectFrom('sign_in_ips').selectAll().execute()).toEqual([])
    await signIn('192.0.2.1')
    expect(await emails()).toHaveLength(2)
    await signIn('192.0.2.1')
    expect(await emails()).toHaveLength(2)
  })

  test('where clients cannot be notified apart is not reported: all visitors have the IP address of the proxy', async () => {
    const { own, signIn, emails } = await start({ TRUST_PROXY: 'off' })
    await signIn('192.0.2.1')
    await signIn('192.0.2.2')
    expect(await emails()).toEqual([])
    expect(await own.context.db.selectFrom('sign_in_ips').selectAll().execute()).toEqual([])
  })

  test('with an invalid forwarded IP address is reported each time, without that text', async () => {
    const { own, signIn, emails } = await start()
    for (let n = 0; n < 2; n++) await signIn('Locked! Unlock at https://evil.example')
    // The peer counts instead; all visitors may have its address, so it is never a known one.
    const notified = await emails()
    expect(notified).toHaveLength(2)
    for (const email of notified) expect(email.text).toContain('IP address: 127.0.0.1')
    expect(JSON.stringify(notified)).not.toMatch(/evil|locked/i)
    expect(await own.context.db.selectFrom('sign_in_ips').selectAll().execute()).toEqual([])
  })

  test('for the first time since the promotion is reported, however the account was promoted', async () => {
    const { own, emails } = await start()
    const cookie = await own.asAdmin('boss@example.com')
    const before = await emails()
    const id = await own.addUser({ email: 'new@example.com', name: 'New' })
    await logIn(own, 'new@example.com', password, from('192.0.2.9'))
    await update(own, cookie, id, { name: 'New', email: 'new@example.com', isAdmin: true })
    expect(await emails()).toHaveLength(before.length)
    await logIn(own, 'new@example.com', password, from('192.0.2.9'))
    const email = (await emails()).at(-1)
    expect(email?.text).toContain(id)
    expect(email?.text).toContain('192.0.2.9')
  })

  test('the IP addresses of other users are not stored', async () => {
    const { own } = await start()
    await own.addUser({ email: 'user@example.com' })
    for (const address of ['192.0.2.1', '192.0.2.2'])
      expect((await logIn(own, 'user@example.com', password, from(address))).status).toBe(200)
    expect(await own.context.db.selectFrom('sign_in_ips').selectAll().execute()).toEqual([])
  })
})

// What the owner is mailed about admins: new, demoted and deleted ones, and changed email addresses. Their sign-ins:
// sign-in.test.ts. What is mailed to the account itself: users.test.ts.
import { describe, expect, test } from 'vitest'
import { makeAdmin } from '../../../server/accounts/first-admin.ts'
import { userCalls } from '../../support/calls.ts'
import { emailsTo, stallOutbox } from '../../support/evidence.ts'
import { ownApps, type Running } from '../../support/start.ts'

const ownApp = ownApps()
const owner = 'owner@example.com'
const trap = 'Locked! Unlock at https://evil.example'

describe('the owner is mailed', () => {
  test('about a new admin, without any text that the new admin chose', async () => {
    const own = await ownApp({ OWNER_EMAIL: owner })
    const cookie = await own.asAdmin()
    const { update } = userCalls(() => ({ app: own, cookie }))
    const id = await own.addUser({ email: 'locked.see.evil.example@example.com', name: trap })
    const change = { name: trap, email: 'locked.see.evil.example@example.com' }
    expect((await update(id, { ...change, isAdmin: true })).status).toBe(200)
    const [email, ...more] = await emailsTo(own, owner)
    expect(more).toEqual([])
    expect(email?.subject).toMatch(/has a new admin$/)
    expect(email?.text).toContain(id)
    expect(JSON.stringify(email)).not.toMatch(/evil|locked/i)
    // A name is no news.
    await update(id, { ...change, name: 'Other', isAdmin: true })
    expect(await emailsTo(own, owner)).toHaveLength(1)
  })

  test('about an admin made by command, also when the account is deleted before the email is sent', async () => {
    const own = await ownApp({ OWNER_EMAIL: owner })
    stallOutbox(own)
    await makeAdmin(own.context, 'boss@example.com', null)
    const boss = await own.context.db
      .deleteFrom('users')
      .where('email', '=', 'boss@example.com')
      .returning('id')
      .executeTakeFirst()
    const [email] = await emailsTo(own, owner)
    expect(email?.text).toContain(boss?.id)
    // Naming the owner is no news to the owner.
    await makeAdmin(own.context, owner, null)
    await makeAdmin(own.context, owner, null)
    expect(await emailsTo(own, owner)).toHaveLength(1)
  })

  test('about another email address of an admin; without OWNER_EMAIL every admin is, but not at the old one', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin('one@example.com')
    const { update } = userCalls(() => ({ app: own, cookie }))
    const id = await own.addUser({ email: 'two@example.com', admin: true, name: trap })
    await own.addUser({ email: 'three@example.com', admin: true })
    await own.addUser({ email: 'user@example.com' })
    await update(id, { name: trap, email: 'evil.example@example.com', isAdmin: true })
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
  const subjectsTo = async (own: Running, address: string) =>
    (await emailsTo(own, address)).map(({ subject }) => subject?.replace(/Juno Balint/, 'X'))

  /** Three admins; the first one is the attacker. */
  const site = async (env: Record<string, string> = {}) => {
    const own = await ownApp(env)
    const hostile = await own.asAdmin('hostile@example.com')
    const ids = []
    for (const name of ['one', 'two'])
      ids.push(await own.addUser({ email: `${name}@example.com`, admin: true, name: trap }))
    const calls = userCalls(() => ({ app: own, cookie: hostile }))
    return { own, ...calls, one: ids[0] ?? '', two: ids[1] ?? '' }
  }

  test('is reported to each of them, and to those who are left', async () => {
    const { own, update, remove, one, two } = await site()
    await update(one, { name: trap, email: 'one@example.com', isAdmin: false })
    await remove(two)
    expect(await subjectsTo(own, 'one@example.com')).toEqual([
      expect.stringMatching(/^You are no longer an admin/),
    ])
    // Several emails are sent at a time, so they arrive in any order.
    expect((await subjectsTo(own, 'two@example.com')).sort()).toEqual([
      expect.stringMatching(/^X has one admin less$/),
      expect.stringMatching(/^Your account at .* was deleted$/),
    ])
    expect((await subjectsTo(own, 'hostile@example.com')).sort()).toEqual([
      expect.stringMatching(/^An admin of .* was deleted$/),
      expect.stringMatching(/^X has one admin less$/),
    ])
    expect(JSON.stringify(await emailsTo(own, 'one@example.com'))).not.toMatch(/locked|unlock/i)
  })

  test('by changing their email address first is reported to the old one, even if the account is deleted at once', async () => {
    const { own, update, remove, one, two } = await site()
    stallOutbox(own)
    await update(one, { name: trap, email: 'mine@example.com', isAdmin: true })
    await remove(one)
    await update(two, { name: trap, email: 'two@example.com', isAdmin: false })
    expect(await subjectsTo(own, 'one@example.com')).toEqual([
      expect.stringMatching(/^Your email address for .* was changed$/),
    ])
    expect(await subjectsTo(own, 'two@example.com')).toHaveLength(3)
  })

  test.each([
    ['a user that gets the owner’s email and the role at once', false, /has a new admin$/],
    ['an admin that gets the owner’s email', true, /^The email address of an admin of .* was changed$/],
  ])('cannot hide an account by giving it OWNER_EMAIL: %s', async (_, admin, subject) => {
    const { own, update, remove } = await site({ OWNER_EMAIL: owner })
    const id = await own.addUser({ email: 'evil@example.com', admin })
    const notified = () => emailsTo(own, owner, subject)
    const change = (email: string) => update(id, { name: 'E', email, isAdmin: true })
    expect((await change(owner)).status).toBe(200)
    expect(await notified()).toHaveLength(1)
    expect((await change('evil@example.com')).status).toBe(200)
    expect((await emailsTo(own, owner, /^The email address of an admin/)).at(-1)?.text).toContain(id)
    expect((await change(owner)).status).toBe(200)
    expect((await remove(id)).status).toBe(200)
    expect(await emailsTo(own, owner, /^An admin of .* was deleted$/)).toHaveLength(1)
  })

  test('cannot hide an account by giving it the email address of an admin who was just deleted', async () => {
    const { own, update, remove, two } = await site()
    expect((await remove(two)).status).toBe(200)
    const id = await own.addUser({ email: 'evil@example.com' })
    const change = (email: string) => update(id, { name: 'E', email, isAdmin: true })
    expect((await change('two@example.com')).status).toBe(200)
    const [email] = await emailsTo(own, 'two@example.com', /has a new admin$/)
    expect(email?.text).toContain(id)
  })

  test('cannot silence OWNER_EMAIL', async () => {
    const { own, update, remove, one, two } = await site({ OWNER_EMAIL: owner })
    await update(one, { name: trap, email: 'mine@example.com', isAdmin: false })
    await remove(two)
    expect((await subjectsTo(own, owner)).sort()).toEqual([
      expect.stringMatching(/^An admin of .* was deleted$/),
      expect.stringMatching(/^The email address of an admin of .* was changed$/),
      expect.stringMatching(/^X has one admin less$/),
    ])
  })
})

// What the owner is mailed about admins: new, demoted and deleted ones, and changed email addresses. Their sign-ins:
// sign-in.test.ts. What is mailed to the account itself: users.test.ts.
import { expect, test } from 'vitest'
import { callsOf } from '../../support/calls.ts'
import { ownApp, type Running } from '../../support/start.ts'

const owner = 'owner@example.com'
const trap = 'Locked! Unlock at https://evil.example'

/** Three admins; the first one may be an attacker. */
const site = async (env: Record<string, string> = {}) => {
  const own = await ownApp(env)
  const cookie = await own.asAdmin('hostile@example.com')
  const [one, two] = await Promise.all(
    ['one', 'two'].map((name) => own.addUser({ email: `${name}@example.com`, admin: true, name: trap })),
  )
  const { update, remove } = callsOf(() => ({ app: own, cookie })).users
  const change = (id: string, email: string, isAdmin = true) => update(id, { name: trap, email, isAdmin })
  return { own, change, remove, one: one ?? '', two: two ?? '' }
}
/** In alphabetical order: several emails are sent at a time, so they arrive in any. */
const subjectsTo = async (own: Running, address: string) =>
  (await own.emails(address)).map(({ subject }) => subject?.replace(/Juno Balint/, 'X')).sort()

const oneLess = 'X has one admin less'
const wasDeleted = expect.stringMatching(/^An admin of .* was deleted$/)
const wasMoved = expect.stringMatching(/^The email address of an admin of .* was changed$/)

test('the owner is mailed about a new admin, without any text that the new admin chose', async () => {
  const { own, change, remove } = await site({ OWNER_EMAIL: owner })
  const email = 'locked.see.evil.example@example.com'
  const id = await own.addUser({ email, name: trap })
  expect((await change(id, email)).status).toBe(200)
  // A name is no news, and a user is not the owner's concern.
  await change(id, email)
  await remove(await own.addUser({ email: 'user@example.com' }))
  const emails = await own.emails(owner)
  expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/has a new admin$/)])
  expect(emails[0]?.text).toContain(id)
  expect(JSON.stringify(emails)).not.toMatch(/evil|locked/i)
})

test('the owner is mailed about an admin made by command, also when the account is deleted before the email is sent', async () => {
  const own = await ownApp({ OWNER_EMAIL: owner })
  await own.makeAdmin('boss@example.com')
  const boss = await own.context.db.deleteFrom('users').returning('id').executeTakeFirst()
  // Naming the owner is no news to the owner.
  await own.makeAdmin(owner)
  await own.makeAdmin(owner)
  const texts = (await own.emails(owner)).map(({ text }) => text)
  expect(texts).toEqual([expect.stringContaining(boss?.id ?? 'none')])
})

test('the owner is mailed about another email address of an admin; without OWNER_EMAIL every admin is, but not at the old one', async () => {
  const { own, change, two } = await site()
  await own.addUser({ email: 'user@example.com' })
  await change(two, 'evil.example@example.com')
  const emails = await own.emails(/address of an admin/)
  expect(emails.map(({ to }) => to?.[0]?.address).sort()).toEqual([
    'evil.example@example.com',
    'hostile@example.com',
    'one@example.com',
  ])
  for (const { subject, text, html } of emails) {
    expect(text).toContain(two)
    expect(`${subject} ${text} ${html}`).not.toMatch(/evil|locked/i)
  }
})

test('an attacker who removes the other admins is reported to each of them, and to those who are left', async () => {
  const { own, change, remove, one, two } = await site()
  await change(one, 'one@example.com', false)
  await remove(two)
  for (const [address, subjects] of Object.entries({
    'one@example.com': [expect.stringMatching(/^You are no longer an admin/)],
    'two@example.com': [oneLess, expect.stringMatching(/^Your account at .* was deleted$/)],
    'hostile@example.com': [wasDeleted, oneLess],
  }))
    expect(await subjectsTo(own, address), address).toEqual(subjects)
  expect(JSON.stringify(await own.emails('one@example.com'))).not.toMatch(/locked|unlock/i)
})

test('an attacker who removes the other admins cannot silence OWNER_EMAIL, nor their old email address by deleting the account at once', async () => {
  const { own, change, remove, one, two } = await site({ OWNER_EMAIL: owner })
  await change(one, 'mine@example.com', false)
  await remove(one)
  await remove(two)
  expect(await own.emails('one@example.com', /^Your email address for .* was changed$/)).toHaveLength(1)
  expect(await subjectsTo(own, owner)).toEqual([wasDeleted, wasMoved, oneLess])
})

test.each([
  ['a user that gets the owner’s email and the role at once', false, /has a new admin$/],
  ['an admin that gets the owner’s email', true, /^The email address of an admin of .* was changed$/],
])(
  'an attacker who removes the other admins cannot hide an account by giving it OWNER_EMAIL: %s',
  async (_, admin, subject) => {
    const { own, change, remove } = await site({ OWNER_EMAIL: owner })
    const id = await own.addUser({ email: 'evil@example.com', admin })
    expect((await change(id, owner)).status).toBe(200)
    expect(await own.emails(owner, subject)).toHaveLength(1)
    expect((await change(id, 'evil@example.com')).status).toBe(200)
    expect((await own.emails(owner, /^The email address of an admin/)).at(-1)?.text).toContain(id)
    expect((await change(id, owner)).status).toBe(200)
    expect((await remove(id)).status).toBe(200)
    expect(await own.emails(owner, /^An admin of .* was deleted$/)).toHaveLength(1)
  },
)

test('an attacker who removes the other admins cannot hide an account by giving it the email address of an admin who was just deleted', async () => {
  const { own, change, remove, two } = await site()
  expect((await remove(two)).status).toBe(200)
  const id = await own.addUser({ email: 'evil@example.com' })
  expect((await change(id, 'two@example.com')).status).toBe(200)
  const [email] = await own.emails('two@example.com', /has a new admin$/)
  expect(email?.text).toContain(id)
})

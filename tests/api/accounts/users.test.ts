// Users as admins list, change and delete them, and what that does to their sessions, links, emails, and what they made.

import { expect, test } from 'vitest'
import { callsOf, cover, statusesAtOnce, tooMany } from '../../support/calls.ts'
import { callOf, codeIn, linkIn, ownApp, sharedApp } from '../../support/start.ts'

const app = await sharedApp()
const admin = await app.asAdmin()
const { id: adminId } = await app.profileOf(admin)

const { update, remove } = callsOf(() => ({ app, cookie: admin })).users

test('deleting a user deletes sessions, links, emails and the image, too, and is told to its email address if that is verified', async () => {
  const cookie = await app.asUser('hans@example.com')
  const form = { name: 'Hans', avatar: cover }
  const { avatarUrl } = (await app.json('/edit-profile', { form, cookie })).body
  expect((await app.send(avatarUrl)).status).toBe(200)
  const link = await app.resetLink('hans@example.com')
  const { id } = await app.profileOf(cookie)
  expect((await remove(id)).status).toBe(200)
  expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
  expect((await app.json(link)).status).toBe(400)
  expect((await app.send(avatarUrl)).status).toBe(404)
  expect((await app.logIn('hans@example.com')).status).toBe(401)
  expect((await app.json(`/api/admin/users/${id}`, { cookie: admin })).status).toBe(404)
  // Whose email address is not verified is not told: it may be that of somebody else.
  const unverified = await app.newcomer('maybe@example.com')
  await remove((await app.profileOf(unverified.cookie)).id)
  const subject = /^Your account at .* was deleted$/
  await app.emailTo('hans@example.com', subject)
  expect(await app.emails('maybe@example.com', subject)).toEqual([])
})

test('deleting a user leaves the name of an admin at the replies of that admin', async () => {
  const author = await app.asAdmin('author@example.com')
  const { post, list, reply } = callsOf(() => ({ app, cookie: admin })).messages
  await post()
  const [{ id: message }] = (await list()).contacts
  expect((await reply(message, { replyBody: 'Hi' }, author)).status).toBe(200)
  const { id } = await app.profileOf(author)
  expect((await remove(id)).status).toBe(200)
  expect((await list()).contacts[0].replies).toMatchObject([{ author: 'Ada Admin', body: 'Hi' }])
})

test('changing the name or role of a user, who is the first of the list, changes nothing else', async () => {
  const id = await app.addUser({ email: 'anna@example.com' })
  const cookie = await app.signIn('anna@example.com')
  const before = await app.userRow('anna@example.com')
  const anna = { name: 'Anna B.', email: 'anna@example.com' }
  // Extra fields change nothing.
  const extra = { id: 'mine', isEmailValid: false, password_hash: 'x', createdAt: '1', avatar: 'x' }
  const changed = { ...extra, name: ' Anna B. ', email: 'ANNA@example.com', isAdmin: true }
  const { status, body } = await update(id, changed)
  expect(status).toBe(200)
  expect(body.user).toMatchObject({ id, ...anna, isAdmin: true, isEmailValid: true })
  expect((await app.json('/api/admin/users', { cookie })).body[0]).toEqual(body.user)
  expect(await app.userRow('anna@example.com')).toEqual({ ...before, name: 'Anna B.', role: 'admin' })
  expect((await app.json('/check-admin', { cookie })).body).toEqual({ isAdmin: true })
  await update(id, { ...anna, isAdmin: false })
  expect((await app.json('/api/admin/users', { cookie })).status).toBe(403)
  const subjects = (await app.emails('anna@example.com')).map(({ subject }) => subject)
  expect(subjects).toEqual([expect.stringMatching(/^You are no longer an admin/)])
})

test('a new email address of a user is unverified, both email addresses get an email, and links are void, also with the new one in them', async () => {
  const { cookie, email } = await app.newcomer('old@example.com')
  const { id } = await app.profileOf(cookie)
  const reset = await app.resetLink('old@example.com')
  const verify = linkIn(email)
  const { body } = await update(id, { name: 'Bela', email: ' New@Example.com ', isAdmin: false })
  expect(body.user).toMatchObject({ email: 'new@example.com', isEmailValid: false })
  const withNew = callOf(verify).replace('old', 'new')
  for (const link of [reset, callOf(verify), withNew]) expect((await app.json(link)).status).toBe(400)
  expect((await app.reset(reset)).status).toBe(400)
  expect((await app.userRow('new@example.com'))?.email_verified_at).toBeNull()
  expect((await app.emailTo('old@example.com')).subject).toMatch(/email address .* was changed/)
  const code = codeIn(await app.emailTo('new@example.com'))
  expect((await app.verify(await app.signIn('new@example.com'), code)).status).toBe(200)
  expect((await app.logIn('old@example.com')).status).toBe(401)
})

test('changing a user to an email address in use gets 409, and nothing changes; of two at the same moment one gets it', async () => {
  const id = await app.addUser({ email: 'dora@example.com', name: 'Dora' })
  const before = await app.userRow('dora@example.com')
  const { status, body } = await update(id, { name: 'D', email: 'admin@example.com', isAdmin: true })
  expect([status, body.errors]).toEqual([409, { email: 'An account with this email already exists.' }])
  expect(await app.userRow('dora@example.com')).toEqual(before)
  const ids = [id, await app.addUser({ email: 'e2@example.com' })]
  const calls = ids.map((id) => update(id, { name: 'E', email: 'wanted@example.com', isAdmin: false }))
  expect(await statusesAtOnce(calls)).toEqual([200, 409])
})

test('changes of email address or role, and deletions, are 60 an hour for an admin; then 429 says so, and a name may still be changed', async () => {
  const app = await ownApp({ THROTTLE: 'on' })
  const cookie = await app.asAdmin()
  const { update, remove } = callsOf(() => ({ app, cookie })).users
  const id = await app.addUser({ email: 'a@example.org', name: 'A' })
  const before = { name: 'A', email: 'a@example.org', isAdmin: true }
  expect((await update(id, before)).status).toBe(200)
  await app.countedBefore('accountChanges', 59)
  // What is rejected does not count.
  expect((await update(id, { ...before, email: 'admin@example.com' })).status).toBe(409)
  expect((await remove(await app.addUser({ email: 'gone@example.org' }))).status).toBe(200)

  for (const rejected of [
    await update(id, { ...before, isAdmin: false }),
    await update(id, { ...before, email: 'c@example.org' }),
    await remove(id),
  ])
    expect(rejected).toMatchObject(tooMany('You have changed or deleted too many accounts.'))
  expect((await update(id, { ...before, name: 'C' })).body.user).toMatchObject({ ...before, name: 'C' })
  const other = await app.asAdmin('other@example.com')
  expect((await update(id, { ...before, isAdmin: false }, other)).status).toBe(200)
  app.pass(61 * 60_000)
  expect((await remove(id, await app.signIn('admin@example.com'))).status).toBe(200)
})

test("one's own account cannot be demoted or deleted, but renamed", async () => {
  const json = { name: 'Ada A.', email: 'admin@example.com', isAdmin: true }
  const rejected = (message: string) => ({ status: 409, body: { message } })
  expect(await update(adminId, { ...json, isAdmin: false })).toMatchObject(
    rejected('You cannot change the role of your own account.'),
  )
  expect(await remove(adminId)).toMatchObject(rejected('You cannot delete your own account.'))
  expect((await update(adminId, json)).status).toBe(200)
  expect((await app.json('/check-admin', { cookie: admin })).body).toEqual({ isAdmin: true })
})

test('of two admins who remove each other, both past the guard, one succeeds', async () => {
  const own = await ownApp()
  const one = await own.asAdmin('one@example.com')
  const two = await own.asAdmin('two@example.com')
  const { id, name, email } = await own.profileOf(two)
  const calls = callsOf(() => ({ app: own, cookie: one })).users
  const { id: first } = await own.profileOf(one)
  // None begins its change before the other has passed the guard.
  const inTransaction = own.context.inTransaction.bind(own.context)
  const { promise: bothPassed, resolve } = Promise.withResolvers<void>()
  let passed = 0
  own.context.inTransaction = async (work) => {
    if (++passed === 2) resolve()
    await bothPassed
    return inTransaction(work)
  }
  const statuses = await statusesAtOnce([
    calls.update(id, { name, email, isAdmin: false }),
    calls.remove(first, two),
  ])
  expect(statuses).toEqual([200, 403])
  const admins = own.context.db.selectFrom('users').select('email').where('role', '=', 'admin')
  expect(await admins.execute()).toHaveLength(1)
})

const bea = { name: 'Bea', email: 'bea@example.com', isAdmin: false }

test.each([
  ['end with the role of their creator', 'PATCH', false],
  ['end with the account of their creator', 'DELETE', false],
  ['go on with whoever takes the role away', 'PATCH', true],
  ['go on with whoever deletes the account', 'DELETE', true],
])('the webhooks and client links of an admin %s', async (_, method, takeOver) => {
  const app = await ownApp({ OWNER_EMAIL: 'owner@example.com' })
  const ada = await app.asAdmin('ada@example.com')
  const id = await app.addUser({ ...bea, admin: true })
  const cookie = await app.signIn(bea.email)
  const { id: project } = await callsOf(() => ({ app, cookie: ada })).projects.added({})
  const read = async (path: string) => (await app.json(path, { cookie: ada })).body
  const webhooks = '/api/settings/webhooks'
  const links = `/api/portfolio/${project}/client-links`
  const creators = async () =>
    [...(await read(webhooks)).webhooks, ...(await read(links)).links].map(({ createdBy }) => createdBy)
  expect((await app.json(webhooks, { cookie, json: { url: 'https://hooks.example/new' } })).status).toBe(201)
  expect((await app.json(links, { cookie, json: {} })).status).toBe(201)
  expect(await creators()).toEqual(['Bea', 'Bea'])
  expect(await read(`/api/admin/users/${id}`)).toMatchObject({ webhooks: 1, clientLinks: 1 })
  const [email] = await app.emails('owner@example.com', /reports its messages to a new webhook$/)
  expect(email?.text).toContain('https://hooks.example/new')

  const change =
    method === 'PATCH'
      ? app.json(`/api/admin/users/update/${id}`, { method, cookie: ada, json: { ...bea, takeOver } })
      : app.json(`/api/admin/users/delete/${id}${takeOver ? '?takeOver=true' : ''}`, { method, cookie: ada })
  expect((await change).status).toBe(200)
  expect(await creators()).toEqual(takeOver ? ['Ada Admin', 'Ada Admin'] : [])
  const [{ detail }] = (await read(`/api/admin/activity?user=${id}`)).events
  if (!takeOver) expect(detail).toMatch(/ended: webhooks 1, client links 1$/)
})

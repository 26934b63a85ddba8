// Users as admins manage them: permissions, the list and deletion. Changing one: user-changes.test.ts.
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import {
  contactCalls,
  logIn,
  register,
  requestReset,
  userWithId as rowOf,
  userCalls,
} from '../support/calls.ts'
import { callOf, emailsTo, emailTo, linkIn } from '../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()

let app: Running
let admin: string
sharedApp(async (started) => {
  app = started
  admin = await app.asAdmin()
})

const { update, remove } = userCalls(() => ({ app, cookie: admin }))

describe('every call of user administration', () => {
  const calls = [
    ['GET', '/api/admin/users'],
    ['GET', '/api/admin/users/:id'],
    ['PATCH', '/api/admin/users/update/:id'],
    ['DELETE', '/api/admin/users/delete/:id'],
  ] as const
  for (const [method, path] of calls)
    test(`${method} ${path} is 401 for visitors, 403 for users, and changes nothing`, async () => {
      const id = await app.addUser({ email: `target-${method}-${path.length}@example.com`.toLowerCase() })
      const user = await app.asUser(`user-${method}-${path.length}@example.com`.toLowerCase())
      const before = await rowOf(app, id)
      const json = method === 'PATCH' ? { name: 'X', email: 'x@example.com', isAdmin: true } : undefined
      const sent = { method, ...(json ? { json } : {}) }
      expect((await app.json(path.replace(':id', id), sent)).status).toBe(401)
      expect((await app.json(path.replace(':id', id), { ...sent, cookie: user })).status).toBe(403)
      expect(await rowOf(app, id)).toEqual(before)
    })

  test('responds with 404 for unknown ids of any form', async () => {
    const json = { name: 'X', email: 'x@example.com', isAdmin: false }
    for (const id of ['0'.repeat(24), '1', 'x'.repeat(500), '%00', "1'or'1'='1", '__proto__', '-1']) {
      const responses = [
        await app.json(`/api/admin/users/${encodeURIComponent(id)}`, { cookie: admin }),
        await update(encodeURIComponent(id), json),
        await remove(encodeURIComponent(id)),
      ]
      expect([id, responses.map(({ status }) => status)]).toEqual([id, [404, 404, 404]])
      expect(responses.every(({ body }) => body.success === false && typeof body.message === 'string')).toBe(
        true,
      )
    }
    expect((await remove('0'.repeat(24))).body.message).toBe('User not found')
  })
})

describe('the list', () => {
  test('shows eight fields of everybody, newest first, and no secret', async () => {
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
        webhooks: 0,
        clientLinks: 0,
      },
      expect.objectContaining({ email: 'admin@example.com', isAdmin: true }),
    ])
    const one = await own.json(`/api/admin/users/${body[0].id}`, { cookie })
    expect([one.status, one.body]).toEqual([200, body[0]])
  })

  test('of 1,000 users stays below 300 KB', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const users = Array.from({ length: 1000 }, (_, n) => ({
      ...{
        id: `id-${String(n).padStart(20, '0')}`,
        name: `Person number ${n}`,
        email: `user.number.${n}@example.com`,
      },
      ...{ password_hash: null, role: 'user' as const, avatar: null, email_verified_at: null },
      created_at: new Date(n).toISOString(),
    }))
    for (let n = 0; n < 1000; n += 100)
      await own.context.db
        .insertInto('users')
        .values(users.slice(n, n + 100))
        .execute()
    const text = await (await own.send('/api/admin/users', { cookie })).text()
    expect(JSON.parse(text)).toHaveLength(1001)
    expect(Buffer.byteLength(text)).toBeLessThan(300_000)
  })
})

describe('deleting a user', () => {
  test('deletes sessions, links, emails and the image, too', async () => {
    const cookie = await app.asUser('hans@example.com')
    const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#123456' } })
      .png()
      .toBuffer()
    const form = { name: 'Hans', avatar: new Blob([new Uint8Array(png)]) }
    const { avatarUrl } = (await app.json('/edit-profile', { form, cookie })).body
    expect((await app.send(avatarUrl)).status).toBe(200)
    await requestReset(app, 'hans@example.com')
    const link = callOf(linkIn(await emailTo(app, 'hans@example.com')))
    const { id } = (await app.json('/profile', { cookie })).body.user
    const { status, body } = await remove(id)
    expect([status, body]).toEqual([200, { success: true, message: 'User deleted successfully!' }])
    expect((await app.json('/check-auth', { cookie })).body).toEqual({ isAuthenticated: false })
    expect((await app.json('/profile', { cookie })).status).toBe(401)
    expect((await app.json(link)).status).toBe(400)
    expect((await app.send(avatarUrl)).status).toBe(404)
    expect((await logIn(app, 'hans@example.com')).status).toBe(401)
    for (const table of ['sessions', 'one_time_tokens', 'jobs'] as const)
      expect(
        await app.context.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute(),
      ).toEqual([])
    expect((await app.json(`/api/admin/users/${id}`, { cookie: admin })).status).toBe(404)
  })

  test('notifies its email address if that is verified, and not the owner', async () => {
    const own = await ownApp({ OWNER_EMAIL: 'owner@example.com' })
    const cookie = await own.asAdmin()
    const { remove } = userCalls(() => ({ app: own, cookie }))
    const id = await own.addUser({ email: 'user@example.com' })
    const unverified = await own.addUser({ email: 'maybe@example.com' })
    await own.context.db
      .updateTable('users')
      .set({ email_verified_at: null })
      .where('id', '=', unverified)
      .execute()
    for (const each of [id, unverified]) expect((await remove(each)).status).toBe(200)
    const subjects = (await emailsTo(own, 'user@example.com')).map(({ subject }) => subject)
    expect(subjects).toEqual([expect.stringMatching(/^Your account at .* was deleted$/)])
    expect(await emailsTo(own, 'maybe@example.com')).toEqual([])
    expect(await emailsTo(own, 'owner@example.com')).toEqual([])
  })

  test('leaves the name of an admin at the replies of that admin', async () => {
    const author = await app.asAdmin('author@example.com')
    const { post, list } = contactCalls(() => ({ app, cookie: admin }))
    await post()
    const [{ id: message }] = (await list()).contacts
    const json = { replySubject: 'Re', replyBody: 'Hi' }
    expect((await app.json(`/contacts/${message}/reply`, { cookie: author, json })).status).toBe(200)
    const { id } = (await app.json('/profile', { cookie: author })).body.user
    expect((await remove(id)).status).toBe(200)
    expect((await list()).contacts[0].replies).toMatchObject([{ author: 'Ada Admin', body: 'Hi' }])
  })

  test('twice at the same moment: once done, once not found, never 500', async () => {
    const id = await app.addUser({ email: 'ilse@example.com' })
    const responses = await Promise.all([remove(id), remove(id)])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 404])
  })

  test('frees the email address for a new account', async () => {
    const id = await app.addUser({ email: 'jana@example.com' })
    await remove(id)
    expect((await register(app, { email: 'jana@example.com' })).status).toBe(201)
  })
})

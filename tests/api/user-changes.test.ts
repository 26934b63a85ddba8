// Changing the account of another user as an admin: name, role, email address, and what that does to links. How many an
// hour: account-changes.test.ts. The list and deletion: users.test.ts. One's own account: last-admin.test.ts.
import { describe, expect, test } from 'vitest'
import {
  logIn,
  register,
  requestReset,
  reset,
  userWithId as rowOf,
  userCalls,
  verify,
} from '../support/calls.ts'
import { callOf, captureLog, codeIn, emailsTo, emailTo, linkIn } from '../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()

let app: Running
let admin: string
sharedApp(async (started) => {
  app = started
  admin = await app.asAdmin()
})

const { update, remove } = userCalls(() => ({ app, cookie: admin }))

describe('changing a user', () => {
  test('name or role alone changes nothing else', async () => {
    const id = await app.addUser({ email: 'anna@example.com' })
    const cookie = await app.signIn('anna@example.com')
    const before = await rowOf(app, id)
    const { status, body } = await update(id, { name: ' Anna B. ', email: 'ANNA@example.com', isAdmin: true })
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: 'User updated successfully!',
        user: {
          id,
          name: 'Anna B.',
          email: 'anna@example.com',
          isAdmin: true,
          isEmailValid: true,
          createdAt: before?.created_at,
          webhooks: 0,
          clientLinks: 0,
        },
      },
    ])
    expect(await rowOf(app, id)).toEqual({ ...before, name: 'Anna B.', role: 'admin' })
    expect((await app.json('/check-admin', { cookie })).body).toEqual({ isAdmin: true })
    await update(id, { name: 'Anna B.', email: 'anna@example.com', isAdmin: false })
    expect((await app.json('/api/admin/users', { cookie })).status).toBe(403)
    const [notified, ...more] = await emailsTo(app, 'anna@example.com')
    expect(notified?.subject).toMatch(/^You are no longer an admin/)
    expect(more).toEqual([])
  })

  test('a new email address is unverified, both email addresses get an email, and links are void', async () => {
    const id = await app.addUser({ email: 'old@example.com', name: 'Bela' })
    await requestReset(app, 'old@example.com')
    const link = callOf(linkIn(await emailTo(app, 'old@example.com')))
    const { body } = await update(id, { name: 'Bela', email: ' New@Example.com ', isAdmin: false })
    expect(body.user).toMatchObject({ email: 'new@example.com', isEmailValid: false })
    expect((await app.json(link)).status).toBe(400)
    expect((await reset(app, link)).status).toBe(400)
    expect((await emailTo(app, 'old@example.com')).subject).toMatch(/email address .* was changed/)
    const email = await emailTo(app, 'new@example.com')
    const cookie = await app.signIn('new@example.com')
    expect((await verify(app, cookie, codeIn(email))).status).toBe(200)
    expect((await logIn(app, 'old@example.com')).status).toBe(401)
  })

  test('a link that verifies the old email address does not verify the new one', async () => {
    await register(app, { email: 'cora@example.com' })
    const email = await emailTo(app, 'cora@example.com')
    const users = (await app.json('/api/admin/users', { cookie: admin })).body as {
      id: string
      email: string
    }[]
    const id = users.find(({ email }) => email === 'cora@example.com')?.id ?? ''
    await update(id, { name: 'Cora', email: 'cora@new.example.com', isAdmin: false })
    const link = linkIn(email)
    expect((await app.json(callOf(link))).status).toBe(400)
    link.searchParams.set('email', 'cora@new.example.com')
    expect((await app.json(callOf(link))).status).toBe(400)
    expect((await rowOf(app, id))?.email_verified_at).toBeNull()
  })

  test('a reset link stays void when the account returns to its email address', async () => {
    const id = await app.addUser({ email: 'there@example.com', name: 'Dan' })
    await requestReset(app, 'there@example.com')
    const link = callOf(linkIn(await emailTo(app, 'there@example.com')))
    await update(id, { name: 'Dan', email: 'away@example.com', isAdmin: false })
    await update(id, { name: 'Dan', email: 'there@example.com', isAdmin: false })
    expect((await reset(app, link)).status).toBe(400)
  })

  test('to an email address in use gets 409, and nothing changes', async () => {
    const id = await app.addUser({ email: 'dora@example.com', name: 'Dora' })
    const before = await rowOf(app, id)
    const { status, body } = await update(id, { name: 'D', email: 'admin@example.com', isAdmin: true })
    const text = 'An account with this email already exists.'
    expect([status, body]).toEqual([
      409,
      { success: false, code: 'duplicate', message: text, errors: { email: text } },
    ])
    expect(await rowOf(app, id)).toEqual(before)
  })

  test('two users to one email address at the same moment: one gets it, one 409', async () => {
    const ids = [
      await app.addUser({ email: 'e1@example.com' }),
      await app.addUser({ email: 'e2@example.com' }),
    ]
    const responses = await Promise.all(
      ids.map((id) => update(id, { name: 'E', email: 'wanted@example.com', isAdmin: false })),
    )
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a registration and a change to the same email address at the same moment: never 500', async () => {
    const id = await app.addUser({ email: 'f1@example.com' })
    const responses = await Promise.all([
      register(app, { email: 'f2@example.com' }),
      update(id, { name: 'F', email: 'f2@example.com', isAdmin: false }),
    ])
    expect(responses.filter(({ status }) => status === 409)).toHaveLength(1)
    expect(responses.filter(({ status }) => status < 300)).toHaveLength(1)
  })

  test('without name, email address or a boolean role is rejected with messages', async () => {
    const id = await app.addUser({ email: 'fred@example.com', name: 'Fred' })
    const good = { name: 'Fred', email: 'fred@example.com', isAdmin: false }
    const rejected: [Record<string, unknown>, Record<string, string>][] = [
      [{ ...good, name: ' ' }, { name: 'Name is required.' }],
      [{ ...good, name: 'n'.repeat(101) }, { name: 'Name must be at most 100 characters.' }],
      [{ ...good, email: 'fred' }, { email: 'Invalid email format' }],
      [{ ...good, email: ' ' }, { email: 'Email is required.' }],
      [{ ...good, email: undefined }, { email: 'Email is required.' }],
      [{ ...good, isAdmin: undefined }, { isAdmin: 'Role is required.' }],
      [{ ...good, isAdmin: 'true' }, { isAdmin: 'Role is required.' }],
      [{ ...good, isAdmin: 1 }, { isAdmin: 'Role is required.' }],
    ]
    for (const [json, errors] of rejected) {
      const { status, body } = await update(id, json)
      expect([status, body.errors]).toEqual([400, errors])
    }
    expect(await rowOf(app, id)).toMatchObject({ name: 'Fred', email: 'fred@example.com', role: 'user' })
  })

  test('extra fields change nothing: id, verification, password', async () => {
    const id = await app.addUser({ email: 'gerd@example.com', name: 'Gerd' })
    const before = await rowOf(app, id)
    const extra = {
      id: 'mine',
      isEmailValid: false,
      password: 'x',
      password_hash: 'x',
      createdAt: '1',
      avatar: 'x',
    }
    expect(
      (await update(id, { name: 'G', email: 'gerd@example.com', isAdmin: false, ...extra })).status,
    ).toBe(200)
    expect(await rowOf(app, id)).toEqual({ ...before, name: 'G' })
  })

  test('a change of role and a deletion are logged with the admin and the account', async () => {
    const own = await ownApp()
    const cookie = await own.asAdmin()
    const id = await own.addUser({ email: 'user@example.com' })
    const userId = (await own.json('/profile', { cookie })).body.user.id
    const log = captureLog(own)
    await update(id, { name: 'U', email: 'user@example.com', isAdmin: true }, cookie, own)
    await remove(id, cookie, own)
    const entries = log.map((line) => JSON.parse(line)).filter(({ event }) => /^user\./.test(event))
    expect(entries).toEqual([
      expect.objectContaining({
        userId,
        event: 'user.role-changed',
        role: 'admin',
        accountId: id,
        time: expect.anything(),
      }),
      expect.objectContaining({ userId, event: 'user.deleted', accountId: id }),
    ])
  })
})

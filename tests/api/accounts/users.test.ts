// Users as admins list, change and delete them, and what that does to their sessions, links, emails, and what they made.

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { changeUser, removeUser } from '../../../server/accounts/users.ts'
import {
  contactCalls,
  logIn,
  portfolioCalls,
  register,
  requestReset,
  reset,
  userWithId as rowOf,
  userCalls,
  verify,
} from '../../support/calls.ts'
import { callOf, codeIn, emailsTo, emailTo, linkIn } from '../../support/evidence.ts'
import { ownApps, type Running, sharedApp } from '../../support/start.ts'

let app: Running
let admin: string
let adminId: string
sharedApp(async (started) => {
  app = started
  admin = await app.asAdmin()
  adminId = (await app.json('/profile', { cookie: admin })).body.user.id
})

const { update, remove } = userCalls(() => ({ app, cookie: admin }))

const ownApp = ownApps()

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
})

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
})

describe('the limit', () => {
  const start = async (env: Record<string, string> = {}) => {
    const app = await ownApp(env)
    const cookie = await app.asAdmin()
    return { app, ...userCalls(() => ({ app, cookie })) }
  }
  const counts = (app: Running) =>
    app.context.db
      .selectFrom('attempts')
      .select('count')
      .where('key', 'like', 'account-changes:%')
      .orderBy('count')
      .execute()
  /** Makes it as if so many changes had been counted, which would only take time. */
  const countedBefore = (app: Running, count: number) =>
    app.context.db.updateTable('attempts').set({ count }).where('key', 'like', 'account-changes:%').execute()

  describe('changes of accounts by an admin', () => {
    test('of email address or role, and deletions, are 60 an hour; then 429 says so, and a name may still be changed', async () => {
      const { app, update, remove } = await start({ THROTTLE: 'on' })
      const id = await app.addUser({ email: 'a@example.org', name: 'A' })
      const user = { name: 'A', email: 'a@example.org', isAdmin: false }
      expect((await update(id, { ...user, name: 'B' })).status).toBe(200)
      expect(await counts(app)).toEqual([])
      expect((await update(id, { ...user, email: 'b@example.org' })).status).toBe(200)
      expect((await update(id, { ...user, email: 'admin@example.com' })).status).toBe(409)
      expect((await update(id, { ...user, isAdmin: true })).status).toBe(200)
      expect(await counts(app)).toEqual([{ count: 2 }])
      await countedBefore(app, 59)
      const gone = await app.addUser({ email: 'gone@example.org' })
      expect((await remove(gone)).status).toBe(200)

      const before = { name: 'A', email: 'a@example.org', isAdmin: true }
      for (const rejected of [
        await update(id, { ...before, isAdmin: false }),
        await update(id, { ...before, email: 'c@example.org' }),
        await remove(id),
      ]) {
        expect([rejected.status, rejected.body.code]).toEqual([429, 'too-many'])
        expect(rejected.body.message).toMatch(
          /^You have changed or deleted too many accounts\. Please try again in \d+ minutes\.$/,
        )
        expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(3_500)
      }
      expect((await update(id, { ...before, name: 'C' })).body.user).toMatchObject({
        ...before,
        name: 'C',
      })
      const other = await app.asAdmin('other@example.com')
      expect((await update(id, { ...before, isAdmin: false }, other)).status).toBe(200)

      app.pass(61 * 60_000)
      const later = await app.signIn('admin@example.com')
      expect((await remove(id, later)).status).toBe(200)
    })
  })
})

describe("one's own account", () => {
  test('cannot be demoted or deleted, but renamed', async () => {
    const json = { name: 'Ada Admin', email: 'admin@example.com', isAdmin: false }
    const demoted = await update(adminId, json)
    expect([demoted.status, demoted.body.message]).toEqual([
      409,
      'You cannot change the role of your own account.',
    ])
    const deleted = await remove(adminId)
    expect([deleted.status, deleted.body.message]).toEqual([409, 'You cannot delete your own account.'])
    expect((await update(adminId, { ...json, name: 'Ada A.', isAdmin: true })).status).toBe(200)
    expect((await app.json('/check-admin', { cookie: admin })).body).toEqual({ isAdmin: true })
  })
})

describe('the last admin', () => {
  const twoAdmins = async () => {
    const own = await ownApp()
    const cookies = [await own.asAdmin('one@example.com'), await own.asAdmin('two@example.com')]
    const profiles = await Promise.all(cookies.map((cookie) => own.json('/profile', { cookie })))
    const [one, two] = profiles.map(({ body }) => body.user)
    return { own, cookies: cookies as [string, string], one, two }
  }
  const adminsOf = async (own: Running) =>
    (await own.context.db.selectFrom('users').select('email').where('role', '=', 'admin').execute()).length

  test('two admins remove each other, both past the guard: one succeeds', async () => {
    const { own, one, two } = await twoAdmins()
    const [first, second] = await Promise.all([one, two].map(({ id }) => rowOf(own, id)))
    if (!first || !second) throw new Error('two admins')
    const authenticated_at = own.context.now().toISOString()
    const requestOf = (user: typeof first) => ({
      admin: { ...user, authenticated_at },
      by: { role: 'operator' } as const,
    })
    const demoted = { name: 'Two', email: second.email, isAdmin: false, takeOver: false }
    const outcomes = await Promise.allSettled([
      changeUser(own.context, second.id, demoted, requestOf(first)),
      removeUser(own.context, first.id, { takeOver: false }, requestOf(second)),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await adminsOf(own)).toBe(1)
  })
})

describe('what an admin has made', () => {
  const passphrase = 'open sesame'

  /** Bea has made a webhook and a client link; Ada is the other admin. */
  async function twoAdmins() {
    const app = await ownApp({ OWNER_EMAIL: 'owner@example.com' })
    const ada = await app.asAdmin('ada@example.com')
    const id = await app.addUser({ email: 'bea@example.com', name: 'Bea', admin: true })
    const bea = await app.signIn('bea@example.com')
    const { id: project } = await portfolioCalls(() => ({ app, cookie: ada })).added({})
    const webhook = await app.json('/api/settings/webhooks', {
      cookie: bea,
      json: { url: 'https://hooks.example/new' },
    })
    expect(webhook.status).toBe(201)
    const linked = await app.json(`/api/portfolio/${project}/client-links`, {
      cookie: bea,
      json: { passphrase },
    })
    const token = new URL(linked.body.url).pathname.slice('/c/'.length)
    const creators = async () => {
      const { webhooks } = (await app.json('/api/settings/webhooks', { cookie: ada })).body
      const { links } = (await app.json(`/api/portfolio/${project}/client-links`, { cookie: ada })).body
      return [...webhooks, ...links].map((made: { createdBy: string }) => made.createdBy)
    }
    const opens = async () =>
      (await app.send('/api/client-links/open', { json: { token, passphrase } })).status === 200
    const made = async (of = id) => {
      const { webhooks, clientLinks } = (await app.json(`/api/admin/users/${of}`, { cookie: ada })).body
      return [webhooks, clientLinks]
    }
    const details = async () =>
      (await app.json(`/api/admin/activity?user=${id}`, { cookie: ada })).body.events[0].detail
    return { app, ada, id, creators, opens, made, details, ...userCalls(() => ({ app, cookie: ada })) }
  }

  const demotion = { name: 'Bea', email: 'bea@example.com', isAdmin: false }

  test('a webhook and a client link are shown with their creator, and the owner is mailed of the webhook', async () => {
    const { app, creators, opens, made } = await twoAdmins()
    expect(await creators()).toEqual(['Bea', 'Bea'])
    expect(await made()).toEqual([1, 1])
    expect(await opens()).toBe(true)
    const emails = await emailsTo(app, 'owner@example.com')
    expect(
      emails.map(({ subject, text }) => [subject, text?.includes('https://hooks.example/new')]),
    ).toContainEqual([expect.stringMatching(/reports its messages to a new webhook$/), true])
  })

  test('both end with the role of their creator, or with the account', async () => {
    const demoted = await twoAdmins()
    expect((await demoted.update(demoted.id, demotion)).status).toBe(200)
    expect(await demoted.creators()).toEqual([])
    expect(await demoted.opens()).toBe(false)
    expect(await demoted.details()).toBe('user, ended: webhooks 1, client links 1')
    const deleted = await twoAdmins()
    expect((await deleted.remove(deleted.id)).status).toBe(200)
    expect(await deleted.creators()).toEqual([])
    expect(await deleted.opens()).toBe(false)
    expect(await deleted.details()).toBe('ended: webhooks 1, client links 1')
  })

  test('both go on as those of the admin who takes them over', async () => {
    const demoted = await twoAdmins()
    expect((await demoted.update(demoted.id, { ...demotion, takeOver: true })).status).toBe(200)
    expect(await demoted.creators()).toEqual(['Ada Admin', 'Ada Admin'])
    expect(await demoted.opens()).toBe(true)
    expect(await demoted.made()).toEqual([0, 0])
    const { app, ada, id, creators, opens } = await twoAdmins()
    const path = `/api/admin/users/delete/${id}?takeOver=true`
    expect((await app.json(path, { method: 'DELETE', cookie: ada })).status).toBe(200)
    expect(await creators()).toEqual(['Ada Admin', 'Ada Admin'])
    expect(await opens()).toBe(true)
  })
})

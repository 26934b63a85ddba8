// The audit trail: what is recorded, in the transaction of the change, its bounds, and reading it.

import { describe, expect, test } from 'vitest'
import { record } from '../../../server/audit/record.ts'
import { contactCalls, eventsOf, logIn, portfolioCalls, register, userCalls } from '../../support/calls.ts'
import { cleanUp, from, tickAtEachReading } from '../../support/evidence.ts'
import { cookieOf } from '../../support/request.ts'
import { ownApps, password } from '../../support/start.ts'

const day = 24 * 60 * 60_000
const ownApp = ownApps()

/** The admin has signed in once, from 192.0.2.1. */
async function withAdmin(env: Record<string, string> = {}) {
  const app = await ownApp({ TRUST_PROXY: '1', ...env })
  // Events of one millisecond have no order.
  tickAtEachReading(app.context)
  const id = await app.addUser({ email: 'ada@example.com', admin: true })
  const json = { email: 'ada@example.com', password }
  const signedIn = await app.send('/login', { json, headers: from('192.0.2.1') })
  return { app, id, cookie: cookieOf(signedIn) }
}

describe('what is recorded', () => {
  test('sign-ins and failed ones, with account and IP address, without what was typed for an unknown account', async () => {
    const { app, id, cookie } = await withAdmin()
    await logIn(app, 'ada@example.com', 'Wrong-Horse-7', from('198.51.100.7'))
    await logIn(app, 'nobody@example.com', 'Wrong-Horse-7', from('198.51.100.8'))
    const events = await eventsOf(app, cookie, 'sort=oldest')
    expect(events.map(({ kind, user, target, ip, count }) => ({ kind, user, target, ip, count }))).toEqual([
      {
        kind: 'login.succeeded',
        user: { id, email: 'ada@example.com' },
        target: null,
        ip: '192.0.2.1',
        count: 1,
      },
      {
        kind: 'login.failed',
        user: null,
        target: { id, name: 'ada@example.com' },
        ip: '198.51.100.7',
        count: 1,
      },
      // What was typed is nobody's email address, and may be a password.
      { kind: 'login.failed', user: null, target: null, ip: '198.51.100.8', count: 1 },
    ])
    expect(JSON.stringify(events)).not.toContain('nobody@')
  })

  test('role and email changes and the deletion of an account, under the email address of that time', async () => {
    const { app, cookie } = await withAdmin()
    // Its emails need not be written while the account is deleted.
    await app.stopMail()
    const ugo = await app.addUser({ email: 'ugo@example.com' })
    const headers = from('192.0.2.1')
    const { update, remove } = userCalls(() => ({ app, cookie, headers }))
    await update(ugo, { name: 'Ugo', email: 'ugo@example.com', isAdmin: true })
    await update(ugo, { name: 'Ugo', email: 'ugo@example.org', isAdmin: true })
    await update(ugo, { name: 'Hugo', email: 'ugo@example.org', isAdmin: true })
    await remove(ugo)
    const events = await eventsOf(app, cookie, `sort=oldest&user=${ugo}`)
    expect(events.map(({ kind, target, detail }) => [kind, target?.name, detail])).toEqual([
      ['user.role-changed', 'ugo@example.com', 'admin'],
      ['user.email-changed', 'ugo@example.com', 'ugo@example.org'],
      ['user.deleted', 'ugo@example.org', null],
    ])
    for (const event of events) {
      expect(event.user?.email).toBe('ada@example.com')
      expect(event.ip).toBe('192.0.2.1')
    }
  })

  test('registration and its switch, passwords, deletions and exports', async () => {
    const { app, id, cookie } = await withAdmin()
    await register(app, { email: 'uma@example.com' })
    await app.json('/api/settings/registration', {
      method: 'PUT',
      cookie,
      json: { registrationEnabled: false },
    })
    const portfolio = portfolioCalls(() => ({ app, cookie }))
    const { post, list } = contactCalls(() => ({ app, cookie }))
    await portfolio.remove((await portfolio.added({ pname: 'Fjordlys' })).id)
    for (const message of ['One', 'Two']) await post({ message })
    await app.send('/contacts/export-csv', { cookie })
    const ids = (await list()).contacts.map((contact: { id: string }) => contact.id)
    await app.json('/contacts/bulk-delete', { cookie, json: { ids } })
    await app.json('/contacts/bulk-delete', { cookie, json: { ids } })
    const json = {
      currentPassword: password,
      newPassword: 'Another-Horse-8',
      confirmPassword: 'Another-Horse-8',
    }
    const changed = await app.send('/change-password', { cookie, json })
    expect(changed.status).toBe(200)
    const events = await eventsOf(app, await app.signIn('ada@example.com', 'Another-Horse-8'), 'sort=oldest')
    expect(events.map(({ kind, target, detail }) => [kind, target?.name ?? null, detail])).toEqual([
      ['login.succeeded', null, null],
      ['user.registered', null, null],
      ['registration.changed', null, 'off'],
      ['portfolio.added', 'Fjordlys', 'draft'],
      ['portfolio.deleted', 'Fjordlys', null],
      ['contacts.exported', null, null],
      ['contacts.deleted', null, '2 messages'],
      ['password.changed', null, null],
      ['login.succeeded', null, null],
    ])
    expect(events.filter(({ kind }) => kind !== 'user.registered').every(({ user }) => user?.id === id)).toBe(
      true,
    )
    expect(JSON.stringify(events)).not.toContain('Horse')
  })

  test('projects added and changed, one by one or at once, the signature and saved replies', async () => {
    const { app, cookie } = await withAdmin()
    const { added, update } = portfolioCalls(() => ({ app, cookie }))
    const { id } = await added()
    await update(id, { pname: 'Fjord Inn' })
    await app.json('/bulk-update-status', { cookie, json: { ids: [id], status: 'published' } })
    const put = (path: string, json: object) => app.json(path, { method: 'PUT', cookie, json })
    await put('/api/settings/signature', { signature: 'Ada' })
    const saved = '/api/admin/saved-replies'
    const { reply } = (await app.json(saved, { cookie, json: { title: 'Thanks', body: 'Thank you.' } })).body
    await put(`${saved}/${reply.id}`, { title: 'Thank you', body: 'Thank you.' })
    await app.json(`${saved}/${reply.id}`, { method: 'DELETE', cookie })
    const [, ...events] = await eventsOf(app, cookie, 'sort=oldest')
    expect(events.map(({ kind, target, detail }) => [kind, target?.name ?? null, detail])).toEqual([
      ['portfolio.added', 'Fjord Hotel', 'draft'],
      ['portfolio.changed', 'Fjord Inn', null],
      ['portfolio.changed', 'Fjord Inn', 'published'],
      ['signature.changed', null, null],
      ['saved-replies.changed', null, 'added: Thanks'],
      ['saved-replies.changed', null, 'changed: Thank you'],
      ['saved-replies.changed', null, 'deleted: Thank you'],
    ])
    expect(events.every(({ user }) => user?.email === 'ada@example.com')).toBe(true)
  })

  test('nothing of a change that fails or is rolled back', async () => {
    const { app, id, cookie } = await withAdmin()
    const users = userCalls(() => ({ app, cookie }))
    const own = await users.update(id, { name: 'Ada', email: 'ada@example.com', isAdmin: false })
    expect(own.status).toBe(409)
    const unknown = 'a'.repeat(24)
    expect((await portfolioCalls(() => ({ app, cookie })).remove(unknown)).status).toBe(404)
    expect((await users.remove(unknown)).status).toBe(404)
    expect(await eventsOf(app, cookie)).toHaveLength(1)
    await expect(
      app.context.db.transaction().execute(async (tx) => {
        await record(app.context, tx, { kind: 'backup.created', by: { role: 'operator' } })
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    expect(await eventsOf(app, cookie)).toHaveLength(1)
  })

  test('no change without its event: where the event cannot be written, nothing is changed', async () => {
    const { app, cookie } = await withAdmin({ LOG_LEVEL: 'silent' })
    await app.context.db.schema.alterTable('audit_events').renameTo('elsewhere').execute()
    const ugo = await app.addUser({ email: 'ugo@example.com' })
    const headers = from('192.0.2.1')
    const { post, list } = contactCalls(() => ({ app, cookie }))
    await post()
    const { contacts } = await list()
    const sent = { cookie, headers }
    const outcomes = [
      await userCalls(() => ({ app, ...sent })).remove(ugo),
      await app.send(`/contacts/${contacts[0].id}`, { method: 'DELETE', ...sent }),
      await app.send('/contacts/export-csv', sent),
      await app.send('/login', { json: { email: 'ada@example.com', password }, headers }),
    ]
    for (const { status } of outcomes) expect(status).toBeGreaterThanOrEqual(500)
    expect((await app.json('/api/admin/users', sent)).body).toHaveLength(2)
    expect((await app.json('/contacts', sent)).body.total).toBe(1)
  })
})

describe('IP addresses', () => {
  test('are stored of admins and of failed sign-ins, IPv6 as its /64; not of other users', async () => {
    const { app, cookie } = await withAdmin()
    await app.addUser({ email: 'uma@example.com' })
    await logIn(app, 'uma@example.com', password, from('203.0.113.9'))
    await logIn(app, 'uma@example.com', 'Wrong-Horse-7', from('2001:db8:1:2:3:4:5:6'))
    await logIn(app, 'ada@example.com', password, from('2001:db8:1:2:3:4:5:7'))
    const ips = (await eventsOf(app, cookie, 'sort=oldest')).map(({ ip }) => ip)
    expect(ips).toEqual(['192.0.2.1', null, '2001:db8:1:2::/64', '2001:db8:1:2::/64'])
    const rows = await app.context.db.selectFrom('audit_events').selectAll().execute()
    expect(JSON.stringify(rows)).not.toContain('203.0.113.9')
  })

  test('are not stored where all visitors may share one', async () => {
    const app = await ownApp()
    const cookie = await app.asAdmin()
    await app.addUser({ email: 'uma@example.com' })
    await logIn(app, 'uma@example.com', 'Wrong-Horse-7')
    expect((await eventsOf(app, cookie)).map(({ ip }) => ip)).toEqual([null])
  })
})

describe('what visitors and users can cause is bounded', () => {
  test('failed sign-ins of one client at one account are one row an hour, which counts them', async () => {
    const { app, cookie } = await withAdmin()
    const guess = (ip = '198.51.100.7') => logIn(app, 'ada@example.com', 'Wrong-Horse-7', from(ip))
    const began = app.context.now()
    // The test must not run into the next hour.
    app.pass(60 * 60_000 - (began.getTime() % (60 * 60_000)))
    await Promise.all(Array.from({ length: 5 }, () => guess()))
    app.pass(60_000)
    await guess()
    await guess('198.51.100.8')
    const failed = (await eventsOf(app, cookie)).filter(({ kind }) => kind === 'login.failed')
    expect(failed.map(({ ip, count }) => [ip, count]).toSorted()).toEqual([
      ['198.51.100.7', 6],
      ['198.51.100.8', 1],
    ])
    const first = failed.find(({ count }) => count === 6)
    expect(Date.parse(first?.lastAt ?? '') - Date.parse(first?.createdAt ?? '')).toBeGreaterThan(50_000)
    app.pass(60 * 60_000)
    await guess()
    expect((await eventsOf(app, cookie)).filter(({ kind }) => kind === 'login.failed')).toHaveLength(3)
  })

  test('failed sign-ins of many clients are 50 rows an hour and one that counts the rest', async () => {
    const { app, cookie } = await withAdmin()
    app.pass(60 * 60_000 - (app.context.now().getTime() % (60 * 60_000)))
    for (let n = 0; n < 120; n++)
      await record(app.context, app.context.db, {
        kind: 'login.failed',
        by: { role: 'visitor', client: { key: `198.51.100.${n}`, isShared: false } },
      })
    const failed = await eventsOf(app, cookie, 'kind=login.failed&limit=100')
    expect(failed).toHaveLength(51)
    expect(failed.reduce((sum, { count }) => sum + count, 0)).toBe(120)
    expect(failed.find(({ count }) => count > 1)).toMatchObject({ count: 70, ip: null, user: null })
    // A client that has a row is still counted there, and admins are never among the rest.
    await logIn(app, 'ada@example.com', password, from('192.0.2.9'))
    expect((await eventsOf(app, cookie))[0]).toMatchObject({ kind: 'login.succeeded', ip: '192.0.2.9' })
  })

  test('guesses at an admin are counted in a row of that admin, whatever else fills the hour', async () => {
    const { app, id, cookie } = await withAdmin({ THROTTLE: 'off' })
    app.pass(60 * 60_000 - (app.context.now().getTime() % (60 * 60_000)))
    for (let n = 0; n < 60; n++)
      await record(app.context, app.context.db, {
        kind: 'login.failed',
        by: { role: 'visitor', client: { key: `203.0.113.${n}`, isShared: false } },
      })
    for (const n of [1, 2, 3]) await logIn(app, 'ada@example.com', 'Wrong-Horse-7', from(`198.51.100.${n}`))
    const found = await eventsOf(app, cookie, `kind=login.failed&user=${id}`)
    expect(found).toMatchObject([{ count: 3, ip: null, target: { id, name: 'ada@example.com' } }])
    expect(await eventsOf(app, cookie, 'search=ada@example.com&kind=login.failed')).toHaveLength(1)
  })

  test('after 180 days an event is removed', async () => {
    const { app } = await withAdmin()
    const rows = async () => (await app.context.db.selectFrom('audit_events').selectAll().execute()).length
    app.pass(180 * day - 60_000)
    await cleanUp(app.context)
    expect(await rows()).toBe(1)
    app.pass(120_000)
    await cleanUp(app.context)
    expect(await rows()).toBe(0)
  })
})

describe('reading the audit trail', () => {
  test('pages, sorts, searches and filters by kind and user', async () => {
    const { app, id, cookie } = await withAdmin()
    for (let n = 0; n < 25; n++) {
      const target = { id: `p${n}`, name: `Project ${n} 100%` }
      await record(app.context, app.context.db, {
        kind: 'portfolio.deleted',
        by: { role: 'operator' },
        target,
      })
      app.pass(1000)
    }
    const { body } = await app.json('/api/admin/activity?page=2', { cookie })
    expect(body).toMatchObject({ total: 26, totalPages: 3, page: 2 })
    expect(body.events).toHaveLength(10)
    expect((await app.json('/api/admin/activity?page=9', { cookie })).body.page).toBe(3)
    expect((await eventsOf(app, cookie))[0]?.target?.name).toBe('Project 24 100%')
    expect((await eventsOf(app, cookie, 'sort=oldest'))[0]?.kind).toBe('login.succeeded')
    const found = async (query: string) => (await eventsOf(app, cookie, query)).length
    expect(await found('search=PROJECT%2024')).toBe(1)
    expect(await found('search=100%25&limit=100')).toBe(25)
    expect(await found('search=_')).toBe(0)
    expect(await found('search=192.0.2.1')).toBe(1)
    expect(await found('kind=LOGIN.succeeded')).toBe(1)
    expect(await found(`user=${id}`)).toBe(1)
    expect(await found('user=unknown')).toBe(0)
    expect(await found('user=%00')).toBe(10)
    expect(await found('kind=made-up')).toBe(10)
  })

  test('as a CSV file takes the filter, holds no formula that a spreadsheet would run, and is itself recorded', async () => {
    const { app, cookie } = await withAdmin()
    const target = { id: 'x', name: "=cmd|' /C calc'!A0" }
    for (let n = 0; n < 600; n++)
      await record(app.context, app.context.db, {
        kind: 'portfolio.deleted',
        by: { role: 'operator' },
        target,
      })
    const response = await app.send('/api/admin/activity/export-csv?kind=portfolio.deleted', { cookie })
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="activity.csv"')
    expect(response.headers.get('cache-control')).toBe('no-store')
    const rows = (await response.text()).trimEnd().split('\r\n')
    expect(rows).toHaveLength(601)
    expect(rows[0]).toContain('"Time","Last time","Count","Event","User"')
    expect(rows[1]).toContain(`"'=cmd|' /C calc'!A0"`)
    expect((await eventsOf(app, cookie))[0]?.kind).toBe('activity.exported')
  })
})

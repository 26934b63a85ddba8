// The audit trail: what is recorded, in the transaction of the change, its bounds, and reading it.

import { expect, test } from 'vitest'
import type { AuditEvent } from '../../../contract/responses/dashboard.ts'
import { callsOf, eventsOf, from } from '../../support/calls.ts'
import { hour, ownApp, password } from '../../support/start.ts'

const wrong = 'Wrong-Horse-7'

/** The admin has signed in once, from 192.0.2.1. */
async function withAdmin(env: Record<string, string> = {}) {
  const app = await ownApp({ TRUST_PROXY: '1', ...env })
  const id = await app.addUser({ email: 'ada@example.com', admin: true })
  const json = { email: 'ada@example.com', password }
  const { cookie } = await app.json('/login', { json, headers: from('192.0.2.1') })
  return { app, id, cookie }
}

/** What admins read of an event besides its times. */
const shown = ({ kind, target, detail }: AuditEvent) => [kind, target?.name ?? null, detail]

test('what is recorded: sign-ins and failed ones, of an unknown account without what was typed, with IP addresses of admins and of failures', async () => {
  const { app, id, cookie } = await withAdmin()
  const uma = await app.addUser({ email: 'uma@example.com' })
  await app.logIn('ada@example.com', wrong, from('198.51.100.7'))
  // What was typed is nobody's email address, and may be a password.
  await app.logIn('nobody@example.com', wrong, from('198.51.100.8'))
  await app.logIn('uma@example.com', password, from('203.0.113.9'))
  await app.logIn('uma@example.com', wrong, from('2001:db8:1:2:3:4:5:6'))
  const events = await eventsOf(app, cookie, 'sort=oldest')
  expect(events.map(({ kind, user, target, ip, count }) => [kind, user, target, ip, count])).toEqual([
    ['login.succeeded', { id, email: 'ada@example.com' }, null, '192.0.2.1', 1],
    ['login.failed', null, { id, name: 'ada@example.com' }, '198.51.100.7', 1],
    ['login.failed', null, null, '198.51.100.8', 1],
    ['login.succeeded', { id: uma, email: 'uma@example.com' }, null, null, 1],
    ['login.failed', null, { id: uma, name: 'uma@example.com' }, '2001:db8:1:2::/64', 1],
  ])
  const rows = JSON.stringify(await app.context.db.selectFrom('audit_events').selectAll().execute())
  for (const secret of ['nobody@', '203.0.113.9']) expect(rows).not.toContain(secret)
})

test('what is recorded: registration, its switch, accounts under the email address of that time, projects, messages, exports, the signature, saved replies and the password', async () => {
  const { app, cookie } = await withAdmin()
  const { added, update, remove } = callsOf(() => ({ app, cookie })).projects
  const { post, list } = callsOf(() => ({ app, cookie })).messages
  const call = (path: string, json?: object, method = json ? 'POST' : 'GET') =>
    app.send(path, { method, cookie, json })
  await app.register({ email: 'uma@example.com' })
  const ugo = await app.addUser({ email: 'ugo@example.com' })
  const headers = from('192.0.2.1')
  const users = callsOf(() => ({ app, cookie, headers })).users
  await users.update(ugo, { name: 'Ugo', email: 'ugo@example.com', isAdmin: true })
  await users.update(ugo, { name: 'Ugo', email: 'ugo@example.org', isAdmin: true })
  await users.update(ugo, { name: 'Hugo', email: 'ugo@example.org', isAdmin: true })
  await users.remove(ugo)
  await call('/api/settings/registration', { registrationEnabled: false }, 'PUT')
  const { id } = await added()
  await update(id, { pname: 'Fjord Inn' })
  await call('/bulk-update-status', { ids: [id], status: 'published' })
  await remove(id)
  for (const message of ['One', 'Two']) await post({ message })
  await call('/contacts/export-csv')
  const ids = (await list()).contacts.map((contact: { id: string }) => contact.id)
  for (let n = 0; n < 2; n++) await call('/contacts/bulk-delete', { ids })
  await call('/api/settings/signature', { signature: 'Ada' }, 'PUT')
  const saved = '/api/admin/saved-replies'
  const { reply } = (await app.json(saved, { cookie, json: { title: 'Thanks', body: 'Thank you.' } })).body
  await call(`${saved}/${reply.id}`, {}, 'DELETE')
  const next = 'Another-Horse-8'
  await call('/change-password', { currentPassword: password, newPassword: next, confirmPassword: next })
  const events = await eventsOf(app, await app.signIn('ada@example.com', next), 'sort=oldest&limit=100')
  expect(events.map(shown)).toEqual([
    ['login.succeeded', null, null],
    ['user.registered', null, null],
    ['user.role-changed', 'ugo@example.com', 'admin'],
    ['user.email-changed', 'ugo@example.com', 'ugo@example.org'],
    ['user.deleted', 'ugo@example.org', null],
    ['registration.changed', null, 'off'],
    ['portfolio.added', 'Fjord Hotel', 'draft'],
    ['portfolio.changed', 'Fjord Inn', null],
    ['portfolio.changed', 'Fjord Inn', 'published'],
    ['portfolio.deleted', 'Fjord Inn', null],
    ['contacts.exported', null, null],
    ['contacts.deleted', null, '2 messages'],
    ['signature.changed', null, null],
    ['saved-replies.changed', null, 'added: Thanks'],
    ['saved-replies.changed', null, 'deleted: Thanks'],
    ['password.changed', null, null],
    ['login.succeeded', null, null],
  ])
  const byOthers = events.filter(({ user }) => user?.email !== 'ada@example.com')
  expect(byOthers.map(({ kind }) => kind)).toEqual(['user.registered'])
  const ofUgo = await eventsOf(app, await app.signIn('ada@example.com', next), `user=${ugo}`)
  expect(ofUgo.map(({ ip }) => ip)).toEqual(Array(3).fill('192.0.2.1'))
  expect(JSON.stringify(events)).not.toContain('Horse')
})

test('what is recorded: no change without its event: where the event cannot be written, nothing is changed', async () => {
  const { app, cookie } = await withAdmin({ LOG_LEVEL: 'silent' })
  await app.context.db.schema.alterTable('audit_events').renameTo('elsewhere').execute()
  const ugo = await app.addUser({ email: 'ugo@example.com' })
  const headers = from('192.0.2.1')
  const { post, list } = callsOf(() => ({ app, cookie })).messages
  await post()
  const { contacts } = await list()
  const sent = { cookie, headers }
  const outcomes = [
    await callsOf(() => ({ app, ...sent })).users.remove(ugo),
    await app.send(`/contacts/${contacts[0].id}`, { method: 'DELETE', ...sent }),
    await app.send('/contacts/export-csv', sent),
    await app.send('/login', { json: { email: 'ada@example.com', password }, headers }),
  ]
  for (const { status } of outcomes) expect(status).toBeGreaterThanOrEqual(500)
  expect((await app.json('/api/admin/users', sent)).body).toHaveLength(2)
  expect((await app.json('/contacts', sent)).body.total).toBe(1)
})

test('what visitors and users can cause is bounded: failed sign-ins of one client are one row an hour, those of many clients 50, one for the rest, and one of each admin', async () => {
  const { app, id, cookie } = await withAdmin()
  // At the start of an hour: the test must not run into the next one.
  app.pass(hour - (app.context.now().getTime() % hour))
  const guess = (ip: string) => app.logIn('ada@example.com', wrong, from(ip))
  const failed = () => eventsOf(app, cookie, 'kind=login.failed&limit=100')
  await Promise.all(Array.from({ length: 5 }, () => guess('198.51.100.7')))
  app.pass(60_000)
  await guess('198.51.100.7')
  await guess('198.51.100.8')
  const events = await failed()
  expect(events.map(({ ip, count }) => [ip, count]).toSorted()).toEqual([
    ['198.51.100.7', 6],
    ['198.51.100.8', 1],
  ])
  const first = events.find(({ count }) => count === 6)
  expect(Date.parse(first?.lastAt ?? '') - Date.parse(first?.createdAt ?? '')).toBeGreaterThan(50_000)
  app.pass(hour)
  await guess('198.51.100.7')
  expect(await failed()).toHaveLength(3)

  app.pass(hour)
  for (let n = 0; n < 120; n++) await app.logIn('nobody@example.com', wrong, from(`203.0.113.${n}`))
  const ofMany = (await failed()).slice(0, -3)
  expect(ofMany).toHaveLength(51)
  expect(ofMany.filter(({ count }) => count > 1)).toMatchObject([{ count: 70, ip: null, user: null }])
  for (const n of [1, 2, 3]) await guess(`198.51.100.${n}`)
  const ofAdmin = [{ count: 3, ip: null, target: { id, name: 'ada@example.com' } }]
  for (const query of [`user=${id}`, 'search=ada@example.com'])
    expect((await eventsOf(app, cookie, `kind=login.failed&${query}`)).slice(0, -3)).toMatchObject(ofAdmin)
  // Sign-ins are never among the rest.
  await app.logIn('ada@example.com', password, from('192.0.2.9'))
  expect((await eventsOf(app, cookie))[0]).toMatchObject({ kind: 'login.succeeded', ip: '192.0.2.9' })
})

test('the audit trail pages, sorts, searches and filters by kind and user; its CSV file takes the filter, holds no formula that a spreadsheet would run, and is itself recorded', async () => {
  const { app, id, cookie } = await withAdmin()
  app.pass(60_000)
  const events = Array.from({ length: 600 }, (_, n) => {
    const name = `=Project ${n} 100%`
    const at = new Date(app.context.now().getTime() - 30_000 + n).toISOString()
    return {
      ...{ id: `event-${n}`, kind: 'portfolio.deleted' as const, created_at: at, last_at: at, count: 1 },
      ...{ target_id: 'x', target_name: name, search_text: name.toLowerCase() },
    }
  })
  await app.context.db.insertInto('audit_events').values(events).execute()
  const { body } = await app.json('/api/admin/activity?page=2', { cookie })
  expect(body).toMatchObject({ total: 601, totalPages: 61, page: 2, events: { length: 10 } })
  expect((await eventsOf(app, cookie))[0]?.target?.name).toBe('=Project 599 100%')
  expect((await eventsOf(app, cookie, 'sort=oldest'))[0]?.kind).toBe('login.succeeded')
  for (const [query, count] of Object.entries({
    'search=PROJECT%20424': 1,
    'search=192.0.2.1': 1,
    'kind=LOGIN.succeeded': 1,
    [`user=${id}`]: 1,
    'user=unknown': 0,
    'kind=made-up': 10,
  }))
    expect(await eventsOf(app, cookie, query), query).toHaveLength(count)

  const path = '/api/admin/activity/export-csv?kind=portfolio.deleted'
  // HEAD sends nothing of it, so nothing is recorded.
  expect((await app.send(path, { cookie, method: 'HEAD' })).status).toBe(200)
  expect((await eventsOf(app, cookie))[0]?.kind).toBe('portfolio.deleted')
  const response = await app.send(path, { cookie })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  const rows = (await response.text()).trimEnd().split('\r\n')
  expect(rows).toHaveLength(601)
  expect(rows[0]).toContain('"Time","Last time","Count","Event","User"')
  expect(rows[1]).toContain(`"'=Project 599 100%"`)
  expect((await eventsOf(app, cookie))[0]?.kind).toBe('activity.exported')
})

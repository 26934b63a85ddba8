// The audit trail: what is recorded, in the transaction of the change. Its bounds and reading it: audit-trail.test.ts.
import { describe, expect, test } from 'vitest'
import { record } from '../../server/audit/record.ts'
import { withAdmin } from '../support/apps.ts'
import { contactCalls, eventsOf, logIn, portfolioCalls, register, userCalls } from '../support/calls.ts'
import { from } from '../support/evidence.ts'
import { ownApps, password } from '../support/start.ts'

const ownApp = ownApps()

describe('what is recorded', () => {
  test('sign-ins and failed ones, with account and IP address, without what was typed for an unknown account', async () => {
    const { app, id, cookie } = await withAdmin(ownApp)
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
    const { app, cookie } = await withAdmin(ownApp)
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
    const { app, id, cookie } = await withAdmin(ownApp)
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

  test('nothing of a change that fails or is rolled back', async () => {
    const { app, id, cookie } = await withAdmin(ownApp)
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
    const { app, cookie } = await withAdmin(ownApp, { LOG_LEVEL: 'silent' })
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

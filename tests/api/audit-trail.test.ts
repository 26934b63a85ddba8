// The audit trail: IP addresses, its bounds, and reading it. What is recorded: audit.test.ts.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { record } from '../../server/audit/record.ts'
import { withAdmin } from '../support/apps.ts'
import { eventsOf, logIn } from '../support/calls.ts'
import { cleanUp, from } from '../support/evidence.ts'
import { ownApps, password } from '../support/start.ts'

const day = 24 * 60 * 60_000
const ownApp = ownApps()

describe('IP addresses', () => {
  test('are stored of admins and of failed sign-ins, IPv6 as its /64; not of other users', async () => {
    const { app, cookie } = await withAdmin(ownApp)
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
    const { app, cookie } = await withAdmin(ownApp)
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
    const { app, cookie } = await withAdmin(ownApp)
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
    const { app, id, cookie } = await withAdmin(ownApp, { THROTTLE: 'off' })
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

  test('so is what is tried with the token of an admin', async () => {
    const { app, id, cookie } = await withAdmin(ownApp)
    const token = { name: 'Shop', scopes: ['contacts:read'], days: 30 }
    const { secret } = (await app.json('/api/settings/tokens', { cookie, json: token })).body
    app.pass(60 * 60_000 - (app.context.now().getTime() % (60 * 60_000)))
    for (let n = 0; n < 60; n++)
      await record(app.context, app.context.db, {
        kind: 'token.rejected',
        by: { role: 'visitor', client: { key: `203.0.113.${n}`, isShared: false } },
      })
    expect(
      (
        await app.send('/portfolio/add-portfolio', {
          method: 'POST',
          headers: { authorization: `Bearer ${secret}` },
        })
      ).status,
    ).toBe(403)
    const [found] = await eventsOf(app, cookie, 'kind=token.rejected&search=ada@example.com')
    expect(found).toMatchObject({ count: 1, target: { id, name: 'ada@example.com' } })
  })

  test('names are cut to the length of an email address', async () => {
    const { app, cookie } = await withAdmin(ownApp)
    const name = '😀'.repeat(500)
    const target = { id: 'x', name }
    await record(app.context, app.context.db, { kind: 'portfolio.deleted', by: { role: 'operator' }, target })
    const [event] = await eventsOf(app, cookie, 'kind=portfolio.deleted')
    expect([...(event?.target?.name ?? '')]).toHaveLength(254)
  })

  test('after 180 days an event is removed', async () => {
    const { app } = await withAdmin(ownApp)
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
  test('is for admins: 401 for visitors, 403 for users', async () => {
    const app = await ownApp()
    const user = await app.asUser()
    for (const path of ['/api/admin/activity', '/api/admin/activity/export-csv']) {
      expect((await app.send(path)).status).toBe(401)
      expect((await app.send(path, { cookie: user })).status).toBe(403)
    }
  })

  test('pages, sorts, searches and filters by kind and user', async () => {
    const { app, id, cookie } = await withAdmin(ownApp)
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
    const { app, cookie } = await withAdmin(ownApp)
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

test('a damaged row keeps no other from being read', async () => {
  const { app, cookie } = await withAdmin(ownApp)
  const damaged = sql.raw(app.context.config.databaseUrl ? "'x'" : "x'ff00'")
  await sql`insert into audit_events (id, kind, user_id, user_email, target_name, detail, count, search_text, created_at, last_at)
    values ('damaged', 'portfolio.deleted', 'x', ${damaged}, ${damaged}, ${damaged}, 1, '', 'yesterday', '')`.execute(
    app.context.db,
  )
  const rows = await eventsOf(app, cookie)
  expect(rows).toHaveLength(2)
  for (const { createdAt, lastAt } of rows)
    for (const at of [createdAt, lastAt]) expect(new Date(at).toISOString()).toBe(at)
  const csv = await (await app.send('/api/admin/activity/export-csv', { cookie })).text()
  expect(csv).toContain('login.succeeded')
})

test('of thousands of events every page, search and export has the same ones, once each', async () => {
  const { app, cookie } = await withAdmin(ownApp)
  const { db } = app.context
  await db.deleteFrom('audit_events').execute()
  const all = Array.from({ length: 4_500 }, (_, n) => ({
    ...{ id: String(n).padStart(6, '0'), target_id: null, target_name: null, detail: null, fold_key: null },
    ...{ kind: n % 9 === 0 ? ('portfolio.deleted' as const) : ('login.succeeded' as const), count: 1 },
    ...{ user_id: `u${n % 7}`, user_email: `u${n % 7}@example.com`, ip: null },
    search_text: `number ${n}`,
    // Three of each time.
    created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 3)).toISOString(),
    last_at: '',
  }))
  for (let from = 0; from < all.length; from += 500)
    await db
      .insertInto('audit_events')
      .values(all.slice(from, from + 500))
      .execute()
  const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)
  for (const [query, expected] of [
    ['', all],
    ['kind=portfolio.deleted', all.filter(({ kind }) => kind === 'portfolio.deleted')],
    ['user=u3', all.filter(({ user_id }) => user_id === 'u3')],
    ['search=number%2041', all.filter(({ search_text }) => search_text.includes('number 41'))],
    ['search=nothing', []],
  ] as const)
    for (const sort of ['newest', 'oldest']) {
      const wanted = idsOf(sort === 'oldest' ? [...expected] : expected.toReversed())
      for (const page of [1, 21, 45]) {
        const path = `/api/admin/activity?${query}&sort=${sort}&limit=100&page=${page}`
        const { body } = await app.json(path, { cookie })
        expect(body.total).toBe(wanted.length)
        expect(idsOf(body.events)).toEqual(wanted.slice((body.page - 1) * 100, body.page * 100))
      }
    }
  const csv = await app.send('/api/admin/activity/export-csv?sort=oldest&user=u3', { cookie })
  expect((await csv.text()).trim().split('\n')).toHaveLength(
    1 + all.filter(({ user_id }) => user_id === 'u3').length,
  )
})

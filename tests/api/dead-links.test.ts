// Published projects whose site is dead: listed for admins, and emailed to the owner once.
import { describe, expect, test } from 'vitest'
import { addMissingChecks } from '../../server/preview/check-rows.ts'
import { iso } from '../../server/time.ts'
import { seedItems } from '../support/seed.ts'
import { checkedProjects } from '../support/test-network.ts'

const started = checkedProjects()
const hour = 60 * 60_000

describe('the list', () => {
  test('has published projects that are dead, the longest first, with the reason', async () => {
    const { app, cookie, sites, add, check, checkNow, dashboard } = await started()
    await add('Alive', 'http://a.example/')
    await check()
    expect(await dashboard()).toBeUndefined()
    sites.status = 404
    const id = await add('Gone', 'http://b.example/')
    await add('Draft', 'http://b.example/draft', 'draft')
    await check()
    app.pass(1_000)
    await add('Nowhere', 'http://nowhere.example/')
    await check()
    const { total, links } = await dashboard()
    expect(total).toBe(2)
    expect(links).toEqual([
      {
        id,
        name: 'Gone',
        check: expect.objectContaining({ state: 'dead', reason: 'status', detail: '404' }),
      },
      expect.objectContaining({ name: 'Nowhere', check: expect.objectContaining({ reason: 'no-host' }) }),
    ])
    expect(links[0].check.deadSince).toBe(links[0].check.checkedAt)
    const user = await app.asUser()
    const { body } = await app.json('/dashboard', { cookie: user, headers: { accept: 'application/json' } })
    expect(body.deadLinks).toBeUndefined()
    sites.status = 200
    await checkNow(id)
    expect((await dashboard()).total).toBe(1)
    await app.json('/bulk-update-status', { cookie, json: { ids: [links[1].id], status: 'draft' } })
    expect(await dashboard()).toBeUndefined()
  })

  test('ends after ten, and says how many there are', async () => {
    const { sites, add, check, dashboard } = await started()
    sites.status = 500
    for (let n = 0; n < 11; n++) await add(`Project ${n}`, 'http://a.example/')
    await check()
    const { total, links } = await dashboard()
    expect([total, links.length]).toEqual([11, 10])
  })
})

describe('the email', () => {
  test('comes when a second check, an hour later, finds it dead, and not again until it was alive', async () => {
    const { app, sites, add, check } = await started({ OWNER_EMAIL: 'owner@example.com' })
    await add('Alpha <b>', 'http://a.example/?a&b')
    await add('Beta', 'http://b.example/')
    await add('Draft', 'http://c.example/', 'draft')
    sites.status = 404
    await check()
    expect(await app.emails()).toEqual([])
    app.pass(31 * 60_000)
    await check()
    expect(await app.emails()).toEqual([])
    app.pass(30 * 60_000)
    await check()
    const [email, ...others] = await app.emails()
    expect(others).toEqual([])
    expect(email?.to).toEqual([{ address: 'owner@example.com', name: '' }])
    expect(email?.subject).toMatch(/^2 projects of .+ do not respond$/)
    expect(email?.text).toContain('Alpha <b>: It responds with 404 Not Found.\nhttp://a.example/?a&b\n')
    expect(email?.text).toContain('Beta: It responds with 404 Not Found.\nhttp://b.example/\n')
    expect(email?.text).toContain(`${app.context.config.publicUrl}/dashboard`)
    expect(email?.text).not.toContain('Draft')
    expect(email?.html).not.toContain('<b>')

    for (let day = 0; day < 3; day++) {
      app.pass(26 * hour)
      await check()
    }
    expect(await app.emails()).toHaveLength(1)
    sites.status = 200
    app.pass(26 * hour)
    await check()
    sites.status = 500
    app.pass(26 * hour)
    await check()
    expect(await app.emails()).toHaveLength(1)
    app.pass(hour)
    await check()
    expect((await app.emails()).at(-1)?.text).toContain(
      'Alpha <b>: It responds with 500 Internal Server Error.',
    )
    expect(await app.emails()).toHaveLength(2)
  })

  test('does not come for two checks of one minute, whatever time passes then', async () => {
    const { app, sites, add, check, checkNow } = await started({ OWNER_EMAIL: 'owner@example.com' })
    const id = await add('Alpha', 'http://a.example/')
    sites.status = 404
    await check()
    app.pass(60_000)
    await checkNow(id)
    app.pass(35 * 60_000)
    await check()
    expect(sites.requests).toHaveLength(2)
    expect(await app.emails()).toEqual([])
  })

  test('comes for one that two checks found, however many others one check found', async () => {
    const { app, check } = await started({ OWNER_EMAIL: 'owner@example.com' })
    const { db } = app.context
    await seedItems(db, 202)
    await db.transaction().execute(addMissingChecks)
    const ago = (minutes: number) => iso(app.context, -minutes * 60_000)
    const dead = { state: 'dead' as const, reason: 'no-host' as const, due_at: null }
    await db
      .updateTable('preview_checks')
      .set({ ...dead, dead_since: ago(50), checked_at: ago(50) })
      .execute()
    const [last] = await db
      .selectFrom('items')
      .select(['id', 'url'])
      .where('status', '=', 'published')
      .limit(1)
      .execute()
    await db
      .updateTable('preview_checks')
      .set({ dead_since: ago(40), checked_at: ago(5) })
      .where('item_id', '=', String(last?.id))
      .execute()
    await check()
    const emails = await app.emails()
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^A project of /)])
    expect(emails[0]?.text).toContain(String(last?.url))
  })

  test('goes to every admin without OWNER_EMAIL, and names only what it is about', async () => {
    const { app, sites, add, check } = await started()
    await app.addUser({ email: 'second@example.com', admin: true })
    await add('Alpha', 'http://a.example/')
    sites.status = 404
    await check()
    app.pass(hour)
    await check()
    const first = await app.emails()
    expect(first.map(({ to }) => to?.[0]?.address).sort()).toEqual([
      'admin@example.com',
      'second@example.com',
    ])
    for (const { subject } of first) expect(subject).toMatch(/^A project of .+ does not respond$/)
    await add('Beta', 'http://b.example/')
    await check()
    app.pass(hour)
    await check()
    const later = (await app.emails()).slice(2)
    expect(later).toHaveLength(2)
    for (const { text } of later) {
      expect(text).toContain('Beta: ')
      expect(text).not.toContain('Alpha')
    }
  })

  test('is not sent for what was alive again, became a draft or was deleted before it was sent', async () => {
    const { app, cookie, sites, add, update, check } = await started()
    const ids = [
      await add('Alpha', 'http://a.example/'),
      await add('Beta', 'http://b.example/'),
      await add('Gamma', 'http://c.example/'),
    ]
    sites.status = 404
    await check()
    await app.stopMail()
    app.pass(hour)
    await check()
    await update(ids[0] ?? '', 'Alpha', 'http://a.example/new')
    await app.json('/bulk-update-status', { cookie, json: { ids: [ids[1]], status: 'draft' } })
    await app.json(`/delete/${ids[2]}`, { method: 'DELETE', cookie })
    expect(await app.emails()).toEqual([])
  })
})

// The job that checks the sites of projects: by one of several instances, within bounds, and while nothing works.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { Jobs } from '../../server/jobs/jobs.ts'
import { runJobs } from '../../server/jobs/runner.ts'
import { addMissingChecks } from '../../server/preview/check-rows.ts'
import { checkedProjects, checkProjects } from '../support/checked-projects.ts'
import { seedItems } from '../support/seed.ts'
import { publicAddress } from '../support/test-network.ts'

const started = checkedProjects()
const hour = 60 * 60_000
const denied = { 'X-Frame-Options': 'DENY' }

describe('the job', () => {
  test('checks what was saved without waiting for the next minute, and stops at once', async () => {
    const { app, sites, add } = await started()
    const stop = runJobs(app.context, ['previews'])
    const { promise, resolve } = Promise.withResolvers<void>()
    await add('Alpha', 'http://a.example/')
    await expect.poll(() => sites.requests).toEqual(['a.example/'])
    sites.held = promise
    await expect.poll(() => app.context.jobs.runningIn('previews')).toEqual([])
    await add('Beta', 'http://b.example/')
    await expect.poll(() => sites.requests).toHaveLength(2)
    await stop()
    resolve()
    // The next process checks it again.
    const checks = app.context.db.selectFrom('preview_checks').select('state').orderBy('state')
    expect(await checks.execute()).toEqual([{ state: 'allowed' }, { state: 'unchecked' }])
  })

  test('requests nothing with PREVIEW_CHECK=off, and what was found before counts no more', async () => {
    const { app, sites, add, check, checkNow, shown } = await started()
    sites.headers = denied
    const id = await add('Alpha', 'http://a.example/')
    await check()
    const { context } = app
    Object.assign(context, { config: { ...context.config, previewCheck: false } })
    context.changes.emit('portfolio')
    const stop = runJobs(context, ['previews'])
    await add('Beta', 'http://b.example/')
    await stop()
    expect(sites.requests).toEqual(['a.example/'])
    expect(await checkNow(id)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(await shown(id)).toBeUndefined()
  })

  test('makes each check in one of two instances, and of a clock that was ahead', async () => {
    const { app, sites, add, check } = await started()
    for (const name of ['a', 'b', 'c']) await add(name, `http://${name}.example/`)
    const { jobs } = app.context
    const other = { ...app.context, jobs: new Jobs(jobs.kinds, jobs.slots) }
    await Promise.all([check(), checkProjects(other)])
    expect(sites.requests.sort()).toEqual(['a.example/', 'b.example/', 'c.example/'])
    app.pass(-48 * hour)
    await check()
    expect(sites.requests).toHaveLength(6)
  })

  test('says nothing about sites while this server has no network, and tries again in an hour', async () => {
    const away = Object.assign(new Error('away'), { code: 'ESERVFAIL' })
    const hosts: Record<string, string[] | Error> = { 'site.example': [publicAddress] }
    const { app, sites, network, add, check, checkNow, found, shown } = await started({}, hosts)
    sites.headers = denied
    const id = await add('Alpha', 'http://site.example/')
    await check()
    network.hosts['site.example'] = away
    app.pass(26 * hour)
    await check()
    expect(network.resolved).toHaveLength(2)
    expect(await found('alpha')).toMatchObject({ state: 'forbidden', deadSince: null })
    expect(await shown(id)).toMatchObject({ state: 'forbidden' })
    expect(await checkNow(id)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    await check()
    expect(network.resolved).toHaveLength(3)
    network.hosts['site.example'] = [publicAddress]
    sites.headers = {}
    app.pass(hour)
    await check()
    expect(await found('alpha')).toMatchObject({ state: 'allowed' })
  })

  test('says of a site that was never checked that there is no network, also on the home, until it was', async () => {
    const away = Object.assign(new Error('away'), { code: 'EAI_AGAIN' })
    const hosts: Record<string, string[] | Error> = { 'site.example': away }
    const { app, cookie, network, add, check, found, shown } = await started({}, hosts)
    const links = async () => (await app.json('/api/dashboard/home', { cookie })).body.links
    await add('Draft', 'http://a.example/', 'draft')
    expect(await links()).toEqual({ total: 0, unchecked: 0, hasNetwork: true })
    const id = await add('Alpha', 'http://site.example/')
    expect(await links()).toEqual({ total: 1, unchecked: 1, hasNetwork: true })
    await check()
    expect(await links()).toEqual({ total: 1, unchecked: 1, hasNetwork: false })
    expect(await found('alpha')).toMatchObject({ state: 'unchecked', reason: 'no-network', checkedAt: null })
    expect(await shown(id)).toBeUndefined()
    network.hosts['site.example'] = [publicAddress]
    app.pass(hour)
    await check()
    expect(await links()).toEqual({ total: 1, unchecked: 0, hasNetwork: true })
    expect(await found('alpha')).toMatchObject({ state: 'allowed', reason: null })
  })

  test('checks a thousand projects, and spreads the next day', async () => {
    const { app, sites, check } = await started()
    const { db } = app.context
    await seedItems(db, 1_000)
    await sql`update items set url = 'http://a.example/' || id`.execute(db)
    await db.transaction().execute(addMissingChecks)
    await check()
    expect(new Set(sites.requests).size).toBe(1_000)
    await check()
    expect(sites.requests).toHaveLength(1_000)
    const rows = await db.selectFrom('preview_checks').select('due_at').orderBy('due_at').execute()
    const times = rows.map(({ due_at }) => Date.parse(due_at ?? ''))
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(hour)
  })
})

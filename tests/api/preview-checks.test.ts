import { describe, expect, test } from 'vitest'
import { runJobs } from '../../server/jobs/runner.ts'
import { checkedProjects, publicAddress } from '../support/test-network.ts'

const started = checkedProjects()
const hour = 60 * 60_000
const denied = { 'X-Frame-Options': 'DENY' }

describe('a project', () => {
  test('is checked when it was saved: visitors are told state and reason, admins the rest', async () => {
    const { app, sites, add, check, found, shown } = await started()
    sites.headers = denied
    const id = await add('Alpha', 'http://a.example/start?x=1')
    expect(await found('alpha')).toEqual({
      state: 'unchecked',
      reason: null,
      detail: null,
      checkedAt: null,
      deadSince: null,
    })
    expect(await shown(id)).toBeUndefined()
    await check()
    expect(sites.requests).toEqual(['a.example/start?x=1'])
    const { checkedAt, ...rest } = await found('alpha')
    expect(rest).toEqual({
      state: 'forbidden',
      reason: 'x-frame-options',
      detail: 'X-Frame-Options: DENY',
      deadSince: null,
    })
    expect(Math.abs(Date.parse(checkedAt ?? '') - Date.now())).toBeLessThan(60_000)
    expect(await shown(id)).toEqual({ state: 'forbidden', reason: 'x-frame-options' })
    for (const path of ['/getportfolio/public', `/getportfolio/public?id=${id}`]) {
      const text = await (await app.send(path)).text()
      expect(text).toContain('Alpha')
      expect(text).not.toMatch(/DENY|checkedAt|private text/)
    }
    expect(await (await app.send('/getportfolio/public')).text()).not.toContain('obstacle')
  })

  test('is checked daily, and what changed is told at once', async () => {
    const { app, sites, add, check, shown } = await started()
    const id = await add('Alpha', 'http://a.example/')
    await check()
    expect(await shown(id)).toBeUndefined()
    app.pass(22 * hour)
    await check()
    expect(sites.requests).toHaveLength(1)
    sites.headers = denied
    app.pass(4 * hour)
    await check()
    expect(sites.requests).toHaveLength(2)
    expect(await shown(id)).toMatchObject({ state: 'forbidden' })
    sites.headers = { 'Content-Security-Policy': 'frame-ancestors *', ...denied }
    app.pass(26 * hour)
    await check()
    expect(await shown(id)).toBeUndefined()
  })

  test('saved with another URL is unknown until it is checked; saved otherwise it stays as it was', async () => {
    const { app, sites, add, update, check, found, shown } = await started()
    sites.headers = denied
    const id = await add('Alpha', 'http://a.example/')
    await check()
    await update(id, 'Alpha Two', 'http://a.example/')
    expect(await shown(id)).toMatchObject({ state: 'forbidden' })
    // It has just been checked.
    await check()
    expect(sites.requests).toEqual(['a.example/'])
    app.pass(11 * 60_000)
    await update(id, 'Alpha Two', 'http://a.example/')
    await check()
    expect(sites.requests).toEqual(['a.example/', 'a.example/'])
    await update(id, 'Alpha Two', 'http://b.example/')
    expect(await found('alpha')).toMatchObject({ state: 'unchecked', detail: null, checkedAt: null })
    expect(await shown(id)).toBeUndefined()
    await check()
    expect(sites.requests.at(-1)).toBe('b.example/')
  })

  test('saved while its old URL is being checked gets the finding of the new one', async () => {
    const { app, sites, network, add, update, check, found } = await started()
    // In the same millisecond: not even the leases tell the two checks apart.
    const now = new Date()
    Object.assign(app.context, { now: () => now })
    const { promise, resolve } = Promise.withResolvers<void>()
    sites.held = promise
    sites.headersOf['a.example'] = denied
    const id = await add('Alpha', 'http://a.example/')
    const first = check()
    await expect.poll(() => sites.requests).toHaveLength(1)
    await update(id, 'Alpha', 'http://b.example/')
    // By another process, before the response to the first request.
    const second = check()
    await expect.poll(() => sites.requests).toHaveLength(2)
    resolve()
    await Promise.all([first, second])
    expect(await found('alpha')).toMatchObject({ state: 'allowed' })
    expect(network.resolved.at(-1)).toBe('b.example')
  })

  test('that was deleted while it was checked is no trouble', async () => {
    const { app, cookie, sites, add, check } = await started()
    const { promise, resolve } = Promise.withResolvers<void>()
    sites.held = promise
    const id = await add('Alpha', 'http://a.example/')
    const first = check()
    await expect.poll(() => sites.requests).toHaveLength(1)
    expect((await app.json(`/delete/${id}`, { method: 'DELETE', cookie })).status).toBe(200)
    resolve()
    await first
  })

  test('that is a demo page of ours is shown live and never requested', async () => {
    const { app, network, add, check, checkNow, found } = await started()
    const id = await add('Own', `${app.context.config.publicUrl}/demo/fjordlys-hotel`)
    await check()
    expect((await checkNow(id)).body.check).toMatchObject({ state: 'allowed', checkedAt: null })
    expect(await found('own')).toMatchObject({ state: 'allowed' })
    expect([network.resolved, network.connections]).toEqual([[], []])
  })

  test('inside this network is left to the browser of the visitor', async () => {
    const { network, add, check, found, shown } = await started({}, { 'in.example': ['10.0.0.1'] })
    const ids = [await add('Named', 'http://in.example/'), await add('Numbered', 'http://127.0.0.1/')]
    await check()
    expect(network.connections).toEqual([])
    for (const name of ['named', 'numbered'])
      expect(await found(name)).toMatchObject({ state: 'unknown', reason: 'private-address' })
    for (const id of ids) expect(await shown(id)).toBeUndefined()
  })
})

describe('on demand', () => {
  test('a project is checked again, with what was found in the response', async () => {
    const { sites, add, check, checkNow, shown } = await started()
    sites.headers = denied
    const id = await add('Alpha', 'http://a.example/')
    await check()
    sites.headers = {}
    const { status, body } = await checkNow(id)
    expect([status, body.message, body.check.state]).toEqual([200, 'Preview checked.', 'allowed'])
    expect(await shown(id)).toBeUndefined()
    expect((await checkNow('0'.repeat(24))).status).toBe(404)
  })

  test('six times in ten minutes, each project for itself', async () => {
    const { app, sites, add, checkNow } = await started({ THROTTLE: 'on' })
    const [a, b] = [await add('Alpha', 'http://a.example/'), await add('Beta', 'http://b.example/')]
    for (let n = 0; n < 6; n++) expect((await checkNow(a)).status).toBe(200)
    const { status, headers } = await checkNow(a)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await checkNow(b)).status).toBe(200)
    app.pass(10 * 60_000)
    expect((await checkNow(a)).status).toBe(200)
    expect(sites.requests).toHaveLength(8)
  })
})

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
})

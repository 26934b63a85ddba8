// Counts of visits as they are stored, shown, deleted and switched off.
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runVisitCounts, storeVisits } from '../../server/counts/stored-counts.ts'
import { VisitCounts } from '../../server/counts/visits.ts'
import { visitedApps } from '../support/apps.ts'
import { captureLog, cleanUp } from '../support/evidence.ts'
import { seedItems } from '../support/seed.ts'

const started = visitedApps()
const day = 24 * 60 * 60_000
const none = { views: 0, opens: 0, clicks: 0 }

describe('stored counts', () => {
  test('have nothing but the day, the project and the numbers', async () => {
    const { visit, added, rows, today } = await started()
    const { id } = await added({ status: 'published' })
    await visit(`/portfolio/${id}`, { cookie: 'x=1', referer: 'https://example.org/secret' })
    await today()
    const at = new Date().toISOString().slice(0, 10)
    const counted = { day: at, views: 1, opens: 1, clicks: 0 }
    expect(await rows()).toEqual([
      { ...counted, item_id: '' },
      { ...counted, item_id: id },
    ])
  })

  test('add up over days, instances and periods', async () => {
    const { app, visit, counts } = await started()
    await visit('/about')
    // Another instance on the same database.
    const other = { ...app.context, visits: new VisitCounts(app.context.config) }
    other.visits.viewed('/about', app.context.now())
    other.visits.viewed('/', app.context.now())
    await Promise.all([storeVisits(app.context), storeVisits(other)])
    app.pass(8 * day)
    // The session of the day before has ended.
    const cookie = await app.asAdmin('another@example.com')
    await visit('/about')
    await storeVisits(app.context)
    const week = await counts('?days=7', cookie)
    expect(week.days).toHaveLength(7)
    expect(week.days.at(-1)).toEqual({ ...none, views: 1, day: app.context.now().toISOString().slice(0, 10) })
    expect(week.before).toEqual({ ...none, views: 3 })
    const month = await counts('?days=30', cookie)
    expect(month.days.map(({ views }: { views: number }) => views).filter(Boolean)).toEqual([3, 1])
    expect((await counts('?days=90', cookie)).days).toHaveLength(90)
    expect((await counts('?days=1e9', cookie)).days).toHaveLength(30)
  })

  test('are deleted after 400 days', async () => {
    const { app, visit, rows } = await started()
    await visit('/about')
    await storeVisits(app.context)
    app.pass(399 * day)
    await cleanUp(app.context)
    expect(await rows()).toHaveLength(1)
    app.pass(day)
    await cleanUp(app.context)
    expect(await rows()).toEqual([])
  })

  test('of more projects than one day lists are ranked by what was opened most', async () => {
    const { app, counts } = await started()
    await seedItems(app.context.db, 12)
    const ids = (
      await app.context.db.selectFrom('items').select('id').where('status', '=', 'published').execute()
    )
      .map(({ id }) => id)
      .sort()
    for (const [at, id] of ids.entries())
      for (let n = 0; n <= at; n++) app.context.visits.viewed(`/portfolio/${id}`, app.context.now())
    await storeVisits(app.context)
    const { top } = await counts()
    expect(top.map(({ id }: { id: string }) => id)).toEqual(ids.toReversed().slice(0, 4))
  })
})

describe('the job', () => {
  test('stores what is left when the server stops, and what failed once the database is back', async () => {
    const { app, visit, rows } = await started({ LOG_LEVEL: 'warn' })
    const log = captureLog(app)
    let isAway = true
    const db = new Proxy(app.context.db, {
      get(target, name) {
        if (name === 'transaction' && isAway) throw new Error('away')
        const value = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    const stop = runVisitCounts({ ...app.context, db })
    await visit('/about')
    await vi.advanceTimersByTimeAsync(5_000)
    await expect.poll(() => log.filter((line) => line.includes('counts.not-stored'))).toHaveLength(1)
    await visit('/about')
    await vi.advanceTimersByTimeAsync(5_000)
    expect(await rows()).toEqual([])
    isAway = false
    await stop()
    expect(await rows()).toMatchObject([{ item_id: '', views: 2 }])
    expect(log.filter((line) => line.includes('counts.not-stored'))).toHaveLength(1)
  })
})

describe('switched off', () => {
  test('nothing is counted, stored or reported, and cached pages tell their scripts so', async () => {
    const { app, cookie, visit, report, rows, counts } = await started()
    const path = '/api/settings/counts'
    expect((await app.json(path, { cookie })).body).toEqual({ counting: true })
    expect((await visit('/about')).text).not.toContain('data-uncounted')
    const set = (counting: unknown) => app.json(path, { method: 'PUT', cookie, json: { counting } })
    expect((await set('no')).status).toBe(400)
    expect((await set(false)).body).toEqual({ success: true, message: 'Setting saved!', counting: false })
    expect((await visit('/about')).text).toMatch(/<html [^>]*data-uncounted/)
    await visit('/about')
    await report({ page: '/contact' })
    expect(app.context.visits.take()).toEqual([])
    // Counted by another instance, which does not know yet.
    const other = { ...app.context, visits: new VisitCounts(app.context.config) }
    other.visits.viewed('/about', app.context.now())
    await storeVisits(other)
    expect(await rows()).toEqual([])
    expect(await counts()).toEqual({ counting: false })
    await set(true)
    const page = await visit('/about')
    expect(page.text).not.toContain('data-uncounted')
    await storeVisits(app.context)
    expect(await rows()).toMatchObject([{ views: 1 }])
  })
})

// Counts of visits: what is one and what is not, and how they are stored, shown, deleted and switched off.

import { expect, onTestFinished, test, vi } from 'vitest'
import { callsOf, from } from '../../support/calls.ts'
import { navigation } from '../../support/request.ts'
import { day, ownApp, sharedApp } from '../../support/start.ts'

const shared = await sharedApp({}, { pages: true })
const none = { views: 0, opens: 0, clicks: 0 }
const limited = { THROTTLE: 'on', TRUST_PROXY: '1' }
const client = from('203.0.113.7')
const another = from('203.0.113.8')
const { 'user-agent': agent } = navigation
const unknown = '0123456789abcdef01234567'

/**
 * An admin, a visitor and what became of the visits, in an app of its own where it has other settings: the first page of an
 * app takes most of the time of a test.
 */
async function started(env?: Record<string, string>) {
  const app = env ? await ownApp(env, { pages: true }) : shared
  await app.empty('projects', 'users', 'daily_counts', 'audit_events')
  app.context.visits.take()
  const cookie = await app.asAdmin()
  const counts = async (query = '', as = cookie) =>
    (await app.json(`/api/dashboard/counts${query}`, { cookie: as })).body
  return {
    app,
    cookie,
    ...callsOf(() => ({ app, cookie })).projects,
    counts,
    visit: (path: string, headers?: Record<string, string>, method?: string) =>
      app.sendRaw(path, { ...navigation, ...headers }, method),
    report: (json: object, headers: Record<string, string> = {}) =>
      app.json('/counts', {
        json,
        headers: { 'user-agent': agent, 'sec-fetch-site': 'same-origin', ...headers },
      }),
    rows: () => app.context.db.selectFrom('daily_counts').selectAll().orderBy('project_id').execute(),
    /** What is counted for today, once it is stored. */
    async today() {
      await app.countVisits()()
      const { day: _, ...today } = (await counts()).days.at(-1)
      return today
    },
  }
}

test('a page view is a public page that is there and opened as a document: computed, from the cache, or unchanged', async () => {
  const { app, visit, today } = await started()
  const [first, cached] = [await visit('/about'), await visit('/about')]
  const unchanged = await visit('/about', { 'if-none-match': cached.headers.get('etag') ?? '' })
  expect([first.status, cached.status, unchanged.status]).toEqual([200, 200, 304])
  for (const path of ['/', '/contact', '/portfolio', '/portfolio?search=hotel']) await visit(path)
  expect(await today()).toEqual({ ...none, views: 7 })
  // Recognised without the headers that browsers send only to https.
  const old = { 'user-agent': agent, accept: 'text/html,*/*;q=0.8', 'upgrade-insecure-requests': '1' }
  await app.sendRaw('/about', old)
  await app.sendRaw('/about', { ...old, accept: '*/*' })
  for (const path of ['/login', '/dashboard', '/imprint', '/About/', '/robots.txt', '/portfolio/unknown'])
    for (let twice = 0; twice < 2; twice++) await visit(path)
  await visit('/about', {}, 'HEAD')
  await app.send('/about')
  expect(await today()).toEqual({ ...none, views: 8 })
})

test('a page view or report is not counted of programs, of whoever asks not to be, in advance, in a frame, or for a script, nor of what is no published project', async () => {
  const { app, visit, report, added, today, rows } = await started()
  const { id } = await added({ status: 'published' })
  const { id: draft } = await added({ pname: 'Draft' })
  for (const headers of [
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'user-agent': '' },
    { dnt: '1' },
    { 'sec-gpc': '1' },
    { 'sec-purpose': 'prefetch;prerender' },
    { 'sec-fetch-dest': 'iframe' },
    { 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' },
  ] as Record<string, string>[]) {
    for (const path of ['/about', '/about', `/portfolio/${id}`]) await visit(path, headers)
    if (!('sec-purpose' in headers) && !('sec-fetch-dest' in headers)) {
      await report({ page: '/about' }, headers)
      await report({ click: id }, headers)
    }
    expect([headers, await today()]).toEqual([headers, none])
  }
  for (const click of [draft, unknown, '']) expect((await report({ click })).status).toBe(200)
  for (const page of [`/portfolio/${draft}`, `/portfolio/${unknown}`, '/dashboard'])
    expect((await report({ page })).status).toBe(200)
  // Without the headers that only a browser sends.
  const json = { page: '/about' }
  expect((await app.json('/counts', { json, headers: { 'user-agent': agent } })).status).toBe(200)
  await app.countVisits()()
  expect(await rows()).toEqual([])
})

test('a preview and its live site are counted for the project and for the site: stored with nothing but the day, kept in the totals without it, deleted after 400 days', async () => {
  const { app, visit, report, added, remove, rows, today, counts } = await started()
  const [{ id: first }, { id: second }] = [
    await added({ pname: 'First', status: 'published' }),
    await added({ pname: 'Second', status: 'published' }),
  ]
  await visit(`/portfolio/${first}`, { cookie: 'x=1', referer: 'https://example.org/secret' })
  for (const page of [`/portfolio/${first}`, `/portfolio/${second}`, '/contact']) await report({ page })
  await report({ click: first })
  const counted = { views: 4, opens: 3, clicks: 1 }
  expect(await today()).toEqual(counted)
  const date = app.context.now().toISOString().slice(0, 10)
  expect(await rows()).toEqual([
    { day: date, project_id: '', ...counted },
    { day: date, project_id: first, views: 2, opens: 2, clicks: 1 },
    { day: date, project_id: second, views: 1, opens: 1, clicks: 0 },
  ])
  expect((await counts()).top).toMatchObject([
    { id: first, pname: 'First', pimage: expect.any(String), opens: 2, clicks: 1 },
    { id: second, opens: 1, clicks: 0 },
  ])
  for (const id of [first, second]) await remove(id)
  expect([await today(), (await counts()).top]).toEqual([counted, []])
  app.pass(399 * day)
  await app.cleanUp()
  expect(await rows()).not.toEqual([])
  app.pass(day)
  await app.cleanUp()
  expect(await rows()).toEqual([])
})

test('a report counts 60 times a minute with the pages of its client, from the cache and computed, which are shown as ever beyond that', async () => {
  const { app, visit, report, today } = await started(limited)
  const statuses = new Set<number>()
  for (let n = 0; n < 40; n++) statuses.add((await visit('/about', client)).status)
  // What is no visit takes nothing of it away.
  for (let n = 0; n < 5; n++) await visit('/login', client)
  for (let n = 0; n < 10; n++) await report({ page: '/about' }, client)
  for (let n = 0; n < 15; n++) statuses.add((await visit(`/portfolio?search=${n}`, client)).status)
  expect([...statuses]).toEqual([200])
  expect(await today()).toEqual({ ...none, views: 60 })
  expect((await report({ page: '/about' }, client)).status).toBe(429)
  expect((await report({ page: '/about' }, another)).status).toBe(200)
  expect(await today()).toEqual({ ...none, views: 61 })
  expect(await app.context.db.selectFrom('attempts').select('key').execute()).toEqual([])
  // The memory of all is bounded, too.
  const { visits } = app.context
  for (let n = 0; n < 2_000; n++) visits.clicked(n.toString(16).padStart(24, '0'), app.context.now())
  expect(visits.take()).toHaveLength(1_000)
})

test('stored counts add up over days, instances and periods', async () => {
  const { app, visit, counts } = await started()
  await visit('/about')
  const other = await ownApp(app.place, { pages: true })
  other.pass(app.context.now().getTime() - Date.now())
  for (const path of ['/about', '/']) await other.sendRaw(path, navigation)
  await Promise.all([app.countVisits()(), other.countVisits()()])
  app.pass(8 * day)
  // The session of the day before has ended.
  const cookie = await app.asAdmin('another@example.com')
  await visit('/about')
  await app.countVisits()()
  const week = await counts('?days=7', cookie)
  expect(week.days).toHaveLength(7)
  expect(week.days.at(-1)).toEqual({ ...none, views: 1, day: app.context.now().toISOString().slice(0, 10) })
  expect(week.before).toEqual({ ...none, views: 3 })
  const month = await counts('?days=30', cookie)
  expect(month.days.map(({ views }: { views: number }) => views).filter(Boolean)).toEqual([3, 1])
  expect((await counts('?days=90', cookie)).days).toHaveLength(90)
  expect((await counts('?days=1e9', cookie)).days).toHaveLength(30)
})

test('the job stores what is left when the server stops, and what failed once the database is back', async () => {
  const { app, visit, rows } = await started({ LOG_LEVEL: 'warn' })
  const log = app.captureLog()
  const notStored = () => log.filter((line) => line.includes('counts.not-stored'))
  const away = vi.spyOn(app.context.db, 'transaction').mockImplementation(() => {
    throw new Error('away')
  })
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const stop = app.countVisits()
  await visit('/about')
  await vi.advanceTimersByTimeAsync(5_000)
  await expect.poll(notStored).toHaveLength(1)
  expect(await rows()).toEqual([])
  away.mockRestore()
  await stop()
  expect(await rows()).toMatchObject([{ project_id: '', views: 1 }])
})

test('switched off, nothing is counted, stored or reported, and cached pages tell their scripts so', async () => {
  const { app, cookie, visit, report, rows, counts } = await started()
  const other = await ownApp(app.place, { pages: true })
  const path = '/api/settings/counts'
  const set = (counting: boolean) => app.json(path, { method: 'PUT', cookie, json: { counting } })
  expect((await app.json(path, { cookie })).body).toEqual({ counting: true })
  expect((await visit('/about')).text).not.toContain('data-uncounted')
  expect((await set(false)).body).toMatchObject({ message: 'Setting saved!', counting: false })
  for (let twice = 0; twice < 2; twice++)
    expect((await visit('/about')).text).toMatch(/<html [^>]*data-uncounted/)
  await report({ page: '/contact' })
  expect(app.context.visits.take()).toEqual([])
  // Counted by another instance, which does not know yet.
  await other.sendRaw('/about', navigation)
  await other.countVisits()()
  expect(await rows()).toEqual([])
  expect(await counts()).toEqual({ counting: false })
  await set(true)
  expect((await visit('/about')).text).not.toContain('data-uncounted')
  await app.countVisits()()
  expect(await rows()).toMatchObject([{ views: 1 }])
})

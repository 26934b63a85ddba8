// GET /metrics: the token that it needs, what it counts, and that no client can make it grow.
import { expect, test, vi } from 'vitest'
import { callsOf } from '../../support/calls.ts'
import { navigation } from '../../support/request.ts'
import { ownApp, type Running } from '../../support/start.ts'

const token = 'a-token-of-24-characters'
const measured = (env: Record<string, string> = {}, options: Parameters<typeof ownApp>[1] = {}) =>
  ownApp({ METRICS_TOKEN: token, ...env }, options)

const request = (app: Running) => app.send('/metrics', { headers: { authorization: `Bearer ${token}` } })

/** Every series with its value: `name{label="value"}`. */
async function read(app: Running): Promise<Map<string, number>> {
  const response = await request(app)
  expect(response.status).toBe(200)
  const lines = (await response.text()).matchAll(/^([a-z]\S*(?:\{.*\})?) (\S+)$/gm)
  return new Map(Array.from(lines, ([, name = '', value]) => [name, Number(value)]))
}

const count = (series: Map<string, number>, method: string, route: string, status: number) =>
  series.get(`http_requests_total{method="${method}",route="${route}",status="${status}"}`)

test('GET /metrics with the token responds with the metrics, and with anything else 401; both no-store', async () => {
  const app = await measured()
  const sends = async (authorization: string, status: number, headers: object) => {
    const response = await app.send('/metrics', authorization ? { headers: { authorization } } : {})
    expect([authorization, response.status]).toEqual([authorization, status])
    expect(Object.fromEntries(response.headers)).toMatchObject({ 'cache-control': 'no-store', ...headers })
  }
  const metrics = { 'content-type': expect.stringMatching(/^text\/plain; version=0\.0\.4/) }
  for (const scheme of ['Bearer', 'bearer']) await sends(`${scheme} ${token}`, 200, metrics)
  const wrong = [token.slice(0, -1), `${token}x`, token.toUpperCase()]
  for (const authorization of ['', token, ...wrong.map((sent) => `Bearer ${sent}`)])
    await sends(authorization, 401, { 'www-authenticate': 'Bearer' })
})

test('GET /metrics responds while the database is away, and says so', async () => {
  const app = await measured({ THROTTLE: 'on' })
  expect((await read(app)).get('database_up')).toBe(1)
  const away = vi
    .spyOn(app.context.db.getExecutor(), 'executeQuery')
    .mockRejectedValue(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }))
  const series = await read(app)
  away.mockRestore()
  expect(series.get('database_up')).toBe(0)
  expect([...series.keys()].filter((name) => /^mail_queue/.test(name))).toEqual([])
  expect(series.get('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('what is counted: requests by the pattern of their route, whatever their URL is, also cached ones', async () => {
  const app = await measured({}, { pages: true })
  const cookie = await app.asAdmin()
  const ids = Array.from({ length: 5 }, (_, n) => n.toString(16).padStart(24, 'a'))
  const rounds = async (part: string) => {
    for (const id of ids) {
      await app.send(`/api/admin/users/${id}?x=${part}`, { cookie })
      await app.send(`/dashboard/${part}-${id}`, { headers: navigation })
      for (const path of [`/${part}-${id}`, `/assets/${part}-${id}`, `/about?${part}=${id}`, '/about'])
        await app.send(path)
      await app.send('/about', { method: 'PROPFIND' })
    }
  }
  await rounds('alpha')
  await read(app)
  const before = await read(app)
  await rounds('omega')
  const after = await read(app)
  // Those of Node itself are of this process, and other tests of it have image workers.
  const own = (series: typeof after) => [...series.keys()].filter((name) => !name.startsWith('nodejs_'))
  expect(own(after).toSorted()).toEqual(own(before).toSorted())
  expect([...after.keys()].join()).not.toMatch(/alpha|omega|aaaa/)
  for (const [method, route, status, times] of [
    ['GET', '/api/admin/users/:id', 404, 10],
    ['GET', '/dashboard/*', 404, 10],
    ['GET', '/about', 200, 20],
    ['other', 'unknown', 404, 10],
  ] as const)
    expect([route, count(after, method, route, status)]).toEqual([route, times])
  expect(count(after, 'GET', 'unknown', 404)).toBeGreaterThanOrEqual(10)
  const durations = 'http_request_duration_seconds_count{method="GET",route="/api/admin/users/:id"}'
  expect(after.get(durations)).toBe(10)
})

test('what is counted: emails that wait, and for how long', async () => {
  const app = await measured()
  expect((await read(app)).get('mail_queue_oldest_age_seconds')).toBe(0)
  const cookie = await app.asAdmin()
  await callsOf(() => ({ app, cookie })).messages.post()
  app.pass(90_000)
  const series = await read(app)
  expect(series.get('mail_queue_emails')).toBe(1)
  expect(Math.round((series.get('mail_queue_oldest_age_seconds') ?? 0) / 90)).toBe(1)
})

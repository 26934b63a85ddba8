// PostgreSQL hangs, or changes next to a running server: the responses in between, and the recovery. A stop under load:
// faults/faults.test.ts.
import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { afterAll, afterEach, expect, inject, test } from 'vitest'
import { callsOf, goodMessage as message } from '../support/calls.ts'
import { runStatement } from '../support/peers/postgres.ts'
import { navigation, type Sent } from '../support/request.ts'
import { freePort, startServer } from '../support/server-process.ts'
import { ownApp, password, sharedApp } from '../support/start.ts'

const recover = { timeout: 10_000, interval: 20 }

const admin = { email: 'admin@example.com', password }

/** On the database itself; the server is on the proxy. */
const app = await sharedApp()
const cookie = await app.asAdmin(admin.email)
const { databaseUrl, dataDir } = app.context.config
const url = new URL(databaseUrl ?? '')
const proxy = await startTcpProxy(Number(url.port))
url.port = String(proxy.port)
const settings = { DATABASE_URL: url.href, DATA_DIR: `${dataDir}/server`, THROTTLE: 'off' }
let server = await startServer(settings)
afterEach(() => {
  proxy.speak()
  proxy.lag = 0
})
afterAll(async () => {
  await server.stop()
  await proxy.stop()
})

const send = (path: string, sent: Sent = {}) =>
  server.call(path, { cookie, ...sent, headers: { accept: 'application/json', ...sent.headers } })
/** What the server shows of the portfolio; null while it cannot be read. */
const names = async (): Promise<string[] | null> => {
  const { status, body } = await send('/getportfolio/public')
  return status === 200 ? body.portfolios.map(({ name }: { name: string }) => name) : null
}
const publish = (pname: string) =>
  callsOf(() => ({ app, cookie })).projects.added({ pname, status: 'published' })

test('a database that does not respond gives 503 within five seconds, also for sixty requests at once', async () => {
  const cached = ['/', '/getportfolio/public', '/public-categories']
  for (const path of cached) expect((await send(path, { cookie: '' })).status).toBe(200)
  proxy.fallSilent()
  const calls: [string, Sent?][] = [
    ['/check-auth'],
    ['/dashboard'],
    ['/contacts/export-csv'],
    ['/getportfolio/public?search=uncached'],
    // What several wait for is computed once, and fails once.
    ...['/portfolio?search=a', '/portfolio?search=b'].flatMap((path): [string, Sent][] => [
      [path, { headers: navigation }],
      [path, { headers: navigation }],
    ]),
    ['/sitemap.xml'],
    ['/sitemap.xml'],
    ['/reset-password/0000'],
    ['/login', { json: admin }],
    ['/logout', { method: 'POST' }],
  ]
  const crowd = Array.from({ length: 60 }, () => ['/contacts', { json: message }] as [string, Sent])
  // What a busy machine adds is seen at a response that needs no database.
  let control = 0
  let waiting = true
  const measure = async () => {
    while (waiting) {
      const began = performance.now()
      await send('/healthz')
      control = Math.max(control, performance.now() - began)
    }
  }
  const measured = measure()
  const responses = await Promise.all(
    [...calls, ...crowd].map(async ([path, sent]) => {
      const began = performance.now()
      const { status, headers } = await send(path, sent)
      const ms = performance.now() - began
      const isPage = headers.get('content-type')?.startsWith('text/html')
      return { path, status, isPage, retryAfter: headers.has('retry-after'), ms }
    }),
  )
  waiting = false
  await measured
  for (const { ms, ...response } of responses) {
    const { path } = response
    const isPage = path.startsWith('/portfolio')
    expect(response).toEqual({ path, status: 503, isPage, retryAfter: true })
    expect(ms - control, response.path).toBeLessThan(5_000)
  }
  for (const path of cached) expect((await send(path, { cookie: '' })).status, path).toBe(200)
  const readiness = async () => (await send('/readyz')).body
  await expect.poll(readiness, recover).toEqual({ status: 'not ready', reason: 'database' })

  proxy.speak()
  await expect.poll(async () => (await send('/contacts', { json: message })).status, recover).toBe(201)
  await expect.poll(readiness, recover).toEqual({ status: 'ready' })
})

test('a database that is late with each statement gives 503 once the request has waited four seconds in all, and stores nothing', async () => {
  proxy.lag = 1_000
  const began = performance.now()
  const { status, headers } = await send('/contacts', { json: { ...message, name: 'Late' } })
  const ms = performance.now() - began
  proxy.lag = 0
  expect([status, headers.has('retry-after')]).toEqual([503, true])
  // A busy machine adds to it; each statement by itself would be waited for, twenty seconds in all.
  expect(ms).toBeLessThan(10_000)
  const stored = app.context.db.selectFrom('messages').select('name').where('name', '=', 'Late')
  expect(await stored.execute()).toEqual([])
})

test('what changed while an instance could not listen, or after its connection broke silently, is soon served', async () => {
  expect(await names()).toEqual([])
  proxy.fallSilent()
  await publish('Late')
  proxy.cut()
  proxy.speak()
  await expect.poll(names, recover).toEqual(['Late'])

  // As many connections as there may be: they must not be met one after the other.
  await Promise.all(Array.from({ length: 20 }, () => send('/check-auth')))
  proxy.strand()
  await publish('Later')
  // Nothing old; what is computed may first meet connections that broke as quietly.
  await expect.poll(names, recover).not.toEqual(['Late'])
  await expect.poll(names, recover).toEqual(['Later', 'Late'])
})

test('two transactions that wait for each other both succeed', async () => {
  const { db } = app.context
  const resets_at = app.context.now().toISOString()
  for (const key of ['left', 'right'])
    await db.insertInto('attempts').values({ key, count: 0, resets_at }).execute()
  const both = Promise.withResolvers<void>()
  let holding = 0
  const cross = (first: string, second: string) =>
    db.transaction().execute(async (tx) => {
      const raise = (key: string) =>
        tx
          .updateTable('attempts')
          .set((row) => ({ count: row('count', '+', 1) }))
          .where('key', '=', key)
          .execute()
      await raise(first)
      if (++holding === 2) both.resolve()
      await both.promise
      await raise(second)
    })
  await Promise.all([cross('left', 'right'), cross('right', 'left')])
  const rows = db.selectFrom('attempts').select('count').where('key', 'in', ['left', 'right'])
  expect(await rows.execute()).toEqual([{ count: 2 }, { count: 2 }])
})

test('a stop while the database does not respond takes less than three seconds', async () => {
  // A stop waits longer for what is being run: the emails that the tests above leave, what was claimed over a connection
  // that broke, and what a start cleans up.
  await server.stop()
  const { db } = app.context
  await db
    .deleteFrom('jobs')
    .where((row) => row.or([row('queue', '=', 'mail'), row('claim', 'is not', null)]))
    .execute()
  server = await startServer(settings)
  const running = db.selectFrom('jobs').select('kind').where('claim', 'is not', null)
  await expect.poll(() => running.execute()).toEqual([])
  proxy.fallSilent()
  const began = performance.now()
  expect(await server.stop()).toBe(0)
  expect(performance.now() - began).toBeLessThan(3_000)
})

test('a database that has become read-only takes no writes and is not ready, and works again when it is writable', async () => {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const cookie = await app.asAdmin()
  const postgres = inject('postgres') ?? ''
  const name = new URL(app.context.config.databaseUrl ?? '').pathname.slice(1)
  const alter = async (change: string) => {
    await runStatement(postgres, `alter database ${name} ${change}`)
    const backends = `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
    await runStatement(postgres, backends)
  }
  const ready = async () => (await app.json('/readyz')).body
  const contact = () => app.json('/contacts', { json: message })
  expect((await contact()).status).toBe(201)
  await alter('set default_transaction_read_only = on')
  await expect.poll(ready).toEqual({ status: 'not ready', reason: 'database' })
  for (const call of [contact, () => app.json('/login', { json: admin })]) {
    const { status, headers } = await call()
    expect([status, headers.has('retry-after')]).toEqual([503, true])
  }
  expect((await app.json('/check-auth', { cookie })).body).toMatchObject({ isAuthenticated: true })

  await alter('reset default_transaction_read_only')
  await expect.poll(ready).toEqual({ status: 'ready' })
  expect((await contact()).status).toBe(201)
})

/** Stands between the product and the database. */
async function startTcpProxy(port: number) {
  const pairs = new Set<[Socket, Socket]>()
  let silent = false
  const server = createServer((near) => {
    const pair: [Socket, Socket] = [near, connect(port, '127.0.0.1')]
    pairs.add(pair)
    for (const [one, other] of [pair, pair.toReversed()] as (typeof pair)[]) {
      one.on('error', () => {})
      one.on('close', () => {
        pairs.delete(pair)
        other.destroy()
      })
      one.on('data', (chunk) => setTimeout(() => other.write(chunk), proxy.lag))
      if (silent) one.pause()
    }
  })
  const ownPort = await freePort()
  await once(server.listen(ownPort, '127.0.0.1'), 'listening')
  const sockets = () => [...pairs].flat()
  const proxy = {
    port: ownPort,
    /** Milliseconds by which whatever it passes on is late, in each direction. */
    lag: 0,
    /** Accepts connections and passes nothing on, in either direction, until `speak`. */
    fallSilent() {
      silent = true
      for (const socket of sockets()) socket.pause()
    },
    speak() {
      silent = false
      for (const socket of sockets()) socket.resume()
    },
    /** Resets every connection there is; new ones are accepted. */
    cut() {
      for (const socket of sockets()) socket.resetAndDestroy()
    },
    /** Passes nothing on any more for every connection there is, and says nothing of it; new ones work. */
    strand() {
      for (const socket of sockets()) socket.removeAllListeners('data').resume()
    },
    async stop() {
      for (const socket of sockets()) socket.destroy()
      await server[Symbol.asyncDispose]()
    },
  }
  return proxy
}

// PostgreSQL hangs, or changes next to a running server: the responses in between, and the recovery. A stop under load:
// faults/postgres-stops.ts.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { changePublicContent } from '../../server/public-content.ts'
import { cookieOf, type Sent } from '../support/request.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { password, type Running, sharedApp } from '../support/start.ts'

/** Milliseconds. */
const responseWithin = 5_000
const recoverWithin = 10_000

const message = { name: 'Mona', email: 'mona@example.com', subject: 'Hello', message: 'A message.' }

describe.runIf(inject('postgres') !== null)('a database that is away', () => {
  let app: Running
  let proxy: TcpProxy
  let settings: Record<string, string>
  let server: ServerProcess
  let cookie: string

  sharedApp(async (started) => {
    app = started
    await app.addUser({ email: 'admin@example.com', admin: true })
    const { databaseUrl, dataDir } = app.context.config
    const url = new URL(databaseUrl ?? '')
    proxy = await startTcpProxy(Number(url.port))
    url.port = String(proxy.port)
    settings = {
      DATABASE_URL: url.href,
      DATA_DIR: `${dataDir}/server`,
      DEMO_CONTENT: 'off',
      THROTTLE: 'off',
    }
    server = await startServer(settings)
    cookie = cookieOf(await send('/login', { json: { email: 'admin@example.com', password } }))
  })
  afterEach(() => proxy.speak())
  // Before the app is, which drops the database that they use.
  afterAll(async () => {
    await server?.stop()
    await proxy?.stop()
  })

  function send(path: string, { json, ...sent }: Sent = {}): Promise<Response> {
    const headers: Record<string, string> = {
      accept: 'application/json',
      cookie: cookie ?? '',
      ...sent.headers,
    }
    if (json !== undefined) headers['content-type'] = 'application/json'
    const method = sent.method ?? (json === undefined ? 'GET' : 'POST')
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    return fetch(`http://127.0.0.1:${server.port}${path}`, { method, headers, redirect: 'manual', ...body })
  }

  const isBack = () =>
    expect
      .poll(async () => (await send('/contacts', { json: message })).status, { timeout: recoverWithin })
      .toBe(201)

  const calls: [string, Sent][] = [
    ['/check-auth', {}],
    ['/dashboard', {}],
    ['/contacts/export-csv', {}],
    ['/getportfolio/public?search=uncached', {}],
    ['/reset-password/0000', {}],
    ['/contacts', { json: message }],
    ['/login', { json: { email: 'admin@example.com', password } }],
    ['/logout', { method: 'POST' }],
  ]

  test('a database that does not respond gives 503 within five seconds, also for sixty requests at once', async () => {
    const cached = ['/', '/getportfolio/public', '/public-categories']
    for (const path of cached) expect((await send(path, { headers: { cookie: '' } })).status).toBe(200)
    proxy.fallSilent()
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
        const response = await send(path, sent)
        const ms = performance.now() - began
        return {
          path,
          status: response.status,
          retryAfter: response.headers.has('retry-after'),
          ms,
        }
      }),
    )
    waiting = false
    await measured
    for (const { ms, ...response } of responses) {
      expect(response).toEqual({ path: response.path, status: 503, retryAfter: true })
      expect(ms - control, response.path).toBeLessThan(responseWithin)
    }
    for (const path of cached) expect((await send(path, { headers: { cookie: '' } })).status, path).toBe(200)
    await expect
      .poll(async () => (await send('/readyz')).json(), { timeout: recoverWithin })
      .toEqual({ status: 'not ready', reason: 'database' })

    proxy.speak()
    await isBack()
    await expect.poll(async () => (await send('/readyz')).status, { timeout: recoverWithin }).toBe(200)
  })

  /** What the server shows of the portfolio; null while it cannot be read. */
  async function names(): Promise<string[] | null> {
    const response = await send('/getportfolio/public')
    if (response.status !== 200) return null
    const { portfolios } = (await response.json()) as { portfolios: { name: string }[] }
    return portfolios.map(({ name }) => name)
  }
  const publish = (name: string) => {
    const now = app.context.now().toISOString()
    const key = name.toLowerCase()
    const texts = { name, name_key: key, search_text: key, url: 'https://example.com' }
    const row = { ...texts, id: key, image: null, status: 'published' as const }
    return changePublicContent(app.context, (tx) =>
      tx
        .insertInto('projects')
        .values({ ...row, created_at: now, updated_at: now })
        .execute(),
    )
  }

  test('what changed while an instance could not listen is no longer served from its cache', async () => {
    expect(await names()).toEqual([])
    proxy.fallSilent()
    await publish('Late')
    proxy.cut()
    proxy.speak()
    await expect.poll(names, { timeout: recoverWithin }).toEqual(['Late'])
  })

  test('what changes after a listening connection broke silently is served within ten seconds', async () => {
    expect(await names()).toEqual(['Late'])
    // As many connections as there may be: they must not be met one after the other.
    await Promise.all(Array.from({ length: 20 }, () => send('/check-auth')))
    proxy.strand()
    await publish('Later')
    // Nothing old; what is computed may first meet connections that broke as quietly.
    await expect.poll(names, { timeout: recoverWithin, interval: 20 }).not.toEqual(['Late'])
    await expect.poll(names, { timeout: recoverWithin }).toEqual(['Later', 'Late'])
  })

  test('two transactions that wait for each other both succeed', async () => {
    const { db } = app.context
    const now = app.context.now().toISOString()
    for (const key of ['left', 'right'])
      await db.insertInto('attempts').values({ key, count: 0, resets_at: now }).execute()
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
    const rows = await db
      .selectFrom('attempts')
      .select('count')
      .where('key', 'in', ['left', 'right'])
      .execute()
    expect(rows).toEqual([{ count: 2 }, { count: 2 }])
  })

  test('a stop while the database does not respond takes less than three seconds', async () => {
    // A stop waits longer for what is being run: the emails that the tests above leave, and what a start cleans up.
    await server.stop()
    const { db } = app.context
    await db.deleteFrom('jobs').where('queue', '=', 'mail').execute()
    server = await startServer(settings)
    const running = db.selectFrom('jobs').select('kind').where('claim', 'is not', null)
    await expect.poll(() => running.execute()).toEqual([])
    proxy.fallSilent()
    const began = performance.now()
    expect(await server.stop()).toBe(0)
    expect(performance.now() - began).toBeLessThan(3_000)
  })
})

describe.runIf(inject('postgres') !== null)('a database next to a running server', () => {
  let app: Running
  let client: pg.Client
  let name: string
  let cookie: string

  sharedApp(
    async (started) => {
      app = started
      cookie = await app.asAdmin()
      name = new URL(app.context.config.databaseUrl ?? '').pathname.slice(1)
      client = new pg.Client(`${inject('postgres')}/postgres`)
      await client.connect()
    },
    { LOG_LEVEL: 'silent' },
  )
  afterAll(() => client.end())

  const reconnect = () =>
    client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  const contact = () => app.send('/contacts', { json: message })
  const logIn = () => app.send('/login', { json: { email: 'admin@example.com', password } })
  const ready = async () => (await app.json('/readyz')).body

  async function expectUnusable() {
    await expect.poll(ready).toEqual({ status: 'not ready', reason: 'database' })
    for (const call of [contact, logIn]) {
      const response = await call()
      expect([response.url, response.status]).toEqual([response.url, 503])
      expect(response.headers.has('retry-after')).toBe(true)
    }
  }

  test('that has become read-only takes no writes and is not ready, and works again when it is writable', async () => {
    expect((await contact()).status).toBe(201)
    await client.query(`alter database ${name} set default_transaction_read_only = on`)
    await reconnect()
    await expectUnusable()
    expect((await app.json('/check-auth', { cookie })).body).toMatchObject({ isAuthenticated: true })

    await client.query(`alter database ${name} reset default_transaction_read_only`)
    await reconnect()
    await expect.poll(ready).toEqual({ status: 'ready' })
    expect((await contact()).status).toBe(201)
  })
})

/** Stands between the product and the database. */
interface TcpProxy {
  port: number
  /** Accepts connections and passes nothing on, in either direction, until `speak`. */
  fallSilent(): void
  speak(): void
  /** Resets every connection there is; new ones are accepted. */
  cut(): void
  /** Passes nothing on any more for every connection there is, and says nothing of it; new ones work. */
  strand(): void
  stop(): Promise<void>
}

async function startTcpProxy(port: number): Promise<TcpProxy> {
  const pairs = new Set<{ near: Socket; far: Socket | null }>()
  let silent = false

  const join = (pair: { near: Socket; far: Socket | null }) => {
    const far = connect(port, '127.0.0.1')
    pair.far = far
    far.on('error', () => pair.near.destroy())
    far.on('close', () => pair.near.destroy())
    far.on('data', (chunk) => pair.near.write(chunk))
    pair.near.on('data', (chunk) => far.write(chunk))
  }
  const server = createServer((near) => {
    const pair = { near, far: null as Socket | null }
    pairs.add(pair)
    near.on('error', () => {})
    near.on('close', () => {
      pairs.delete(pair)
      pair.far?.destroy()
    })
    if (!silent) join(pair)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const cut = () => {
    for (const { near, far } of pairs) {
      near.resetAndDestroy()
      far?.destroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    fallSilent() {
      silent = true
      for (const { near, far } of pairs) for (const socket of [near, far]) socket?.pause()
    },
    speak() {
      silent = false
      for (const pair of pairs) {
        if (!pair.far) join(pair)
        for (const socket of [pair.near, pair.far]) socket?.resume()
      }
    },
    cut,
    strand() {
      for (const { near, far } of pairs)
        for (const socket of [near, far]) socket?.removeAllListeners('data').resume()
    },
    async stop() {
      cut()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

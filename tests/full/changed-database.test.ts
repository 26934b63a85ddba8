// PostgreSQL that changes next to a running server: read-only as after a failover, dropped, or made again and empty.
import pg from 'pg'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { captureLog } from '../support/evidence.ts'
import { password, type Running, sharedApp } from '../support/start.ts'

describe.runIf(inject('postgres') !== null)('a database', () => {
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
  const message = { name: 'Mona', email: 'mona@example.com', subject: 'Hello', message: 'A message.' }
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

  // First: what failed in a test before it would have had the line of this minute.
  test('that is renamed away leaves one line a minute of each event, however often it is tried', async () => {
    const log = captureLog(app)
    await client.query(`alter database ${name} allow_connections false`)
    await reconnect()
    await client.query(`alter database ${name} rename to ${name}_away`)
    await expectUnusable()
    for (let n = 0; n < 20; n++) {
      app.context.changes.emit('jobs')
      expect((await logIn()).status).toBe(503)
      await ready()
    }
    const events = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 40)
    const counts = Object.entries(Object.groupBy(events, ({ event }) => event))
    expect(counts.map(([event, lines]) => [event, lines?.length]).filter(([, lines]) => lines !== 1)).toEqual(
      [],
    )
    expect(counts.map(([event]) => event)).toContain('request.failed')
    await client.query(`alter database ${name}_away rename to ${name}`)
    await client.query(`alter database ${name} allow_connections true`)
    await expect.poll(ready).toEqual({ status: 'ready' })
  })

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

  test('that is dropped, and then made again without its tables, is not ready', async () => {
    await client.query(`drop database ${name} with (force)`)
    await expectUnusable()
    await client.query(`create database ${name}`)
    await expectUnusable()
  })
})

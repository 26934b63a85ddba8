// The server as a process: several beside each other, the settings it takes, start and stop.
import { mkdtemp, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { ConfigError, readConfig } from '../server/config.ts'
import { startServer } from './server-process.ts'
import { type Running, startApp } from './start.ts'

let app: Running

beforeAll(async () => {
  app = await startApp({ DEMO_CONTENT: 'off' }, { pages: true })
})
afterAll(() => app.stop())

describe('several instances', () => {
  const shareDatabase = async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
    const { databaseUrl } = app.context.config
    return {
      DATA_DIR: dataDir,
      DEMO_CONTENT: 'off',
      THROTTLE: 'off',
      ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    }
  }

  test('two that start at the same moment on one empty database both come up', async () => {
    const fresh = await startApp()
    const { databaseUrl } = fresh.context.config
    const env = { ...(await shareDatabase()), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    if (databaseUrl) await sql`drop schema public cascade; create schema public`.execute(fresh.context.db)
    const both = await Promise.all([startServer(env), startServer(env)])
    for (const { url } of both) expect((await fetch(`${url}/public-categories`)).status).toBe(200)
    for (const server of both) expect(await server.stop()).toBe(0)
    await fresh.stop()
  })

  test.runIf(inject('postgres'))('what one changes, the other no longer answers from memory', async () => {
    const { databaseUrl } = app.context.config
    const other = await startApp({ DATABASE_URL: databaseUrl ?? '' })
    const names = async (where: Running) =>
      (await where.json('/getportfolio/public')).body.portfolios.map((item: { name: string }) => item.name)
    expect(await names(other)).toEqual([])
    const now = app.context.now().toISOString()
    const item = {
      name: 'Shared',
      name_key: 'shared',
      url: 'https://example.com',
      picture: null,
      search_text: 'shared',
    }
    await app.context.db
      .insertInto('items')
      .values({ ...item, id: 'shared', status: 'published', created_at: now, updated_at: now })
      .execute()
    expect(await names(other)).toEqual([])
    app.context.changes.announce('portfolio')
    await expect.poll(() => names(other)).toEqual(['Shared'])
    await app.context.db.deleteFrom('items').execute()
    app.context.changes.announce('portfolio')
    await other.stop()
  })
})

describe('settings', () => {
  test.each([
    [{ PORT: 'eighty' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ PUBLIC_URL: 'example.com' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://example.com/path' }, /PUBLIC_URL/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL/],
    [{ MAIL_FROM: 'nobody' }, /MAIL_FROM/],
    [{ OWNER_EMAIL: 'nobody' }, /OWNER_EMAIL/],
    [{ ADMIN_EMAIL: 'a@b.co' }, /ADMIN_PASSWORD/],
    [{ DEMO_CONTENT: 'maybe' }, /DEMO_CONTENT/],
    [{ THROTTLE: '1' }, /THROTTLE/],
    [{ TRUST_PROXY: 'yes' }, /TRUST_PROXY/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  ])('%o is refused in words that name it', (env, words) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(ConfigError)
    expect(() => readConfig(env as Record<string, string>)).toThrow(words)
  })
})

describe.runIf(inject('postgres') === null)('the process', () => {
  test('a bad setting stops the start with one line', async () => {
    await expect(startServer({ LOG_LEVEL: 'loud' })).rejects.toThrow(
      /ended with 1:\nCannot start: LOG_LEVEL is "loud"[^\n]*\n$/,
    )
  })

  test('SIGTERM lets a request in flight finish and ends with 0', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
    const server = await startServer({ DATA_DIR: dataDir, DEMO_CONTENT: 'off', THROTTLE: 'off' })
    const body = JSON.stringify({ name: 'Slow', email: 'slow@example.com', subject: 's', message: 'm' })
    let ended: Promise<number | null> | undefined
    const answered = new Promise<number | undefined>((resolve, reject) => {
      const slow = request(
        {
          port: server.port,
          host: '127.0.0.1',
          path: '/contacts',
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': body.length,
            expect: '100-continue',
          },
        },
        (response) => {
          response.resume()
          resolve(response.statusCode)
        },
      )
      slow.on('error', reject)
      // The server has read the head and said so, and half of the body is there: the request is in flight.
      slow.on('continue', async () => {
        slow.write(body.slice(0, 10))
        ended = server.stop()
        const door = () =>
          fetch(`http://127.0.0.1:${server.port}/healthz`).then(
            () => 'open',
            () => 'closed',
          )
        await expect.poll(door).toBe('closed')
        slow.end(body.slice(10))
      })
      slow.flushHeaders()
    })
    expect(await answered).toBe(201)
    expect(await ended).toBe(0)
    await rm(dataDir, { recursive: true, force: true })
  })
})

// Several instances on one database, and the settings that the server takes.
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { ConfigError, readConfig } from '../../server/config.ts'
import { changePublicContent } from '../../server/public-content.ts'
import { startServer } from '../support/server-process.ts'
import { ownApps, type Running, sharedApp } from '../support/start.ts'

const ownApp = ownApps()
let app: Running

sharedApp(
  (started) => {
    app = started
  },
  { DEMO_CONTENT: 'off' },
  { pages: true },
)

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

  test.runIf(inject('postgres'))('two that start at once on one empty database both come up', async () => {
    const fresh = await ownApp()
    const { databaseUrl } = fresh.context.config
    const env = { ...(await shareDatabase()), ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}) }
    if (databaseUrl) await sql`drop schema public cascade; create schema public`.execute(fresh.context.db)
    const both = await Promise.all([startServer(env), startServer(env)])
    for (const { url } of both) expect((await fetch(`${url}/public-categories`)).status).toBe(200)
    for (const server of both) expect(await server.stop()).toBe(0)
  })

  test.runIf(inject('postgres'))('what one changes, the other no longer serves from its cache', async () => {
    const { databaseUrl } = app.context.config
    const other = await ownApp({ DATABASE_URL: databaseUrl ?? '' })
    const names = async (where: Running) =>
      (await where.json('/getportfolio/public')).body.portfolios.map((item: { name: string }) => item.name)
    expect(await names(other)).toEqual([])
    const now = app.context.now().toISOString()
    const item = {
      name: 'Shared',
      name_key: 'shared',
      url: 'https://example.com',
      image: null,
      search_text: 'shared',
    }
    await changePublicContent(app.context, (tx) =>
      tx
        .insertInto('items')
        .values({ ...item, id: 'shared', status: 'published', created_at: now, updated_at: now })
        .execute(),
    )
    await expect.poll(() => names(other)).toEqual(['Shared'])
    await changePublicContent(app.context, (tx) => tx.deleteFrom('items').execute())
  })
})

describe('settings', () => {
  test.each([
    [{ PORT: 'eighty' }, /PORT/],
    [{ PORT: '70000' }, /PORT/],
    [{ PORT: '0' }, /PORT/],
    [{ ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: 'Short-7' }, /ADMIN_PASSWORD .*at least 8 .*at most 1024/],
    [
      { ADMIN_EMAIL: 'a@b.co', ADMIN_PASSWORD: `Ab1!${'x'.repeat(1021)}` },
      /ADMIN_PASSWORD .*at least 8 .*at most 1024/,
    ],
    [{ PUBLIC_URL: 'example.com' }, /PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://example.com/path' }, /PUBLIC_URL/],
    [
      { PUBLIC_URL: 'https://me:secret@example.com' },
      /^PUBLIC_URL must not hold .* only https:\/\/example\.com\.$/,
    ],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL/],
    [{ SMTP_URL: 'mail.example.com' }, /SMTP_URL/],
    [{ MAIL_FROM: 'nobody' }, /MAIL_FROM/],
    [{ OWNER_EMAIL: 'nobody' }, /OWNER_EMAIL/],
    [{ ADMIN_EMAIL: 'a@b.co' }, /ADMIN_PASSWORD/],
    [{ DEMO_CONTENT: 'maybe' }, /DEMO_CONTENT/],
    [{ THROTTLE: '1' }, /THROTTLE/],
    [{ TRUST_PROXY: 'yes' }, /TRUST_PROXY/],
    [{ METRICS_TOKEN: 'fifteen-letters' }, /METRICS_TOKEN must have at least 16 characters/],
    [{ METRICS_TOKEN: 'a token with blanks in it' }, /METRICS_TOKEN/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL/],
  ])('%o is rejected with a message that names it', (env, message) => {
    expect(() => readConfig(env as Record<string, string>)).toThrow(ConfigError)
    expect(() => readConfig(env as Record<string, string>)).toThrow(message)
  })

  test.each(['/', '#', '?', '//', '/#?'])('a password with an unescaped %s is not repeated', (character) => {
    for (const [name, scheme] of [
      ['DATABASE_URL', 'postgres'],
      ['SMTP_URL', 'smtp'],
    ] as const)
      for (const start of ['12', 'ab']) {
        const env = { [name]: `${scheme}://someone:${start}${character}34secret@127.0.0.1:1/x` }
        const error = errorOf(() => readConfig(env))
        expect(error).toBeInstanceOf(ConfigError)
        expect(error?.message).toMatch(new RegExp(`^${name} .*percent-encode`))
        expect(error?.message).not.toMatch(/secret|34|someone/)
      }
  })

  test.each(['smtp://127.0.0.1/34secret', 'smtp://127.0.0.1#34secret', 'smtp://user:12/34secret'])(
    'SMTP_URL with a path or a fragment, as in %s, is not repeated',
    (url) => {
      const error = errorOf(() => readConfig({ SMTP_URL: url }))
      expect(error?.message).toMatch(/^SMTP_URL must look like/)
    },
  )

  test('a percent-encoded password is taken', () => {
    const databaseUrl = 'postgres://someone:12%2F34%40@127.0.0.1:1/x?sslmode=disable'
    const smtpUrl = 'smtp://someone:12%2F34%23%3F@127.0.0.1:1/?tls=off'
    expect(readConfig({ DATABASE_URL: databaseUrl, SMTP_URL: smtpUrl })).toMatchObject({
      databaseUrl,
      smtpUrl,
    })
  })
})

function errorOf(work: () => unknown): Error | null {
  try {
    work()
    return null
  } catch (error) {
    return error as Error
  }
}

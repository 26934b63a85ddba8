// Starts that cannot succeed say why in one line.
import { createServer } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { root } from '../../server/root.ts'
import { scratchFolder } from '../support/backups.ts'
import { command, freePort, runToEnd, startServer } from '../support/server-process.ts'
import { ownApp } from '../support/start.ts'

const postgres = inject('postgres')
let DATA_DIR: string

beforeEach(async () => {
  DATA_DIR = join(await scratchFolder(), 'data')
})

const fail = (env: Record<string, string> = {}) => runToEnd({ DATA_DIR, ...env })
/** The one line of a start that failed. */
const oneLine = (message: RegExp) => ({
  code: 1,
  output: expect.stringMatching(new RegExp(`^Cannot start: [^\\n]*${message.source}[^\\n]*\\n$`)),
})

test('a build that is not whole is not started', async () => {
  const start = await runToEnd({}, command('scripts/run.mjs', join(DATA_DIR, 'main.js')))
  expect(start).toEqual(oneLine(/the build is missing or was cut off\. Run: npm run build/))
})

test('a start on a database of a newer version ends', async () => {
  const app = await ownApp()
  const future = sql`insert into kysely_migration values ('9999-future', '2099-01-01T00:00:00.000Z')`
  await future.execute(app.context.db)
  expect(await fail({ ...app.place })).toEqual(oneLine(/(DATA_DIR|DATABASE_URL) .*newer version/))
})

describe.runIf(postgres === null)('a start ends with one line because of', () => {
  test.each([
    ['a setting that cannot be', { LOG_LEVEL: 'loud' }, /LOG_LEVEL is "loud"/],
    ['an IP address of another machine', { HOST: '192.0.2.1' }, /HOST is "192\.0\.2\.1"/],
    ['a file as folder', { DATA_DIR: join(root, 'package.json') }, /DATA_DIR is .*ENOTDIR/],
    ['a file system that cannot be written', { DATA_DIR: '/sys/data' }, /DATA_DIR is \/sys\/data/],
  ])('%s', async (_, env, message) => expect(await fail(env)).toEqual(oneLine(message)))

  test('a port in use, before any email is sent', async () => {
    const port = await freePort()
    const other = createServer().listen(port, '127.0.0.1')
    onTestFinished(() => void other.close())
    const app = await ownApp()
    await app.register({})
    expect(await fail({ ...app.place, PORT: String(port) })).toEqual(oneLine(new RegExp(`PORT is ${port}`)))
    expect(await app.queuedMail()).toMatchObject([{ kind: 'verify', claim: null }])
  })

  test('a second process on one folder, without effect on the first, and a kill releases the lock', async () => {
    await using first = await startServer({ DATA_DIR })
    expect(await fail()).toEqual(oneLine(/DATA_DIR is .*another server process/))
    expect((await first.call('/readyz')).status).toBe(200)
    // Commands next to the server go on working.
    const admin = command('server/cli/admin.ts', 'second@example.com')
    expect(await runToEnd({ DATA_DIR }, admin)).toMatchObject({ code: 0 })
    await first.stop('SIGKILL')
    expect(await (await startServer({ DATA_DIR })).stop()).toBe(0)
  })

  test('a closed port of DATABASE_URL, after waiting ten seconds, without the password', async () => {
    const address = `127.0.0.1:${await freePort()}`
    const began = performance.now()
    const { code, output } = await fail({ DATABASE_URL: `postgres://someone:secret@${address}/portfolio` })
    expect(performance.now() - began).toBeLessThan(20_000)
    const [waiting = '', line, ...more] = output.split('\n')
    expect(JSON.parse(waiting).msg).toMatch(/DATABASE_URL .*waiting 10 seconds/)
    expect(line).toContain(`Cannot start: The database of DATABASE_URL (${address}/portfolio)`)
    expect([code, more]).toEqual([1, ['']])
    expect(output).not.toContain('secret')
  })
})

describe.runIf(postgres !== null)('a start on PostgreSQL', () => {
  test.each([
    ['a wrong password', { password: 'wrong' }, /password authentication failed/],
    ['an unknown database', { pathname: '/nowhere' }, /does not exist/],
    ['TLS, which it does not offer', { search: '?sslmode=require' }, /does not support SSL connections/],
    [
      'a file of certificates that is not there',
      { search: '?sslmode=verify-full&sslrootcert=/nowhere.pem' },
      /cannot be used .*\/nowhere\.pem/,
    ],
  ])('ends with one line because of %s', async (_, change, message) => {
    const url = Object.assign(new URL(`${postgres}/postgres`), change)
    const failed = await fail({ DATABASE_URL: url.href })
    expect(failed).toEqual(oneLine(new RegExp(`DATABASE_URL.*${message.source}`)))
    expect(failed.output).not.toContain('wrong')
  })

  test('that may lose what it has acknowledged names the settings, and goes on', async () => {
    const app = await ownApp()
    const url = app.context.config.databaseUrl ?? ''
    const name = sql.id(new URL(url).pathname.slice(1))
    await sql`alter database ${name} set synchronous_commit = off`.execute(app.context.db)
    const server = await startServer({ DATABASE_URL: url, DATA_DIR })
    await server.stop()
    // The server of these tests runs without fsync.
    const lines = server.logged('database.not-durable')
    expect(lines.map(({ settings }) => settings)).toEqual([['fsync', 'synchronous_commit']])
  })
})

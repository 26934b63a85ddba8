// Starts that cannot succeed say why in one line.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { freePort, root, spawnServer, startServer } from '../support/server-process.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'portfolio-test-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** @returns what a start that fails writes, and how many milliseconds it took. */
async function failedStart(env: Record<string, string>) {
  const began = performance.now()
  const server = await spawnServer({ DATA_DIR: join(folder, 'data'), DEMO_CONTENT: 'off', ...env })
  const code = await server.ended
  return { code, output: server.output(), ms: performance.now() - began }
}

const oneLine = (message: RegExp) => new RegExp(`^Cannot start: [^\\n]*${message.source}[^\\n]*\\n$`)

const runAdmin = async (env: Record<string, string>) => {
  const command = [process.execPath, join(root, 'server/cli/admin.ts'), 'second@example.com']
  const admin = await spawnServer({ DATA_DIR: join(folder, 'data'), ...env }, command)
  return { code: await admin.ended, output: admin.output() }
}

describe('a file that cannot be used names DATA_DIR and itself, whichever the database', () => {
  test('uploads that are a file', async () => {
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data/uploads'), '')
    const postgres = inject('postgres')
    const env: Record<string, string> = postgres ? { DATABASE_URL: `${postgres}/postgres` } : {}
    const { code, output } = await failedStart(env)
    expect(output).toMatch(oneLine(/DATA_DIR is .*data\/uploads\S* is a file .*move that file away/))
    expect(output).not.toContain('DATABASE_URL')
    expect(code).toBe(1)
  })
})

describe.runIf(inject('postgres') === null)('a start that fails', () => {
  test('a lock file that cannot be opened', async () => {
    await mkdir(join(folder, 'data/server.lock'), { recursive: true })
    const { output } = await failedStart({})
    expect(output).toMatch(oneLine(/DATA_DIR is .*server\.lock cannot be opened/))
    expect(output).not.toContain('portfolio.db')
  })

  test.each([
    ['a setting that cannot be', { LOG_LEVEL: 'loud' }, /LOG_LEVEL is "loud"/],
    [
      'a mode of TLS that does not exist',
      { DATABASE_URL: 'postgres://u:p@127.0.0.1/x?sslmode=wrong' },
      /sslmode in DATABASE_URL is "wrong"; it must be one of disable,/,
    ],
    ['an IP address of another machine', { HOST: '192.0.2.1' }, /HOST is "192\.0\.2\.1"/],
    ['a host name that does not exist', { HOST: 'nowhere.invalid' }, /HOST is "nowhere\.invalid"/],
    ['a file as folder', { DATA_DIR: join(root, 'package.json') }, /DATA_DIR is .* file/],
    ['a file system that cannot be written', { DATA_DIR: '/sys/data' }, /DATA_DIR is \/sys\/data/],
  ])('%s', async (_, env, message) => {
    const { code, output } = await failedStart(env)
    expect(output).toMatch(oneLine(message))
    expect(code).toBe(1)
  })

  test('a port in use', async () => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const { port } = other.address() as AddressInfo
    const { code, output } = await failedStart({ PORT: String(port) })
    other.close()
    expect(output).toMatch(oneLine(new RegExp(`PORT is ${port}`)))
    expect(code).toBe(1)
  })

  test('the port is opened once, after Home was rendered', async () => {
    const noteListening = `import { Server } from 'node:net'
      const { listen } = Server.prototype
      Server.prototype.listen = function (...args) { console.log('listening'); return listen.apply(this, args) }`
    const server = await startServer({
      DATA_DIR: join(folder, 'data'),
      LOG_LEVEL: 'debug',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(noteListening)}`,
    })
    await server.stop()
    expect(server.output().match(/^listening$/gm)).toHaveLength(1)
    const steps = server.output().match(/demo\.loaded|server\.ready|"path":"\/","status":200/g)
    expect(steps).toEqual(['demo.loaded', '"path":"/","status":200', 'server.ready'])
  })

  test('a database that is none', async () => {
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data/portfolio.db'), 'x'.repeat(5_000))
    expect((await failedStart({})).output).toMatch(oneLine(/DATA_DIR .*no SQLite database/))
  })

  test('a database of a newer version', async () => {
    const server = await startServer({ DATA_DIR: join(folder, 'data'), DEMO_CONTENT: 'off' })
    await server.stop()
    const database = new DatabaseSync(join(folder, 'data/portfolio.db'))
    database.exec("insert into kysely_migration values ('9999-future', '2099-01-01T00:00:00.000Z')")
    database.close()
    const { code, output } = await failedStart({})
    expect(output).toMatch(oneLine(/DATA_DIR .*newer version/))
    expect(code).toBe(1)
  })

  test('a second process on one folder, without effect on the first, and a kill releases the lock', async () => {
    const env = { DATA_DIR: join(folder, 'data'), DEMO_CONTENT: 'off' }
    const first = await startServer(env)
    const { code, output } = await failedStart(env)
    expect(output).toMatch(oneLine(/DATA_DIR is .*another server process/))
    expect(code).toBe(1)
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
    // Commands next to the server go on working.
    expect(await runAdmin(env)).toMatchObject({ code: 0 })
    await first.stop('SIGKILL')
    const next = await startServer(env)
    expect(await next.stop()).toBe(0)
  })

  test('the port of DATABASE_URL is closed', async () => {
    const port = await freePort()
    const { code, output, ms } = await failedStart({
      DATABASE_URL: `postgres://someone:secret@127.0.0.1:${port}/portfolio`,
    })
    const [waiting = '', line = '', ...more] = output.split('\n')
    expect(JSON.parse(waiting).msg).toMatch(/DATABASE_URL .*waiting 10 seconds/)
    expect(line).toMatch(/^Cannot start: The database of DATABASE_URL \(127\.0\.0\.1:\d+\/portfolio\)/)
    expect(more).toEqual([''])
    expect(output).not.toContain('secret')
    expect(code).toBe(1)
    expect(ms).toBeLessThan(20_000)
  })
})

describe.runIf(inject('postgres') !== null)('a start on PostgreSQL that fails', () => {
  test.each([
    ['a wrong password', { password: 'wrong' }, /user or the password/],
    ['an unknown database', { pathname: '/nowhere' }, /does not exist/],
    ['TLS, which it does not offer', { search: '?sslmode=require' }, /offers no TLS; take sslmode /],
    [
      'a file of certificates that is not there',
      { search: '?sslmode=verify-full&sslrootcert=/nowhere.pem' },
      /cannot be connected to .*\/nowhere\.pem/,
    ],
  ])('%s', async (_, change, message) => {
    const url = Object.assign(new URL(`${inject('postgres')}/postgres`), change)
    const { code, output } = await failedStart({ DATABASE_URL: url.href })
    expect(output).toMatch(oneLine(new RegExp(`DATABASE_URL.*${message.source}`)))
    expect(output).not.toContain('wrong')
    expect(code).toBe(1)
  })

  test('a database of a newer version', async () => {
    const app = await ownApp()
    await sql`insert into kysely_migration values ('9999-future', '2099-01-01T00:00:00.000Z')`.execute(
      app.context.db,
    )
    const { output } = await failedStart({ DATABASE_URL: app.context.config.databaseUrl ?? '' })
    expect(output).toMatch(oneLine(/DATABASE_URL .*newer version/))
  })
})

test.runIf(inject('postgres') !== null)(
  'a start on a PostgreSQL that may lose what it has acknowledged names the settings, and goes on',
  async () => {
    const app = await ownApp()
    const url = app.context.config.databaseUrl ?? ''
    await sql`alter database ${sql.id(new URL(url).pathname.slice(1))} set synchronous_commit = off`.execute(
      app.context.db,
    )
    const server = await startServer({ DATABASE_URL: url, DATA_DIR: folder, DEMO_CONTENT: 'off' })
    await server.stop()
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.includes('database.not-durable'))
    // The server of these tests runs without fsync.
    expect(lines.map((line) => JSON.parse(line).settings)).toEqual([['fsync', 'synchronous_commit']])
  },
)

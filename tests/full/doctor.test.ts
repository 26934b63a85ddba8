// What npm run doctor says of settings, database, disk, email and backups, beside a server and without one.
import { once } from 'node:events'
import { open, readdir, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { lockDataDir } from '../../server/data-dir.ts'
import { writeSetting } from '../../server/db/settings.ts'
import { scratchFolder } from '../support/backups.ts'
import { startSmtpPeer } from '../support/peers/smtp-peer.ts'
import { command, freePort, runToEnd } from '../support/server-process.ts'
import { ownApp } from '../support/start.ts'

const postgres = inject('postgres')

/** An app, and its settings for a command next to it. */
async function running(settings: Record<string, string> = {}) {
  const app = await ownApp(settings)
  const { dataDir, port } = app.context.config
  const env = { ...app.place, PORT: String(port), PUBLIC_URL: app.url, ...settings }
  return { app, dataDir, env }
}

/** @returns its exit code, its output, and the lines of it that name a problem */
async function doctor(env: Record<string, string>) {
  const { code, output } = await runToEnd(env, command('server/cli/doctor.ts'))
  const lines = output.trimEnd().split('\n')
  for (const line of lines) expect(line).toMatch(/^(ok {5}|PROBLEM) [A-Z][A-Za-z_]+: \S.*$/)
  // The PostgreSQL of the tests runs without fsync, which is what the doctor says.
  const problems = lines.filter((line) => /^PROBLEM(?!.*fsync of PostgreSQL is off)/.test(line))
  return { code, output, problems }
}

async function expectProblems(env: Record<string, string>, ...problems: RegExp[]) {
  const found = await doctor(env)
  expect(found.problems).toEqual(problems.map((problem) => expect.stringMatching(problem)))
  expect(found.output).not.toContain('geheim')
  return found.output
}

test('an installation in order has no problem while the server runs and holds its lock; nothing is changed', async () => {
  const { app, dataDir, env } = await running()
  if (!postgres) onTestFinished(lockDataDir(dataDir))
  const contents = async () => [
    (await readdir(dataDir, { recursive: true })).toSorted(),
    await app.context.db.selectFrom('settings').selectAll().orderBy('name').execute(),
  ]
  const before = await contents()
  const { code, output, problems } = await doctor(env)
  expect(problems).toEqual([])
  // Nothing is wrong but that the PostgreSQL of the tests runs without fsync.
  expect(code).toBe(postgres ? 1 : 0)
  expect(output.includes('PROBLEM Durability: fsync of PostgreSQL is off')).toBe(postgres !== null)
  expect(output).toContain(`ok      PUBLIC_URL: ${app.url} responds`)
  // On SQLite writing is tried with the disk, where it needs space.
  expect(output).toMatch(postgres ? / responds and can be written$/m : /^ok {6}Database: .* responds$/m)
  expect(output).toMatch(/^ok {6}Clock: agrees with .*PUBLIC_URL$/m)
  expect(output).toMatch(/^ok {6}Mail: SMTP_URL is not set/m)
  expect(await contents()).toEqual(before)
})

test('before the first start nothing is created, and nothing else is checked where the settings cannot be read', async () => {
  const folder = await scratchFolder()
  const env = { DATA_DIR: join(folder, 'none'), PORT: String(await freePort()) }
  const { problems } = await doctor(env)
  expect(problems[0]).toMatch(/Settings: PUBLIC_URL is not set/)
  expect(problems[1]).toMatch(/Disk: DATA_DIR is .*none, which is missing; start the server once/)
  const unreadable = { ...env, SMTP_URL: 'smtp://me:geheim@' }
  expect(await expectProblems(unreadable, /^PROBLEM Settings: SMTP_URL /)).toMatch(/^[^\n]*\n$/)
  expect(await readdir(folder)).toEqual([])
})

test('a problem: passwords that can be guessed, and backups into a folder whose disk is not mounted', async () => {
  const { app, env } = await running()
  const BACKUP_DIR = join(await scratchFolder(), 'disk', 'backups')
  await writeSetting(app.context.db, 'backup-schedule', '{"interval":"daily"}')
  await expectProblems(
    { ...env, THROTTLE: 'off', BACKUP_DIR },
    /Settings: THROTTLE is off.*remove it/,
    /Backups: .* cannot be written \(ENOENT\): mount its disk, .*or correct BACKUP_DIR\.$/,
  )
})

test('a problem: a database that is away or none, or without tables', async () => {
  const PORT = String(await freePort())
  const DATA_DIR = await scratchFolder()
  const own: Record<string, string> = { DATA_DIR, PORT, PUBLIC_URL: `http://127.0.0.1:${PORT}` }
  if (postgres) own.DATABASE_URL = postgres.replace(/\/\/[^@]*@/, '//postgres:geheim@').concat('/not-there')
  else await writeFile(join(DATA_DIR, 'portfolio.db'), 'x'.repeat(5_000))
  const broken = postgres
    ? /Database: The database of DATABASE_URL \(.*(does not exist|authentication failed)/
    : /Database: The database in DATA_DIR .* is damaged \(file is not a database\)/
  // Mail is checked all the same.
  expect(await expectProblems(own, broken)).toMatch(/^ok {6}Mail: SMTP_URL is not set/m)
  const { app, env } = await running()
  await app.context.db.schema.dropTable('kysely_migration').execute()
  await expectProblems(env, /Database: .* has no tables of this product; start the server/)
})

test.runIf(postgres === null)(
  'a problem: a database with a damaged page, which is opened like any other',
  async () => {
    const { app, env } = await running()
    const DATA_DIR = await scratchFolder()
    const copy = join(DATA_DIR, 'portfolio.db')
    await sql`vacuum into ${copy}`.execute(app.context.db)
    await using file = await open(copy, 'r+')
    const { size } = await file.stat()
    await file.write(Buffer.alloc(4_096), 0, 4_096, size - 4_096)
    await expectProblems({ ...env, DATA_DIR }, /Database: .* is damaged \(.*\); stop the server, move/)
  },
)

test('a problem: a mail server that rejects the login; no email is sent', async () => {
  const peer = await startSmtpPeer()
  onTestFinished(peer.stop)
  const { env } = await running()
  const own = { ...env, SMTP_URL: `smtp://me:geheim@127.0.0.1:${peer.port}` }
  const accepted = /^ok {6}Mail: the mail server accepts the connection and the login$/m
  expect(await expectProblems(own)).toMatch(accepted)
  peer.rejects.set('login', '535 5.7.8 Wrong password geheim')
  await expectProblems(own, /Mail: the mail server .*\(.*Wrong password \[secret\]\); correct SMTP_URL/)
  expect(peer.emails).toEqual([])
})

test('a problem: emails that wait after a failure, and an owner whose address was rejected', async () => {
  const { app, env } = await running()
  await app.register({ email: 'ada@example.com' })
  const waiting = { attempts: 1, due_at: '9999', error: 'The greeting never came' }
  await app.context.db.updateTable('jobs').set(waiting).where('queue', '=', 'mail').execute()
  await expectProblems(env, /Queue: emails wait: The greeting never came \(1 email waits/)
  await app.context.db.deleteFrom('jobs').where('queue', '=', 'mail').execute()
  const rejected = { recipient: 'owner@example.com', error: '550 No such user.' }
  await writeSetting(app.context.db, 'mail-rejected', JSON.stringify(rejected), 'states')
  await expectProblems(
    { ...env, OWNER_EMAIL: rejected.recipient },
    /Queue: owner@example.com is not notified of new messages: 550 No such user; correct that address, or/,
  )
})

test('a problem: PUBLIC_URL where another program responds, or one that redirects or has another time, or nothing', async () => {
  const { env } = await running()
  const expectAt = async (respond: RequestListener | null, problem: RegExp) => {
    const port = await freePort()
    const server = createServer(respond ?? undefined)
    if (respond) await once(server.listen(port, '127.0.0.1'), 'listening')
    await expectProblems({ ...env, PUBLIC_URL: `http://127.0.0.1:${port}` }, problem)
    server.closeAllConnections()
    server.close()
  }
  await expectAt((_, response) => response.end('hello'), /another program responds .* let the proxy/)
  await expectAt(
    (_, response) => response.writeHead(301, { Location: 'https://www.example.com/healthz?a=b' }).end(),
    /redirects to https:\/\/www\.example\.com; set PUBLIC_URL/,
  )
  await expectAt(null, /does not respond \(.*ECONNREFUSED.*\) although the server runs/)
  await expectAt((_, response) => {
    response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString())
    response.end('{"status":"ok"}')
  }, /Clock: this clock is 60\d seconds ahead of that of PUBLIC_URL/)
})

test('a problem: a proxy that is not trusted, or names no client', async () => {
  const { app, env } = await running({ TRUST_PROXY: '1' })
  expect(await expectProblems(env)).toContain('Proxy: not checked: no admin has signed in yet')
  await app.addUser({ email: 'ada@example.com', admin: true })
  await app.logIn('ada@example.com')
  await expectProblems(env, /Proxy: the last sign-in .* let the proxy set X-Forwarded-For/)
  app.pass(1000)
  await app.logIn('ada@example.com', undefined, { 'x-forwarded-for': '192.0.2.7' })
  expect(await expectProblems(env)).toMatch(/^ok {6}Proxy: .* came from 192\.0\.2\.7/m)
  const https = await doctor({ ...env, TRUST_PROXY: '', PUBLIC_URL: 'https://127.0.0.1:1' })
  expect(https.problems.join('\n')).toMatch(/Proxy: PUBLIC_URL is https but TRUST_PROXY is off/)
})

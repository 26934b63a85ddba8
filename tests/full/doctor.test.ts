import { once } from 'node:events'
import { mkdir, readdir, rename, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { lockDataDir } from '../../server/data-dir.ts'
import { writeSetting } from '../../server/db/settings.ts'
import { scratchFolder } from '../support/backups.ts'
import { logIn } from '../support/calls.ts'
import { doctor, settingsOf } from '../support/doctor.ts'
import { queueMail } from '../support/evidence.ts'
import { startSmtpPeer } from '../support/peers/smtp-peer.ts'
import { png } from '../support/sample-images.ts'
import { freePort } from '../support/server-process.ts'
import { ownApps } from '../support/start.ts'

const postgres = inject('postgres')
const ownApp = ownApps()

async function running(settings: Record<string, string> = {}) {
  const app = await ownApp(settings)
  return { app, ...(await settingsOf(app)) }
}

/** A server for the time of the test. @returns its URL */
async function listening(handler: RequestListener): Promise<string> {
  const server = createServer(handler).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

describe('an installation in order', () => {
  test('has no problem while the server runs and holds its lock; nothing is changed', async () => {
    const { app, env } = await running()
    if (!postgres) onTestFinished(lockDataDir(env.DATA_DIR ?? ''))
    const contents = async () => [
      (await readdir(env.DATA_DIR ?? '', { recursive: true })).toSorted(),
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
})

describe('settings', () => {
  test('that cannot be read: nothing else is checked, and no credential is printed', async () => {
    const { code, output } = await doctor({ DATA_DIR: await scratchFolder(), SMTP_URL: 'smtp://me:geheim@' })
    expect([code, output]).toEqual([1, expect.stringMatching(/^PROBLEM Settings: SMTP_URL [^\n]*\n$/)])
    expect(output).not.toContain('geheim')
  })

  test('without PUBLIC_URL, and no database yet: nothing is created', async () => {
    const folder = await scratchFolder()
    const { problems } = await doctor({ PORT: String(await freePort()), DATA_DIR: join(folder, 'none') })
    expect(problems[0]).toMatch(/Settings: PUBLIC_URL is not set/)
    expect(problems[1]).toMatch(/Disk: DATA_DIR is .*none, which is missing; start the server once/)
    expect(await readdir(folder)).toEqual([])
  })

  test('that let passwords be guessed are a problem', async () => {
    const { env } = await running()
    expect((await doctor({ ...env, THROTTLE: 'off' })).problems).toEqual([
      expect.stringMatching(/Settings: THROTTLE is off.*remove it/),
    ])
  })
})

describe('the database', () => {
  test('away or none: mail is checked all the same, and its password is not printed', async () => {
    const port = String(await freePort())
    const DATA_DIR = await scratchFolder()
    const own: Record<string, string> = { DATA_DIR, PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` }
    if (postgres) own.DATABASE_URL = postgres.replace(/\/\/[^@]*@/, '//postgres:geheim@').concat('/not-there')
    else await writeFile(join(DATA_DIR, 'portfolio.db'), 'x'.repeat(5_000))
    const { output, problems } = await doctor(own)
    expect(problems).toEqual([
      expect.stringMatching(
        postgres
          ? /Database: The database of DATABASE_URL \(.*(does not exist; create it|rejects the user)/
          : /Database: The database in DATA_DIR .* is damaged or no SQLite database/,
      ),
    ])
    expect(output).toMatch(/^ok {6}Mail: SMTP_URL is not set/m)
    expect(output).not.toContain('geheim')
  })

  test('without tables is a problem', async () => {
    const { app, env } = await running()
    await app.context.db.schema.dropTable('kysely_migration').execute()
    expect((await doctor(env)).problems).toEqual([
      expect.stringMatching(/Database: .* has no tables of this product; start the server/),
    ])
  })
})

test('a restore that was cut off is run again: the database is not looked at, and no line says to start the server', async () => {
  const { env } = await running()
  await mkdir(join(env.DATA_DIR ?? '', 'restore.tmp'))
  const { code, output, problems } = await doctor(env)
  expect([code, problems]).toEqual([
    1,
    [expect.stringMatching(/Disk: a restore into \S+ was cut off, or is under way; run it again to its end/)],
  ])
  expect(output).not.toContain('Database:')
  const empty = await scratchFolder()
  await mkdir(join(empty, 'restore.tmp'))
  expect((await doctor({ ...env, DATA_DIR: empty })).problems).toEqual(
    problems.map(() => expect.stringMatching(/Disk: a restore/)),
  )
})

test('uploads that are missing are a problem', async () => {
  const { app, env } = await running()
  await app.asUser()
  const avatar = await app.context.images.store(new Uint8Array(await (await png()).arrayBuffer()), 'avatar')
  await app.context.images.settled()
  await app.context.db.updateTable('users').set({ avatar }).execute()
  await rename(join(env.DATA_DIR ?? '', 'uploads'), join(await scratchFolder(), 'moved'))
  expect((await doctor(env)).problems).toEqual([
    expect.stringMatching(/Storage: .*uploads is not the one of this database: .* Mount or restore it/),
  ])
})

describe('mail', () => {
  test('whose login is accepted is in order, and rejected a problem; no email is sent, and no password printed', async () => {
    const peer = await startSmtpPeer({ login: true })
    onTestFinished(() => peer.stop())
    const { env } = await running()
    const SMTP_URL = `smtp://me:geheim@127.0.0.1:${peer.port}`
    const right = await doctor({ ...env, SMTP_URL })
    expect(right.output).toMatch(/^ok {6}Mail: the mail server accepts the connection and the login$/m)
    peer.rejects.login = '535 5.7.8 Wrong password geheim'
    const { output, problems } = await doctor({ ...env, SMTP_URL })
    expect(problems).toEqual([
      expect.stringMatching(/Mail: the mail server .*\(.*Wrong password \[secret\]\); correct SMTP_URL/),
    ])
    expect(output).not.toContain('geheim')
    expect(peer.emails).toEqual([])
  })

  test('that waits after a failure is a problem, with the reason', async () => {
    const { app, env } = await running()
    await app.stopMail()
    await queueMail(app, ['ada@example.com'])
    await app.context.db
      .updateTable('jobs')
      .set({ attempts: 1, due_at: '9999', error: 'The greeting never came' })
      .where('queue', '=', 'mail')
      .execute()
    expect((await doctor(env)).problems).toEqual([
      expect.stringMatching(/Queue: emails wait: The greeting never came \(1 email waits/),
    ])
  })

  test('that the owner did not get, because the address was rejected, is a problem', async () => {
    const { app, env } = await running()
    const rejected = { recipient: 'owner@example.com', error: '550 No such user.' }
    await writeSetting(app.context.db, 'mail-rejected', JSON.stringify(rejected), 'states')
    expect((await doctor({ ...env, OWNER_EMAIL: rejected.recipient })).problems).toEqual([
      'PROBLEM Queue: owner@example.com is not notified of new messages: 550 No such user; correct that address, or the mail server.',
    ])
  })
})

test('PUBLIC_URL where another program responds, or one that redirects or has another time, or nothing, is a problem', async () => {
  const { env, port } = await running()
  const problemsAt = async (PUBLIC_URL: string) => (await doctor({ ...env, PUBLIC_URL })).problems
  const other = await listening((_, response) => response.end('hello'))
  expect(await problemsAt(other)).toEqual([
    expect.stringMatching(/another program responds .* let the proxy/),
  ])
  const redirect = await listening((_, response) =>
    response.writeHead(301, { Location: 'https://www.example.com/healthz?a=b' }).end(),
  )
  expect(await problemsAt(redirect)).toEqual([
    expect.stringMatching(/redirects to https:\/\/www\.example\.com; set PUBLIC_URL/),
  ])
  expect(await problemsAt(`http://127.0.0.1:${port}`)).toEqual([
    expect.stringMatching(/does not respond \(.*ECONNREFUSED.*\) although the server runs/),
  ])
  const late = await listening((_, response) => {
    response.setHeader('Date', new Date(Date.now() - 600_000).toUTCString())
    response.end('{"status":"ok"}')
  })
  expect(await problemsAt(late)).toEqual([
    expect.stringMatching(/Clock: this clock is 60\d seconds ahead of that of PUBLIC_URL/),
  ])
})

test('a proxy that is not trusted, or names no client, is a problem', async () => {
  const { app, env } = await running({ TRUST_PROXY: '1' })
  const trusted = { ...env, TRUST_PROXY: '1' }
  expect((await doctor(trusted)).output).toContain('Proxy: not checked: no admin has signed in yet')
  await app.addUser({ email: 'ada@example.com', admin: true })
  await logIn(app, 'ada@example.com')
  expect((await doctor(trusted)).problems).toEqual([
    expect.stringMatching(/Proxy: the last sign-in .* let the proxy set X-Forwarded-For/),
  ])
  app.pass(1000)
  await logIn(app, 'ada@example.com', undefined, { 'x-forwarded-for': '192.0.2.7' })
  expect((await doctor(trusted)).output).toMatch(/^ok {6}Proxy: .* came from 192\.0\.2\.7/m)
  const https = await doctor({ ...env, PUBLIC_URL: 'https://127.0.0.1:1' })
  expect(https.problems.join('\n')).toMatch(/Proxy: PUBLIC_URL is https but TRUST_PROXY is off/)
})

test('backups into a folder whose disk is not mounted are a problem', async () => {
  const { app, env } = await running()
  const BACKUP_DIR = join(await scratchFolder(), 'disk', 'backups')
  await app.context.db
    .insertInto('settings')
    .values({ name: 'backup-schedule', value: '{"interval":"daily"}' })
    .execute()
  expect((await doctor({ ...env, BACKUP_DIR })).problems).toEqual([
    `PROBLEM Backups: The folder above ${BACKUP_DIR} is missing: mount its disk, or correct BACKUP_DIR.`,
  ])
})

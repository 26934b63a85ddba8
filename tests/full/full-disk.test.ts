// A full disk: writes are rejected with 507, reading goes on, and the server recovers by itself.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openPostgres, openSqlite } from '../../server/db/connect.ts'
import { scratchFolder } from '../support/backups.ts'
import { startPostgres } from '../support/peers/postgres.ts'
import { mountSmallDisk } from '../support/peers/small-disk.ts'
import { admin, adminSettings, runToEnd, startServer } from '../support/server-process.ts'

const MiB = 1024 * 1024

async function onPostgres(folder: string) {
  const flags = ['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB']
  const { url, server } = await startPostgres(folder, flags)
  onTestFinished(() => server.stop())
  const DATABASE_URL = `${url}/postgres`
  const env = { DATA_DIR: await scratchFolder(), DATABASE_URL }
  return { env, open: () => openPostgres(DATABASE_URL, () => {}) }
}

async function onSqlite(folder: string) {
  const DATA_DIR = join(folder, 'data')
  return { env: { DATA_DIR }, open: () => openSqlite(join(DATA_DIR, 'portfolio.db')) }
}

test.for([
  ['SQLite', 8 * MiB, onSqlite],
  ['PostgreSQL', 200 * MiB, onPostgres],
] as const)(
  'the disk of %s: writes get 507, reading goes on, and the server recovers by itself',
  async ([name, size, databaseOn], { skip }) => {
    const disk = mountSmallDisk(await scratchFolder(), size, skip)
    const { env, open } = await databaseOn(disk.path)
    await using server = await startServer({ THROTTLE: 'off', ...adminSettings, ...env })
    const { cookie } = await server.call('/login', { json: admin })
    const read = (path: string) => server.call(path, { cookie, headers: { accept: 'application/json' } })
    let number = 0
    const contact = () => {
      const message = `${number++} ${'x'.repeat(4_500)}`
      return server.call('/contacts', { json: { name: 'Mona', email: 'mona@example.com', message } })
    }
    for (let sent = 0; sent < 20; sent++) expect((await contact()).status).toBe(201)
    const ids = (await read('/contacts')).body.contacts.map(({ id }: { id: string }) => id)
    // Every session is due to be renewed, which is a write.
    const db = open()
    const expires_at = new Date(Date.now() + 24 * 60 * 60_000).toISOString()
    await db.updateTable('sessions').set({ expires_at }).execute()
    await db.destroy()

    const ballast = disk.fill()
    // What lay free inside the database's own files is used up first.
    let result = await contact()
    for (let tries = 0; result.status === 201 && tries < 5_000; tries++) result = await contact()
    const noSpace = { status: 507, body: { success: false, message: expect.stringMatching(/no space/) } }
    expect(result).toMatchObject(noSpace)
    // Rows of other tables may still fit into pages of PostgreSQL.
    const smaller = name === 'SQLite' ? ['/login', '/contacts/bulk-delete', '/api/settings/test-mail'] : []
    for (const path of smaller) {
      const response = await server.call(path, { json: { ids, ...admin }, cookie })
      expect([path, response]).toMatchObject([path, noSpace])
    }
    const notReady = { status: 503, body: { status: 'not ready', reason: 'disk-full' } }
    expect(await read('/readyz')).toMatchObject(notReady)
    expect((await read('/check-auth')).body).toMatchObject({ isAuthenticated: true })
    const pages = ['/', '/portfolio', '/getportfolio/public?search=x', '/contacts', '/dashboard', '/healthz']
    for (const path of pages) expect((await read(path)).status, path).toBe(200)
    // Exports would be recorded: now the log alone has them.
    for (const path of ['/contacts/export-csv', '/api/admin/activity/export-csv'])
      expect(await read(path), path).toMatchObject({ status: 200, body: expect.stringMatching(/./) })
    expect(server.logged('audit.not-recorded').length > 0).toBe(smaller.length > 0)

    await rm(ballast)
    await expect.poll(async () => (await contact()).status, { timeout: 5_000 }).toBe(201)
    expect((await server.call('/login', { json: admin })).status).toBe(200)
    expect((await server.call('/contacts/bulk-delete', { json: { ids }, cookie })).status).toBe(200)
    await expect.poll(async () => (await read('/readyz')).status, { timeout: 5_000 }).toBe(200)
    expect(server.output()).not.toContain('uncaught error')
  },
)

test('a start on a full disk says so in one line, and succeeds with space', async ({ skip }) => {
  const disk = mountSmallDisk(await scratchFolder(), 8 * MiB, skip)
  const env = { DATA_DIR: join(disk.path, 'data') }
  // A clean stop leaves the database without the files that SQLite needs while it is open.
  await (await startServer(env)).stop()
  const ballast = disk.fill()
  expect(await runToEnd(env)).toEqual({
    code: 1,
    output: expect.stringMatching(
      /^Cannot start: The database in DATA_DIR [^\n]*(?:disk I\/O error|disk is full)[^\n]*space[^\n]*\n$/,
    ),
  })
  await rm(ballast)
  expect(await (await startServer(env)).stop()).toBe(0)
})

// A full disk, on SQLite: writes are rejected with 507, reading goes on, and the server recovers by itself.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { mountSmallDisk, type SmallDisk } from '../support/peers/small-disk.ts'
import { type ServerProcess, spawnServer, startServer } from '../support/server-process.ts'
import { password } from '../support/start.ts'

const MiB = 1024 * 1024

const disk: SmallDisk | null = inject('postgres') === null ? await mountSmallDisk(8 * MiB) : null

describe.runIf(inject('postgres') === null)('a full disk', () => {
  let server: ServerProcess
  let cookie: string

  beforeAll(async () => {
    if (!disk) return
    server = await startServer({
      DATA_DIR: join(disk.path, 'data'),
      DEMO_CONTENT: 'off',
      THROTTLE: 'off',
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: password,
    })
    const result = await logIn()
    cookie = result.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  })
  afterAll(async () => {
    await server?.stop()
    await disk?.unmount()
  })

  const post = (path: string, json: unknown, as = cookie ?? '') =>
    fetch(`${server.url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Mozilla/5.0',
        origin: server.url,
        cookie: as,
      },
      body: JSON.stringify(json),
    })
  const logIn = () => post('/login', { email: 'admin@example.com', password }, '')
  const read = (path: string) =>
    fetch(`${server.url}${path}`, { headers: { cookie, accept: 'application/json' } })
  let number = 0
  const contact = () =>
    post('/contacts', {
      name: 'Mona',
      email: 'mona@example.com',
      subject: 'Hello',
      message: `${number++} ${'x'.repeat(4_000)}`,
    })

  test('writes get 507, reading goes on, and the server recovers by itself', async ({ skip }) => {
    if (!disk) return skip('mounting a small disk is not permitted here')
    for (let sent = 0; sent < 2; sent++) expect((await contact()).status).toBe(201)
    const { contacts } = (await (await read('/contacts')).json()) as { contacts: { id: string }[] }
    const ids = contacts.map(({ id }) => id)

    // Every session is due to be renewed, which is a write.
    const database = new DatabaseSync(join(disk.path, 'data/portfolio.db'), { timeout: 5_000 })
    database
      .prepare('update sessions set expires_at = ?')
      .run(new Date(Date.now() + 24 * 60 * 60_000).toISOString())
    database.close()

    const file = await disk.fill()
    // What lay free inside the database's own files is used up first.
    let result = await contact()
    for (let tries = 0; result.status === 201 && tries < 200; tries++) result = await contact()
    for (const failing of [
      result,
      await contact(),
      await logIn(),
      await post('/contacts/bulk-delete', { ids }),
      await fetch(`${server.url}/api/settings/test-mail`, { method: 'POST', headers: { cookie } }),
    ]) {
      expect(failing.status, failing.url).toBe(507)
      expect(await failing.json()).toMatchObject({
        success: false,
        message: expect.stringMatching(/no space/),
      })
    }
    const ready = await read('/readyz')
    expect(ready.status).toBe(503)
    expect(await ready.json()).toEqual({ status: 'not ready', reason: 'disk-full' })
    expect(await (await read('/check-auth')).json()).toMatchObject({ isAuthenticated: true })
    for (const path of ['/', '/portfolio', '/contacts', '/get-portfolios', '/dashboard', '/healthz'])
      expect((await read(path)).status, path).toBe(200)
    // Exports would be recorded: now the log alone has them.
    for (const path of ['/contacts/export-csv', '/api/admin/activity/export-csv']) {
      const response = await read(path)
      expect([path, response.status, (await response.text()).length > 0]).toEqual([path, 200, true])
    }
    expect(server.output()).toContain('"event":"audit.not-recorded"')

    await rm(file)
    await expect.poll(async () => (await contact()).status).toBe(201)
    expect((await logIn()).status).toBe(200)
    expect((await post('/contacts/bulk-delete', { ids })).status).toBe(200)
    await expect.poll(async () => (await read('/readyz')).status, { timeout: 3_000 }).toBe(200)
    expect(server.output()).not.toContain('uncaught error')
  })
})

test.runIf(inject('postgres') === null)(
  'a start on a full disk says so in one line, and succeeds when there is space again',
  async ({ skip }) => {
    const small = await mountSmallDisk(8 * MiB)
    if (!small) return skip('mounting a small disk is not permitted here')
    try {
      const env = { DATA_DIR: join(small.path, 'data'), DEMO_CONTENT: 'off' }
      // A clean stop leaves the database without the files that SQLite needs while it is open.
      await (await startServer(env)).stop()
      const file = await small.fill()
      const failing = await spawnServer(env)
      expect(await failing.ended, failing.output()).toBe(1)
      expect(failing.output()).toMatch(
        /^Cannot start: The database in DATA_DIR [^\n]* no space left[^\n]*\n$/,
      )
      await rm(file)
      expect(await (await startServer(env)).stop()).toBe(0)
    } finally {
      await small.unmount()
    }
  },
)

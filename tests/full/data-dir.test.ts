// DATA_DIR and the SQLite database in it, changed by somebody else: locked, moved, lost or closed to the server's user. Nothing
// is written where it would be lost.
import { existsSync } from 'node:fs'
import { access, chmod, chown, copyFile, mkdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { scratchFolder } from '../support/backups.ts'
import { callsOf, goodMessage } from '../support/calls.ts'
import type { Sent } from '../support/request.ts'
import { command, runToEnd, startServer } from '../support/server-process.ts'
import { ownApp, type Running } from '../support/start.ts'

/** Root may read and write everywhere: as root the server runs as another user. */
const isRoot = process.getuid?.() === 0
const user = 54_321
const setpriv = '/usr/bin/setpriv'
const launcher = command('scripts/run.mjs', 'build/main.js')
const asUser = isRoot
  ? [setpriv, `--reuid=${user}`, `--regid=${user}`, '--clear-groups', ...launcher]
  : launcher
const canBeUser = !isRoot || existsSync(setpriv)

let number = 0
const contact = (): [string, Sent] => [
  '/contacts',
  { json: { ...goodMessage, message: `Message ${number++}.` } },
]
const reads = ['/healthz', '/getportfolio/public', '/check-auth', '/contacts']

test('a database that another process has locked holds up no read, and a write for five seconds at most; what waits when it is released is stored', async () => {
  const app = await ownApp({ LOG_LEVEL: 'silent' })
  const cookie = await app.asAdmin()
  const other = new DatabaseSync(join(app.context.config.dataDir, 'portfolio.db'))
  onTestFinished(() => other.close())
  const send = async ([path, sent]: [string, Sent]) => {
    const began = performance.now()
    const { status, headers } = await app.send(path, sent)
    return { path, status, retryAfter: headers.has('retry-after'), ms: performance.now() - began }
  }
  for (const path of reads) expect((await send([path, { cookie }])).status, path).toBe(200)
  other.exec('begin immediate')
  // Transactions, and statements that are none.
  const writes: [string, Sent][] = [
    ...Array.from({ length: 20 }, contact),
    ['/logout', { method: 'POST', cookie }],
  ]
  let waiting = true
  const responding = Promise.all(writes.map(send)).finally(() => {
    waiting = false
  })
  let rounds = 0
  // What a busy machine adds is seen at what waits for nothing.
  let slowest = 0
  while (waiting) {
    for (const path of reads) {
      const { status, ms } = await send([path, { cookie }])
      expect(status, path).toBe(200)
      slowest = Math.max(slowest, ms)
    }
    rounds++
  }
  for (const { ms, ...response } of await responding) {
    expect(response).toEqual({ path: response.path, status: 503, retryAfter: true })
    expect(ms - slowest, response.path).toBeLessThan(5_000)
  }
  // The server went on responding while the writes waited.
  expect(rounds).toBeGreaterThan(5)

  const stored = Promise.all(Array.from({ length: 5 }, () => send(contact())))
  // A few round trips, so that they have met the lock.
  for (let round = 0; round < 5; round++) await send(['/check-auth', { cookie }])
  other.exec('rollback')
  expect((await stored).map(({ status }) => status)).toEqual([201, 201, 201, 201, 201])
})

const write = (app: Running) => app.json('/contacts', { json: goodMessage })
const readyz = (app: Running) => expect.poll(() => app.json('/readyz'), { timeout: 3_000 })
const notReady = { status: 503, body: { status: 'not ready', reason: 'storage' } }
const rejected = {
  status: 503,
  body: { code: 'unavailable', message: expect.stringMatching(/Nothing was changed/) },
}

test('DATA_DIR under a running server moved away, or replaced by a copy: writes are rejected, reading goes on, nothing is made in its place; moved back: all is well', async () => {
  const app = await ownApp()
  const cookie = await app.asAdmin()
  const { dataDir } = app.context.config
  const away = `${dataDir}-moved`
  expect(await write(app)).toMatchObject({ status: 201 })
  await rename(dataDir, away)
  try {
    expect(await write(app)).toMatchObject(rejected)
    const { add } = callsOf(() => ({ app, cookie })).projects
    expect(await add({ status: 'published' })).toMatchObject(rejected)
    await readyz(app).toMatchObject(notReady)
    expect((await app.json('/contacts', { cookie })).body.contacts).toHaveLength(1)
    await expect(access(dataDir)).rejects.toThrow('ENOENT')
    // Writes to the original would be lost with it.
    await mkdir(dataDir)
    await copyFile(join(away, 'portfolio.db'), join(dataDir, 'portfolio.db'))
    expect(await write(app)).toMatchObject(rejected)
    await readyz(app).toMatchObject(notReady)
  } finally {
    await rm(dataDir, { recursive: true, force: true })
    await rename(away, dataDir)
  }
  await readyz(app).toMatchObject({ status: 200 })
  expect(await write(app)).toMatchObject({ status: 201 })
})

test.runIf(canBeUser)(
  'DATA_DIR under a running server not writable: not ready until it is, and a start fails in one line',
  async () => {
    const folder = await scratchFolder()
    if (isRoot) await chown(folder, user, user)
    await using server = await startServer({ DATA_DIR: folder }, asUser)
    const uploads = join(folder, 'uploads')
    const ready = async () => (await server.call('/readyz')).body
    for (const [path, mode] of [
      [uploads, 0o500],
      [uploads, 0],
      [join(uploads, '.installation-id'), 0],
      [folder, 0o500],
    ] as const) {
      await chmod(path, mode)
      await expect.poll(ready).toEqual({ status: 'not ready', reason: 'storage' })
      await chmod(path, 0o700)
      await expect.poll(ready).toEqual({ status: 'ready' })
    }
    expect(await server.stop()).toBe(0)
    await chmod(uploads, 0o500)
    expect(await runToEnd({ DATA_DIR: folder }, asUser)).toEqual({
      code: 1,
      output: expect.stringMatching(/^Cannot start: DATA_DIR is [^\n]*EACCES[^\n]*uploads[^\n]*\n$/),
    })
  },
)

// SQLite would delete the write-ahead log, which holds messages.
test('after a kill a start or npm run admin whose portfolio.db was moved away, or is empty as a copy to a full disk leaves it, is rejected and loses nothing', async () => {
  const folder = await scratchFolder()
  const server = await startServer({ DATA_DIR: folder })
  const json = { ...goodMessage, message: 'Please call.' }
  expect((await server.call('/contacts', { json })).status).toBe(201)
  await server.stop('SIGKILL')
  await rename(join(folder, 'portfolio.db'), join(folder, 'away.db'))
  const admin = command('server/cli/admin.ts', 'second@example.com')
  for (const state of ['missing', 'empty']) {
    if (state === 'empty') await writeFile(join(folder, 'portfolio.db'), '')
    for (const started of [launcher, admin])
      expect(await runToEnd({ DATA_DIR: folder }, started)).toEqual({
        code: 1,
        output: expect.stringMatching(
          /^(?:Cannot start: )?DATA_DIR is [^\n]*portfolio\.db is missing or empty [^\n]*Move portfolio\.db back[^\n]*\n$/,
        ),
      })
  }
  await rename(join(folder, 'away.db'), join(folder, 'portfolio.db'))
  await (await startServer({ DATA_DIR: folder })).stop()
  using database = new DatabaseSync(join(folder, 'portfolio.db'))
  expect(database.prepare('select message from messages').all()).toEqual([{ message: 'Please call.' }])
})

test('the files of DATA_DIR that a start finds and those that it writes become readable for their owner only', async () => {
  const data = join(await scratchFolder(), 'data')
  const mode = async (path: string) => ((await stat(join(data, path))).mode & 0o777).toString(8)
  await mkdir(join(data, 'uploads/abc'), { recursive: true })
  await mkdir(join(data, 'outbox'))
  await symlink(join(data, '../elsewhere'), join(data, 'uploads/link'))
  const folders = ['', 'uploads', 'uploads/abc', 'outbox']
  const found = ['uploads/abc/1.webp', 'outbox/1.eml']
  // Not created by the product: another file, and the target of a link.
  const others = ['notes.txt', '../elsewhere']
  for (const file of [...found, ...others]) await writeFile(join(data, file), '')
  for (const path of folders) await chmod(join(data, path), 0o755)
  for (const path of [...found, ...others]) await chmod(join(data, path), 0o644)

  await chmod(data, 0o777)
  await using _server = await startServer({ DATA_DIR: data })
  // The folder itself may be shared, though not written; below a closed one nothing is reached.
  for (const path of ['uploads', 'outbox']) expect(await mode(path), path).toBe('700')
  for (const path of ['portfolio.db', 'portfolio.db-wal', 'server.lock'])
    expect(await mode(path), path).toBe('600')
  expect(await mode('')).toBe('755')
  for (const path of others) expect(await mode(path), path).toBe('644')
})

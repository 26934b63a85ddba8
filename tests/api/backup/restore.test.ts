// Restoring into an empty product: all of it, from either database into the other, or nothing.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect, inject, test } from 'vitest'
import { lockDataDir } from '../../../server/data-dir.ts'
import {
  backedUp,
  backUp,
  contentsOf,
  emptyPlace,
  filesBelow,
  restore,
  runRestore,
} from '../../support/backups.ts'
import { captureLog } from '../../support/evidence.ts'
import { ownApps } from '../../support/start.ts'

const ownApp = ownApps()
const postgres = inject('postgres')
let source: Awaited<ReturnType<typeof backedUp>>
beforeEach(async () => {
  source = await backedUp(await ownApp())
})

test('what is restored has no differences, replaces nothing, and is served after a sign-in with the old password', async () => {
  const before = await contentsOf(source.place)
  expect(before.rows.messages).toHaveLength(1)
  expect(Object.keys(before.files).length).toBeGreaterThan(2)
  const sqlite = await emptyPlace(null)
  const { output } = await runRestore(source.file, sqlite)
  expect(output).toMatch(/^Restored 1 messages, 2 projects, 1 accounts and 3 images, backed up on 20/)
  expect(output).toContain('admin@example.com. It must come from somebody you trust.')
  expect(output).toContain('Not in a backup: access tokens, webhooks and the email account.')
  expect(await contentsOf(sqlite)).toEqual(before)
  // From one database into the other and back: what the server runs on.
  const copy = postgres === null ? sqlite : await emptyPlace(postgres)
  if (postgres !== null) await restore((await backUp(sqlite)).file, copy)
  expect(await contentsOf(copy)).toEqual(before)
  await expect(restore(source.file, copy)).rejects.toThrow(/ is not empty: it has 1 accounts\. Restore into/)
  // An app in this process holds no lock; on PostgreSQL its connections are in the way first, unless it has just lost them.
  const used = / is not empty: it has 1 accounts| is in use: \d+ other connections\. Stop/
  await expect(restore(source.file, source.place)).rejects.toThrow(used)
  for (const place of [copy, source.place]) expect(await contentsOf(place)).toEqual(before)

  const app = await ownApp({ ...copy, PUBLIC_URL: source.app.url })
  const log = captureLog(app)
  const get = async (path: string, cookie = '') => (await app.json(path, { cookie })).body
  expect(await get('/check-auth', source.cookie)).toMatchObject({ isAuthenticated: false })
  const cookie = await app.signIn('admin@example.com')
  for (const path of ['/api/dashboard/home', '/api/settings/backups'])
    expect([path, (await app.json(path, { cookie })).status]).toEqual([path, 200])
  expect(await get('/contacts?search=zoe', cookie)).toMatchObject({ total: 1 })
  expect(await get('/contacts?search=zoe+nowhere', cookie)).toMatchObject({ total: 0 })
  const { portfolios, checks } = await get('/get-portfolios', cookie)
  expect(portfolios).toHaveLength(2)
  for (const { id, pimage } of portfolios) {
    expect((await app.send(pimage)).status).toBe(200)
    // No archive holds the states of the checks of projects.
    expect(checks[id]).toMatchObject({ state: 'unchecked', checkedAt: null })
  }
  expect(log.join('')).not.toMatch(/images\.|uploads\.|"level":[56]0/)
})

// Whatever the database is, these are found before it is looked into.
test.runIf(postgres === null)(
  'uploads with images, a folder that a server uses, and a write-ahead log whose database is gone are rejected and stay as they are',
  async () => {
    const stays = async (path: string, reason: RegExp) => {
      const place = await emptyPlace(null)
      const file = join(place.DATA_DIR, path)
      await mkdir(join(file, '..'), { recursive: true })
      await writeFile(file, 'of others')
      await expect(restore(source.file, place)).rejects.toThrow(reason)
      expect(await readFile(file, 'utf8')).toBe('of others')
    }
    await stays(
      'uploads/0123456789abcdef01234567-40x30/40.webp',
      /^The uploads are not empty: there are 1 images\./,
    )
    await stays('portfolio.db-wal', /portfolio\.db is missing or empty and portfolio\.db-wal holds changes/)
    const used = await emptyPlace(null)
    await mkdir(used.DATA_DIR)
    const unlock = lockDataDir(used.DATA_DIR)
    await expect(restore(source.file, used)).rejects.toThrow(
      /^DATA_DIR is \S+, which another server process uses; stop it before you restore\.$/,
    )
    unlock()
    expect(Object.keys(await filesBelow(used.DATA_DIR))).toEqual([join(used.DATA_DIR, 'server.lock')])
  },
)

// Backing up while the product is used: what is in the archive, and what is not. And restoring into an empty product: all of it,
// from either database into the other, or nothing. Its file: tests/full/backup-file.test.ts.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, test, vi } from 'vitest'
import { backUp, contentsOf, emptyPlace, inUse, restore } from '../../support/backups.ts'
import { command, runToEnd } from '../../support/server-process.ts'
import { ownApp } from '../../support/start.ts'

const postgres = inject('postgres')

/** What the archive holds, read after a restore into SQLite, which does not wait for other programs to disconnect. */
async function heldBy(file: string) {
  const copy = await emptyPlace(null)
  const { missingImages } = await restore(file, copy)
  return { missingImages, ...(await contentsOf(copy)) }
}

test('what was acknowledged before the backup began is in it, and what is stored during it does no harm', async () => {
  const { app, place, contact, projects } = await inUse()
  const acknowledged: string[] = []
  let stopped = false
  const write = async (worker: number) => {
    for (let n = 0; !stopped; n++) {
      const { status } = await contact(`message ${worker}-${n}`)
      if (status === 201) acknowledged.push(`message ${worker}-${n}`)
      if (n % 10 === 0) await projects.added({ pname: `Project ${worker}-${n}` })
    }
  }
  const writing = Promise.all([write(1), write(2)])
  await expect.poll(() => acknowledged.length).toBeGreaterThan(10)
  const before = [...acknowledged]
  const { file } = await backUp(place)
  stopped = true
  await writing
  await app.context.images.settled()
  const { missingImages, rows } = await heldBy(file)
  const stored = rows.messages?.join('\n') ?? ''
  expect(before.filter((message) => !stored.includes(`"${message}"`))).toEqual([])
  expect(missingImages).toEqual([])
})

test('an image that is deleted or added once the database is copied makes no gap', async () => {
  const { app, place, projects, first } = await inUse()
  const { uploads } = app.context
  const list = uploads.list.bind(uploads)
  vi.spyOn(uploads, 'list').mockImplementationOnce(async function* () {
    await projects.remove(first.id)
    await projects.added({ pname: 'Three' })
    await app.context.images.settled()
    yield* list()
  })
  const { file, missingImages } = await backUp(place, { uploads })
  expect(missingImages).toEqual([])
  expect(await heldBy(file)).toEqual({ missingImages, ...(await contentsOf(place)) })
})

test('sessions, links and queued emails are left out; a reply that waits is shown as not sent', async () => {
  const { app, place, cookie } = await inUse()
  await app.requestReset('admin@example.com')
  const [{ id }] = (await app.json('/contacts', { cookie })).body.contacts
  const waiting = { id: 'r1', message_id: id, idempotency_key: 'k1', subject: 'Re: A site', body: 'Hello' }
  const unsent = { author: 'Ada', sent_at: null, rejected_at: null, error: null, created_at: '2026' }
  const replies = app.context.db.insertInto('replies')
  await replies.values({ ...waiting, ...unsent }).execute()
  const { file } = await backUp(place)
  for (const table of ['sessions', 'jobs'] as const)
    expect(await app.context.db.selectFrom(table).selectAll().execute()).not.toEqual([])
  const [session] = await app.context.db.selectFrom('sessions').select('id_hash').execute()
  expect(await readFile(file, 'latin1')).not.toContain(session?.id_hash)
  const { rows } = await heldBy(file)
  expect(rows.replies?.[0]).toMatch(/"error","Not sent: it was waiting when the backup was made/)
  expect(rows.replies?.[0]).toMatch(/"rejected_at","20/)
})

test('a missing image is reported by backup and restore; uploads without their id are not backed up', async () => {
  const { place } = await inUse()
  const uploads = join(place.DATA_DIR, 'uploads')
  const folder = (await readdir(uploads)).find((name) => name.includes('x')) ?? ''
  await rm(join(uploads, folder), { recursive: true })
  const { file, missingImages } = await backUp(place)
  expect(missingImages).toEqual([folder])
  expect((await heldBy(file)).missingImages).toEqual([folder])
  await rm(join(uploads, '.installation-id'))
  await expect(backUp(place)).rejects.toThrow(/^The uploads are not those of this database/)
})

test('what is restored has no differences, replaces nothing, and is served after a sign-in with the old password', async () => {
  const source = await inUse()
  const { file } = await backUp(source.place)
  const before = await contentsOf(source.place)
  expect(before.rows.messages).toHaveLength(1)
  expect(Object.keys(before.files).length).toBeGreaterThan(2)
  const sqlite = await emptyPlace(null)
  const { output } = await runToEnd({ ...sqlite }, command('server/cli/restore.ts', file))
  expect(output).toMatch(/^Restored 1 messages, 2 projects, 1 accounts and 3 images, backed up on 20/)
  expect(output).toContain('admin@example.com. It must come from somebody you trust.')
  expect(output).toContain('Not in a backup: access tokens, webhooks and the email account.')
  expect(await contentsOf(sqlite)).toEqual(before)
  // From one database into the other and back: what the server runs on.
  const copy = postgres === null ? sqlite : await emptyPlace(postgres)
  if (postgres !== null) await restore((await backUp(sqlite)).file, copy)
  expect(await contentsOf(copy)).toEqual(before)
  await expect(restore(file, copy)).rejects.toThrow(/ is not empty: it has 1 accounts\. Restore into/)
  // An app in this process holds no lock; on PostgreSQL its connections are in the way first, unless it has just lost them.
  const used = / is not empty: it has 1 accounts| is in use: \d+ other connections\. Stop/
  await expect(restore(file, source.place)).rejects.toThrow(used)
  for (const place of [copy, source.place]) expect(await contentsOf(place)).toEqual(before)

  const app = await ownApp({ ...copy, PUBLIC_URL: source.app.url })
  const log = app.captureLog()
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
  'uploads with images or of another installation, a folder that a server uses, and a write-ahead log whose database is gone are rejected and stay as they are',
  async () => {
    const { file: archive } = await backUp((await inUse()).place)
    const stays = async (path: string, reason: RegExp) => {
      const place = await emptyPlace(null)
      const file = join(place.DATA_DIR, path)
      await mkdir(join(file, '..'), { recursive: true })
      await writeFile(file, 'of others')
      await expect(restore(archive, place)).rejects.toThrow(reason)
      expect(await readFile(file, 'utf8')).toBe('of others')
    }
    await stays(
      'uploads/0123456789abcdef01234567-40x30/40.webp',
      /^The uploads are not empty: there are 1 images\./,
    )
    await stays('uploads/.installation-id', /belongs to another installation: .* or remove /)
    await stays('portfolio.db-wal', /portfolio\.db is missing or empty and portfolio\.db-wal holds changes/)
    const used = await emptyPlace(null)
    await mkdir(used.DATA_DIR)
    // As the server locks it (docs/operating.md).
    const lock = new DatabaseSync(join(used.DATA_DIR, 'server.lock'))
    lock.exec('begin exclusive')
    await expect(restore(archive, used)).rejects.toThrow(
      /^DATA_DIR is \S+, which another server process uses; stop it before you restore\.$/,
    )
    lock.close()
    expect(await readdir(used.DATA_DIR)).toEqual(['server.lock'])
  },
)

// Backing up while the product is used: what is in the archive, and what is not. Its file: tests/full/backup-file.test.ts.
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, inject, test } from 'vitest'
import { allTables, copiedTables } from '../../../server/backup/copy-tables.ts'
import type { Uploads } from '../../../server/images/uploads.ts'
import { backUp, contentsOf, emptyPlace, inUse, restore, sourceOf } from '../../support/backups.ts'
import { requestReset } from '../../support/calls.ts'
import { ownApps } from '../../support/start.ts'

const ownApp = ownApps()
const appInUse = async () => inUse(await ownApp())

/** What the archive holds, read after a restore into SQLite, which does not wait for other programs to disconnect. */
async function heldBy(file: string) {
  const copy = await emptyPlace(null)
  const { missingImages } = await restore(file, copy)
  return { copy, missingImages, ...(await contentsOf(copy)) }
}

test('what was acknowledged before the backup began is in it, and what is stored during it does no harm', async () => {
  const { app, place, contact, added } = await appInUse()
  const acknowledged: string[] = []
  let stopped = false
  const write = async (worker: number) => {
    for (let n = 0; !stopped; n++) {
      const { status } = await contact(`message ${worker}-${n}`)
      if (status === 201) acknowledged.push(`message ${worker}-${n}`)
      if (n % 10 === 0) await added({ pname: `Project ${worker}-${n}` })
    }
  }
  const writing = Promise.all([write(1), write(2)])
  const copies: { file: string; before: string[] }[] = []
  for (const least of [3, 10]) {
    await expect.poll(() => acknowledged.length).toBeGreaterThan(least)
    const before = [...acknowledged]
    copies.push({ file: (await backUp(place)).file, before })
  }
  stopped = true
  await writing
  await app.context.images.settled()
  for (const { file, before } of copies) {
    const { missingImages, rows } = await heldBy(file)
    const stored = rows.messages?.join('\n') ?? ''
    expect(before.filter((message) => !stored.includes(`"${message}"`))).toEqual([])
    expect(missingImages).toEqual([])
  }
})

test('an image that is deleted or added once the database is copied makes no gap', async () => {
  const { app, place, projects, added, remove } = await appInUse()
  const { uploads } = sourceOf(place)
  let changed = false
  const changing: Pick<Uploads, 'list' | 'read' | 'stream' | 'readInstallation'> = {
    async *list() {
      if (!changed) {
        changed = true
        await remove(projects[0]?.id ?? '')
        await added({ pname: 'Three' })
        await app.context.images.settled()
      }
      yield* uploads.list()
    },
    read: (...file) => uploads.read(...file),
    stream: (...range) => uploads.stream(...range),
    readInstallation: () => uploads.readInstallation(),
  }
  const { file, missingImages } = await backUp(place, { uploads: changing })
  expect(missingImages).toEqual([])
  const { copy, missingImages: _, ...held } = await heldBy(file)
  expect(held).toEqual(await contentsOf(place))
  const stored = (await readdir(join(copy.DATA_DIR, 'uploads'))).filter((name) => name.includes('x'))
  expect(stored).toHaveLength(new Set(Object.keys(held.files).map((name) => name.split('/')[0])).size)
})

test('sessions, links and queued emails are left out; a reply that waits is shown as not sent', async () => {
  const { app, place, cookie } = await appInUse()
  await app.stopMail()
  await requestReset(app, 'admin@example.com')
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
  app.startMail()
  const { rows } = await heldBy(file)
  expect(rows.replies?.[0]).toMatch(/"error","Not sent: it was waiting when the backup was made/)
  expect(rows.replies?.[0]).toMatch(/"rejected_at","20/)
})

test('a missing image is reported by backup and restore; uploads without their id are not backed up', async () => {
  const { place } = await appInUse()
  const uploads = join(place.DATA_DIR, 'uploads')
  const folder = (await readdir(uploads)).find((name) => name.includes('x')) ?? ''
  await rm(join(uploads, folder), { recursive: true })
  const { file, missingImages } = await backUp(place)
  expect(missingImages).toEqual([folder])
  expect((await heldBy(file)).missingImages).toEqual([folder])
  await rm(join(uploads, '.installation-id'))
  await expect(backUp(place)).rejects.toThrow(/^The uploads are not those of this database/)
})

test.runIf(inject('postgres') === null)(
  'every table is copied by its primary key or left out on purpose',
  async () => {
    const app = await ownApp()
    const db = new DatabaseSync(join(app.context.config.dataDir, 'portfolio.db'), { readOnly: true })
    const tables = db
      .prepare("select name from sqlite_master where type = 'table' and name not like 'kysely%'")
      .all()
      .map(({ name }) => String(name))
      .filter((name) => !/_trigrams(_|$)/.test(name))
    expect(tables.sort()).toEqual([...allTables].sort())
    for (const [table, key] of Object.entries(copiedTables)) {
      const columns = db.prepare('select name from pragma_table_info(?) where pk > 0 order by pk').all(table)
      // SQLite has a number of its own as the key of those that are searched.
      const names = columns.map(({ name }) => (name === 'search_row' ? 'id' : name))
      expect([table, ...names]).toEqual([table, ...key])
    }
    db.close()
  },
)

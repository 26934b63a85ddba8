// Rows whose time is over and half-written files that a crash left are removed. Events of the audit trail: audit.test.ts.
// Images: image-files.test.ts.
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, test, vi } from 'vitest'
import { dropLeftovers } from '../../../server/images/cleanup.ts'
import { logIn, requestReset } from '../../support/calls.ts'
import { cleanUp } from '../../support/evidence.ts'
import { png } from '../../support/sample-images.ts'
import { ownApps, type Running, sharedApp } from '../../support/start.ts'

/** Milliseconds. */
const day = 24 * 60 * 60_000
const ownApp = ownApps()

/** An app with a session, a link and counted attempts. */
async function withRows() {
  const own = await ownApp({ THROTTLE: 'on', LOG_LEVEL: 'silent' })
  const cookie = await own.asUser()
  await requestReset(own, 'user@example.com')
  await logIn(own, 'user@example.com', 'Wrong-Horse-7')
  await own.emails()
  const tables = ['sessions', 'one_time_tokens', 'attempts'] as const
  const rows = () =>
    Promise.all(
      tables.map(async (table) => (await own.context.db.selectFrom(table).selectAll().execute()).length),
    )
  return { own, cookie, rows }
}

test('ended sessions, expired links and old attempts are removed, and nothing that is valid', async () => {
  const { own, cookie, rows } = await withRows()
  const before = await rows()
  expect(before.every((count) => count > 0)).toBe(true)
  await cleanUp(own.context)
  expect(await rows()).toEqual(before)
  expect((await own.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)
  own.pass(40 * day)
  await cleanUp(own.context)
  expect(await rows()).toEqual([0, 0, 0])
})

// The trigger is SQLite's.
test.runIf(inject('postgres') === null)(
  'a step that fails, as for a damaged row or while storage is away, stops no other, and is tried again',
  async () => {
    const { own, rows } = await withRows()
    const { db, uploads } = own.context
    const events = async () => (await db.selectFrom('audit_events').select('id').execute()).length
    await own.send('/login', { json: { email: 'user@example.com', password: 'Correct-Horse-7' } })
    expect(await events()).toBeGreaterThan(0)
    await sql`create trigger damaged before delete on audit_events begin select raise(abort, 'damaged'); end`.execute(
      db,
    )
    const list = vi.spyOn(uploads.storage, 'list').mockImplementation(() => {
      throw new Error('storage is away')
    })
    own.pass(400 * day)
    await cleanUp(own.context)
    expect(await rows()).toEqual([0, 0, 0])
    const failed = await db.selectFrom('jobs').select('kind').where('error', 'is not', null).execute()
    expect(failed.map(({ kind }) => kind).sort()).toEqual([
      'clean-up:events',
      'clean-up:images',
      'clean-up:leftovers',
    ])

    list.mockRestore()
    await sql`drop trigger damaged`.execute(db)
    await cleanUp(own.context)
    expect(await events()).toBe(0)
    expect(await db.selectFrom('jobs').select('kind').where('error', 'is not', null).execute()).toEqual([])
  },
)

describe('half-written files', () => {
  let app: Running
  let uploads: string
  const old = new Date(Date.now() - day / 24)
  const exists = (path: string) =>
    stat(path).then(
      () => true,
      () => false,
    )

  sharedApp((started) => {
    app = started
    uploads = join(app.context.config.dataDir, 'uploads')
  })

  test('of uploads and emails are removed once no process can be writing them; finished ones stay', async () => {
    const image = new Uint8Array(await (await png()).arrayBuffer())
    const id = await app.context.images.store(image, 'cover')
    await app.context.images.settled()
    const outbox = join(app.context.config.dataDir, 'outbox')
    await mkdir(outbox, { recursive: true })
    const leftovers = [join(uploads, id, '320.avif.tmp'), join(outbox, 'a.eml.tmp')]
    for (const file of leftovers) await writeFile(file, 'half')
    const fresh = join(outbox, 'b.eml.tmp')
    await writeFile(fresh, 'being written')
    await writeFile(join(outbox, 'c.eml'), 'whole')
    for (const path of leftovers) await utimes(path, old, old)

    await dropLeftovers(app.context)
    for (const path of leftovers) expect(await exists(path)).toBe(false)
    for (const path of [fresh, join(outbox, 'c.eml')]) expect(await exists(path)).toBe(true)
    expect(await exists(join(uploads, id, '40.webp'))).toBe(true)
  })

  test('of probes and uploads are removed from DATA_DIR, and nothing else is', async () => {
    const { dataDir } = app.context.config
    const leftovers = [
      join(dataDir, '.space-0123abcd'),
      join(uploads, '.space-0123abcd'),
      join(dataDir, 'upload-0123456789abcdef01234567.tmp'),
    ]
    const others = [join(dataDir, 'upload-of-mine.tmp'), join(dataDir, '.space-of-mine')]
    for (const path of [...leftovers, ...others]) {
      await writeFile(path, '')
      await utimes(path, old, old)
    }
    const fresh = join(dataDir, '.space-fedcba98')
    await writeFile(fresh, '')
    await dropLeftovers(app.context)
    for (const path of leftovers) expect(await exists(path), path).toBe(false)
    for (const path of [...others, fresh]) expect(await exists(path), path).toBe(true)
  })
})

// Rows whose time is over and half-written files that a crash left are removed. Images: images.test.ts.
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { cover } from '../../support/calls.ts'
import { day, ownApp } from '../../support/start.ts'

/** An app with a session, a link, counted attempts, and an event of the audit trail. */
async function withRows() {
  const own = await ownApp({ THROTTLE: 'on', LOG_LEVEL: 'silent' })
  const cookie = await own.asUser()
  await own.requestReset('user@example.com')
  await own.logIn('user@example.com', 'Wrong-Horse-7')
  await own.emails()
  const tables = ['sessions', 'one_time_tokens', 'attempts', 'audit_events'] as const
  const rows = () =>
    Promise.all(
      tables.map(async (table) => (await own.context.db.selectFrom(table).selectAll().execute()).length),
    )
  return { own, cookie, rows }
}

test('ended sessions, expired links, old attempts and events of 180 days are removed, and nothing that is valid; a clock that is wrong for some minutes removes nothing', async () => {
  const { own, cookie, rows } = await withRows()
  const before = await rows()
  expect(before.every((count) => count > 0)).toBe(true)
  await own.cleanUp()
  expect(await rows()).toEqual(before)
  expect(await own.isSignedIn(cookie)).toBe(true)
  own.pass(40 * day)
  await own.runDue('cleanup')
  expect(await rows()).toEqual(before)
  own.pass(day / 24)
  await own.runDue('cleanup')
  expect(await rows()).toEqual([0, 0, 0, 1])
  own.pass(139 * day)
  await own.cleanUp()
  expect(await rows()).toEqual([0, 0, 0, 1])
  own.pass(1.1 * day)
  await own.cleanUp()
  expect(await rows()).toEqual([0, 0, 0, 0])
})

// The trigger is SQLite's.
test.runIf(inject('postgres') === null)(
  'a step that fails, as for a damaged row or while storage is away, stops no other, and is tried again',
  async () => {
    const { own, rows } = await withRows()
    const { db, uploads } = own.context
    const damage = sql`create trigger damaged before delete on audit_events begin select raise(abort, 'damaged'); end`
    await damage.execute(db)
    const list = vi.spyOn(uploads.storage, 'list').mockImplementation(() => {
      throw new Error('storage is away')
    })
    own.pass(400 * day)
    await own.cleanUp()
    expect(await rows()).toEqual([0, 0, 0, 1])
    const failed = async () => {
      const jobs = await db.selectFrom('jobs').select('kind').where('error', 'is not', null).execute()
      return jobs.map(({ kind }) => kind.replace('clean-up:', '')).sort()
    }
    expect(await failed()).toEqual(['events', 'images', 'leftovers'])

    list.mockRestore()
    await sql`drop trigger damaged`.execute(db)
    await own.cleanUp()
    expect(await rows()).toEqual([0, 0, 0, 0])
    expect(await failed()).toEqual([])
  },
)

test('half-written files are removed once no process can be writing them; finished ones and those of others stay', async () => {
  const app = await ownApp()
  const { context } = app
  const { dataDir } = context.config
  const id = await context.images.store(await cover.bytes(), 'cover')
  await context.images.settled()
  await mkdir(join(dataDir, 'outbox'), { recursive: true })
  const leave = async (name: string, age: number) => {
    const time = new Date(Date.now() - age)
    await writeFile(join(dataDir, name), 'half')
    await utimes(join(dataDir, name), time, time)
  }
  const leftovers = [
    `uploads/${id}/320.avif.tmp`,
    'uploads/.space-0123abcd',
    'outbox/a.eml.tmp',
    'upload-0123456789abcdef01234567.tmp',
  ]
  // That of a backup, which may take hours.
  const backup = 'backup-0123456789abcdef01234567.tmp'
  const others = ['upload-of-mine.tmp', 'outbox/c.eml', backup]
  for (const name of [...leftovers, ...others]) await leave(name, day / 24)
  await leave('outbox/b.eml.tmp', 0)

  await app.cleanUp()
  const left = await readdir(dataDir, { recursive: true })
  for (const name of leftovers) expect(left).not.toContain(name)
  const stay = [...others, 'outbox/b.eml.tmp', `uploads/${id}/40.webp`]
  expect(left).toEqual(expect.arrayContaining(stay))
  await leave(backup, 2 * day)
  await app.cleanUp()
  expect(await readdir(dataDir)).not.toContain(backup)
})

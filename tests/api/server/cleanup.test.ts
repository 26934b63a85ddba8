// Rows whose time is over and half-written files that a crash left are removed. Images: images.test.ts.
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, test, vi } from 'vitest'
import { dropLeftovers } from '../../../server/images/cleanup.ts'
import { day } from '../../../server/time.ts'
import { runDue } from '../../support/evidence.ts'
import { png } from '../../support/sample-images.ts'
import { ownApp } from '../../support/start.ts'

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
  await runDue(own.context, 'cleanup')
  expect(await rows()).toEqual(before)
  own.pass(day / 24)
  await runDue(own.context, 'cleanup')
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
  const { context } = await ownApp()
  const { dataDir } = context.config
  const [uploads, outbox] = [join(dataDir, 'uploads'), join(dataDir, 'outbox')]
  const id = await context.images.store(new Uint8Array(await (await png()).arrayBuffer()), 'cover')
  await context.images.settled()
  await mkdir(outbox, { recursive: true })
  const write = async (path: string, isOld: boolean) => {
    await writeFile(path, 'half')
    if (isOld) await utimes(path, new Date(Date.now() - day / 24), new Date(Date.now() - day / 24))
    return path
  }
  const leftovers = [
    join(uploads, id, '320.avif.tmp'),
    join(uploads, '.space-0123abcd'),
    join(outbox, 'a.eml.tmp'),
    join(dataDir, 'upload-0123456789abcdef01234567.tmp'),
  ]
  // That of a backup, which may take hours.
  const backup = join(dataDir, 'backup-0123456789abcdef01234567.tmp')
  const others = [join(dataDir, 'upload-of-mine.tmp'), join(outbox, 'c.eml'), backup]
  const fresh = [join(outbox, 'b.eml.tmp')]
  for (const path of [...leftovers, ...others]) await write(path, true)
  for (const path of fresh) await write(path, false)

  await dropLeftovers(context)
  for (const path of leftovers) await expect(stat(path), path).rejects.toThrow('ENOENT')
  for (const path of [...others, ...fresh, join(uploads, id, '40.webp')]) await stat(path)
  await utimes(backup, new Date(Date.now() - 2 * day), new Date(Date.now() - 2 * day))
  await dropLeftovers(context)
  await expect(stat(backup)).rejects.toThrow('ENOENT')
})

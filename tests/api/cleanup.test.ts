// Rows whose time is over are removed. Events of the audit trail: audit-trail.test.ts. Files: leftovers.test.ts, image-files.test.ts.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { logIn, requestReset } from '../support/account-calls.ts'
import { cleanUp } from '../support/clean-up.ts'
import { ownApps } from '../support/own-apps.ts'

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

test('a step that fails, as for a damaged row or while storage is away, stops no other, and is tried again', async () => {
  const { own, rows } = await withRows()
  const { db, uploads } = own.context
  const events = async () => (await db.selectFrom('audit_events').select('id').execute()).length
  await own.send('/login', { json: { email: 'user@example.com', password: 'Correct-Horse-7' } })
  expect(await events()).toBeGreaterThan(0)
  await sql`create trigger damaged before delete on audit_events begin select raise(abort, 'damaged'); end`.execute(
    db,
  )
  const list = vi.spyOn(uploads, 'list').mockImplementation(() => {
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
})

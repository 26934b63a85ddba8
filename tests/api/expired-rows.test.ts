// Rows whose time is over: sessions, links and counted attempts are removed by the cleanup jobs. Events of the audit trail:
// audit-trail.test.ts. Files: leftovers.test.ts and image-files.test.ts.
import { expect, test } from 'vitest'
import { cleanUp } from '../../server/cleanup-jobs.ts'
import { logIn, requestReset } from '../support/account-calls.ts'
import { ownApps } from '../support/own-apps.ts'

/** Milliseconds. */
const day = 24 * 60 * 60_000
const ownApp = ownApps()

test('the cleanup jobs remove ended sessions, expired links and old attempts, and nothing that is valid', async () => {
  const own = await ownApp({ THROTTLE: 'on' })
  const { db } = own.context
  const cookie = await own.asUser()
  await requestReset(own, 'user@example.com')
  await logIn(own, 'user@example.com', 'Wrong-Horse-7')
  await own.emails()
  const rows = async () => {
    const tables = ['sessions', 'one_time_tokens', 'attempts'] as const
    return Promise.all(tables.map(async (table) => (await db.selectFrom(table).selectAll().execute()).length))
  }
  const before = await rows()
  expect(before.every((count) => count > 0)).toBe(true)
  await cleanUp(own.context)
  expect(await rows()).toEqual(before)
  expect((await own.json('/check-auth', { cookie })).body.isAuthenticated).toBe(true)
  own.pass(40 * day)
  await cleanUp(own.context)
  expect(await rows()).toEqual([0, 0, 0])
})

// What the log says about a request that failed.
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { goodMessage as good, logIn } from '../support/calls.ts'
import { captureLog } from '../support/evidence.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()

test('a request that fails is logged on one line, with its path and the cause', async () => {
  const app = await ownApp()
  await sql`alter table users rename to users_away`.execute(app.context.db)
  const log = captureLog(app)
  // PostgreSQL without a table is one that cannot be used.
  expect((await logIn(app, 'user@example.com')).status).toBeGreaterThanOrEqual(500)
  const lines = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 30)
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      event: 'request.failed',
      requestId: expect.any(String),
      method: 'POST',
      path: expect.stringMatching(/\/login$/),
      err: expect.objectContaining({ message: expect.stringContaining('users') }),
    }),
  ])
})

test('many requests that fail because the disk is full are one line a minute', async () => {
  const app = await ownApp()
  vi.spyOn(app.context.db, 'transaction').mockImplementation(() => {
    throw Object.assign(new Error('database or disk is full'), { errcode: 13 })
  })
  const log = captureLog(app)
  for (let n = 0; n < 20; n++) expect((await app.json('/contacts', { json: good })).status).toBe(507)
  const events = log.map((line) => JSON.parse(line)).filter(({ level }) => level >= 30)
  expect(events.map(({ event }) => event)).toEqual(['request.failed'])
})

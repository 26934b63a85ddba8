// What another process changes, another instance on PostgreSQL or a command on SQLite, is soon seen by this one.
import { expect, test } from 'vitest'
import { raisePublicVersion } from '../../server/public-content.ts'
import { portfolioCalls } from '../support/calls.ts'
import { heldQueries } from '../support/peers/held-queries.ts'
import { ownApps } from '../support/start.ts'

/** Milliseconds that a change may stay unseen, whatever happens (docs/operating.md, Several instances). */
const seenWithin = { timeout: 5_000, interval: 20 }
const ownApp = ownApps()

test('a change of a process that was killed right after the commit is seen within five seconds, and leaves nothing old in the cache although a response was being computed', async () => {
  const queries = heldQueries()
  // Two apps on one database, as two processes have it.
  const one = await ownApp()
  const { dataDir: DATA_DIR, databaseUrl } = one.context.config
  const place: Record<string, string> = databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR }
  const other = await ownApp(place, { wrap: queries.wrap })
  const found = async (term = 'first') =>
    (await other.json(`/getportfolio/public?search=${term}`)).body.portfolios.length
  const cookie = await one.asAdmin()
  await portfolioCalls(() => ({ app: one, cookie })).added({ pname: 'First', status: 'published' })
  await expect.poll(() => found('st'), seenWithin).toBe(1)
  let emptied = 0
  other.context.changes.on('portfolio', () => emptied++)
  queries.hold('project_categories')
  const old = found()
  await expect.poll(queries.waiting, seenWithin).toBe(1)
  // As a process does that is killed before it can do anything else.
  await one.context.db.transaction().execute(async (tx) => {
    await tx.updateTable('projects').set({ name: 'Second', search_text: 'second' }).execute()
    await raisePublicVersion(tx)
  })
  await expect.poll(() => emptied, seenWithin).toBe(1)
  queries.release()
  expect([await old, await found(), await found()]).toEqual([1, 0, 0])
})

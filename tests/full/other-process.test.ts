// What another process changes, another instance on PostgreSQL or a command on SQLite, is soon seen by this one.
import { describe, expect, test } from 'vitest'
import { raisePublicVersion } from '../../server/public-content.ts'
import { portfolioCalls } from '../support/calls.ts'
import { heldQueries } from '../support/peers/held-queries.ts'
import { ownApps, type Running } from '../support/start.ts'
import type { Replaced } from '../support/test-server.ts'

/** Milliseconds that a change may stay unseen, whatever happens (docs/operating.md, Several instances). */
const seenWithin = { timeout: 5_000, interval: 20 }
const ownApp = ownApps()

const names = async (app: Running) =>
  (await app.json('/getportfolio/public')).body.portfolios.map((project: { name: string }) => project.name)

/** Two apps on one database with one project, as two processes have it. */
async function twoOnOne(replaced: Replaced = {}) {
  const one = await ownApp()
  const { dataDir, databaseUrl } = one.context.config
  const other = await ownApp(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }, replaced)
  const cookie = await one.asAdmin()
  await portfolioCalls(() => ({ app: one, cookie })).added({ pname: 'First', status: 'published' })
  await expect.poll(() => names(other), seenWithin).toEqual(['First'])
  /** Commits as a process does that is killed before it can do anything else. */
  const rename = (name: string) =>
    one.context.db.transaction().execute(async (tx) => {
      await tx.updateTable('projects').set({ name, search_text: name.toLowerCase() }).execute()
      await raisePublicVersion(tx)
    })
  return { other, rename }
}

describe('a change of another process', () => {
  test('is seen within five seconds although that process was killed right after the commit', async () => {
    const { other, rename } = await twoOnOne()
    await rename('Second')
    await expect.poll(() => names(other), seenWithin).toEqual(['Second'])
  })

  test('while a response is being computed leaves nothing old in the cache', async () => {
    const queries = heldQueries()
    const { other, rename } = await twoOnOne({ wrap: queries.wrap })
    let emptied = 0
    other.context.changes.on('portfolio', () => emptied++)
    queries.hold('project_categories')
    const found = async () => (await other.json('/getportfolio/public?search=first')).body.portfolios.length
    const old = found()
    await expect.poll(queries.waiting, seenWithin).toBe(1)
    await rename('Second')
    await expect.poll(() => emptied, seenWithin).toBe(1)
    queries.release()
    expect([await old, await found(), await found()]).toEqual([1, 0, 0])
  })
})

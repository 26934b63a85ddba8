// What another process changes, another instance on PostgreSQL or a command on SQLite, is soon seen by this one.
import { describe, expect, test } from 'vitest'
import { portfolioCalls } from '../support/calls.ts'
import { stallOutbox } from '../support/evidence.ts'
import { heldQueries } from '../support/peers/held-queries.ts'
import { ownApps, type Running } from '../support/start.ts'
import type { Replaced } from '../support/test-server.ts'

/** Milliseconds that a change may stay unseen, whatever happens (docs/operating.md, Several instances). */
const seenWithin = { timeout: 5_000, interval: 20 }
const ownApp = ownApps()

/**
 * Two apps on one database, as two processes have it, of which one can say nothing to itself or the other: as a process
 * that is killed right after the commit.
 */
async function twoOnOne(replaced: Replaced = {}) {
  const one = await ownApp()
  const { dataDir, databaseUrl } = one.context.config
  const other = await ownApp(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }, replaced)
  stallOutbox(one)
  const cookie = await one.asAdmin()
  const { added } = portfolioCalls(() => ({ app: one, cookie }))
  const publish = (pname: string) => added({ pname, status: 'published' })
  await publish('Committed')
  await expect.poll(() => names(other), seenWithin).toEqual(['Committed'])
  return { other, publish }
}

const names = async (app: Running) =>
  (await app.json('/getportfolio/public')).body.portfolios.map((project: { name: string }) => project.name)

describe('a change of another process', () => {
  test('is seen within five seconds although that process was killed right after the commit', async () => {
    const { other, publish } = await twoOnOne()
    await publish('Later')
    await expect.poll(() => names(other), seenWithin).toEqual(['Later', 'Committed'])
  })

  test('while a response is being computed leaves nothing old in the cache', async () => {
    const queries = heldQueries()
    const { other, publish } = await twoOnOne({ wrap: queries.wrap })
    let emptied = 0
    other.context.changes.on('portfolio', () => emptied++)
    queries.hold('project_categories')
    const search = async () => (await other.json('/getportfolio/public?search=e')).body.portfolios.length
    const old = search()
    await expect.poll(queries.waiting, seenWithin).toBe(1)
    await publish('Meanwhile')
    await expect.poll(() => emptied, seenWithin).toBe(1)
    queries.release()
    expect([await old, await search(), await search()]).toEqual([1, 2, 2])
  })
})

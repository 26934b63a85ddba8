// What another process changes, another instance on PostgreSQL or a command on SQLite, is soon seen by this one.
import { describe, expect, test } from 'vitest'
import { Changes } from '../../server/changes.ts'
import { changePublicContent, type raisePublicVersion } from '../../server/public-content.ts'
import { heldQueries } from '../support/peers/held-queries.ts'
import { ownApps, type Running } from '../support/start.ts'
import type { Replaced } from '../support/test-server.ts'

/** Milliseconds that a change may stay unseen, whatever happens (docs/operating.md, Several instances). */
const seenWithin = { timeout: 5_000, interval: 20 }
const ownApp = ownApps()

/** Two apps on one database, as two processes have it, at version 1. */
async function twoOnOne(replaced: Replaced = {}): Promise<[Running, Running]> {
  const one = await ownApp()
  const { dataDir, databaseUrl } = one.context.config
  const other = await ownApp(databaseUrl ? { DATABASE_URL: databaseUrl } : { DATA_DIR: dataDir }, replaced)
  let seen = 0
  other.context.changes.on('portfolio', () => seen++)
  await changePublicContent(one.context, async () => {})
  // From here on the other one has read a version.
  await expect.poll(() => seen, seenWithin).toBeGreaterThan(0)
  return [one, other]
}

const names = async (app: Running) =>
  (await app.json('/getportfolio/public')).body.portfolios.map((project: { name: string }) => project.name)

function insertProject(db: Parameters<typeof raisePublicVersion>[0], name: string) {
  const now = new Date().toISOString()
  const [key, text] = [name.toLowerCase(), name.toLowerCase()]
  const row = { id: key, name, name_key: key, search_text: text, url: 'https://example.com', image: null }
  return db
    .insertInto('projects')
    .values({ ...row, status: 'published', created_at: now, updated_at: now })
    .execute()
}

/** Commits as a process does that is killed before it can do anything else. */
function changeAndDie({ context }: Running, name: string): Promise<unknown> {
  return changePublicContent({ ...context, changes: new Changes() }, (tx) => insertProject(tx, name))
}

describe('a change of another process', () => {
  test('is seen within five seconds although that process was killed right after the commit', async () => {
    const [one, other] = await twoOnOne()
    expect(await names(other)).toEqual([])
    await changeAndDie(one, 'Committed')
    await expect.poll(() => names(other), seenWithin).toEqual(['Committed'])
  })

  test('while a response is being computed leaves nothing old in the cache', async () => {
    const queries = heldQueries()
    const [one, other] = await twoOnOne({ wrap: queries.wrap })
    await changeAndDie(one, 'Early')
    await expect.poll(() => names(other), seenWithin).toEqual(['Early'])
    let emptied = 0
    other.context.changes.on('portfolio', () => emptied++)
    queries.hold('project_categories')
    const old = other.json('/getportfolio/public?search=e')
    await expect.poll(queries.waiting, seenWithin).toBe(1)
    await changeAndDie(one, 'Meanwhile')
    await expect.poll(() => emptied, seenWithin).toBe(1)
    queries.release()
    expect((await old).body.portfolios).toHaveLength(1)
    for (const round of [1, 2])
      expect([round, (await other.json('/getportfolio/public?search=e')).body.portfolios.length]).toEqual([
        round,
        2,
      ])
  })
})

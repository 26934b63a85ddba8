// Cached public responses while their data changes, fails or is slow.
import { beforeEach, expect, test, vi } from 'vitest'
import { publishProject, seed } from '../../support/seed.ts'
import { ownApp, type Running, sharedApp } from '../../support/start.ts'

/** Milliseconds that a busy machine may take to get as far as the test waits for. */
const withinTime = { timeout: 20_000 }

const app = await sharedApp({}, { pages: true })
beforeEach(async () => {
  vi.restoreAllMocks()
  await app.empty('projects')
})

const publish = (pname: string) => publishProject(app, pname)

/** From now on categories of projects that are read wait until `release`. */
function holdCategories({ context: { db } }: Running) {
  const { promise, resolve } = Promise.withResolvers<void>()
  let waiting = 0
  // Held after they were read: the connection is free again, and the result becomes outdated.
  const held = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      waiting++
      await promise
      return result
    },
  })
  const selectFrom = db.selectFrom.bind(db)
  const select = (table: 'projects' | 'project_categories') =>
    table === 'project_categories' ? held.selectFrom(table) : selectFrom(table)
  const spy = vi.spyOn(db, 'selectFrom').mockImplementation(select as typeof db.selectFrom)
  return {
    /** How many results have been read and wait. */
    waiting: () => waiting,
    release() {
      spy.mockRestore()
      resolve()
    },
  }
}

test('a project that is withdrawn while 80 responses are being computed is in none that is requested afterwards', async () => {
  await publish('Not withdrawn')
  const project = await publish('Quite withdrawn')
  const paths = [
    '/portfolio',
    `/portfolio/${project.id}`,
    '/sitemap.xml',
    '/getportfolio/public',
    `/getportfolio/public?id=${project.id}`,
    ...Array.from({ length: 38 }, (_, n) => `/getportfolio/public?limit=${n + 1}`),
    ...Array.from({ length: 37 }, (_, n) => `/portfolio?search=${'withdrawn'.slice(n % 9)}&utm=${n}`),
  ]
  // The project, 38 lists of different length and 9 different searches: their projects are read, and they wait for the
  // categories of those.
  const reads = 48
  const held = holdCategories(app)
  const before = paths.map(app.text)
  await expect.poll(held.waiting, withinTime).toBe(reads)
  // What they have read is old from here on.
  await app.context.db.updateTable('projects').set({ status: 'draft' }).where('id', '=', project.id).execute()
  app.context.changes.emit('portfolio')
  // These come while the old ones are still under way, and must not join them. The project itself is not found any more.
  const after = paths.map(app.text)
  await expect.poll(held.waiting, withinTime).toBe(2 * reads - 1)
  held.release()
  // Whoever began before the change may still get what was read then.
  const old = (await Promise.all(before)).filter((body) => body.includes(project.id))
  expect(old.length).toBeGreaterThanOrEqual(reads - 1)
  for (const [at, body] of (await Promise.all(after)).entries())
    expect(body, paths[at]).not.toContain(project.id)
  for (const path of paths) expect(await app.text(path), path).not.toContain(project.id)
})

test.each([
  ['away', Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }), 503, '5'],
  ['broken', new Error('malformed'), 500, null],
] as const)(
  'while the database is %s, pages say so, are not cached, and come back by themselves',
  async (_, error, status, retry) => {
    const project = await publish('Steady')
    app.context.log.level = 'silent'
    const failing = vi.spyOn(app.context.db.getExecutor(), 'executeQuery').mockRejectedValue(error)
    const paths = ['/portfolio', '/portfolio?search=steady', `/portfolio/${project.id}`]
    for (const path of [...paths, ...paths]) {
      const response = await app.send(path)
      expect([path, response.status, response.headers.get('retry-after')]).toEqual([path, status, retry])
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-type')).toContain('text/html')
    }
    failing.mockRestore()
    app.context.log.level = 'error'
    for (const path of paths) expect(await app.text(path), path).toContain('Steady')
  },
)

test('a page is what its normalised query says, whatever was requested first', async () => {
  await seed(app.context.db, { projects: 3 })
  await publish('Kept Apart')
  const first = await app.text(`/portfolio?search=${'%20'.repeat(400)}kept&category=all`)
  expect(first).toContain('Kept Apart')
  expect(first).toContain('value="kept"')
  const plain = await app.text('/portfolio')
  expect(plain).not.toContain('value="kept"')
  expect(await app.text('/portfolio?category=All&search=%20&utm_source=x')).toBe(plain)
  expect(await app.text('/portfolio?search=kept%20')).toBe(first)
})

/** Milliseconds that a change may stay unseen, whatever happens (docs/operating.md, Several instances). */
const seenWithin = { timeout: 5_000, interval: 20 }

test('a change of a process that was killed right after the commit is seen within five seconds, and leaves nothing old in the cache although a response was being computed', async () => {
  // Two apps on one database, as two processes have it.
  const one = await ownApp()
  const other = await ownApp({ ...one.place })
  const found = async (term = 'first') =>
    (await other.json(`/getportfolio/public?search=${term}`)).body.portfolios.length
  await publishProject(one, 'First')
  await expect.poll(() => found('st'), seenWithin).toBe(1)
  let emptied = 0
  other.context.changes.on('portfolio', () => emptied++)
  const held = holdCategories(other)
  const old = found()
  await expect.poll(held.waiting, seenWithin).toBe(1)
  // As a process does that is killed before it can do anything else.
  await one.context.db.transaction().execute(async (tx) => {
    await tx.updateTable('projects').set({ name: 'Second', search_text: 'second' }).execute()
    await tx.updateTable('counters').set({ value: 1_000 }).where('name', '=', 'public-content').execute()
  })
  await expect.poll(() => emptied, seenWithin).toBe(1)
  held.release()
  expect([await old, await found(), await found()]).toEqual([1, 0, 0])
})

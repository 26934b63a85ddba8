// What requests cost with 100, 10,000 and 100,000 projects and messages, uncached, on both databases: CPU time of the
// whole way through the app and of the database server.
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { startSession } from '../server/accounts/sessions.ts'
import { type App, createApp } from '../server/app.ts'
import { readConfig } from '../server/config.ts'
import { type AppContext, newId } from '../server/context.ts'
import { createContext } from '../server/create-context.ts'
import { migrate } from '../server/db/migrate.ts'
import { withTimeLimit } from '../server/db/time-limit.ts'
import { makeTrigramIndexes, mergeTrigrams } from '../server/db/trigram-indexes.ts'
import { loadBuiltPages } from '../server/pages/built-pages.ts'
import { runStatement } from '../tests/support/postgres.ts'
import { seed } from '../tests/support/seed.ts'
import { longestStatement } from './blocking-time.ts'
import { type CpuClock, cpuClock } from './cpu-time.ts'
import { ownPostgres } from './own-postgres.ts'
import { beginSection, figure } from './report.ts'
import { casesFor, type ScaleCase } from './scale-cases.ts'
import { addScaleRows } from './scale-rows.ts'

const sizes = [100, 10_000, 100_000]
/** Milliseconds of CPU that each case is measured for after as much of it has warmed up, and requests at least and at most. */
const enough = 300
const least = 10
const maxRequests = 300
/** Milliseconds that no statement may hold the event loop. */
const longestAllowed = 20
/** What a page far down may cost after a change, as a multiple of page 1. */
const deepPageRatio = 2
/** Milliseconds for one statement: an index on 100,000 rows takes longer than a request may wait. */
const statementLimit = 10 * 60_000

export async function scale(): Promise<void> {
  for (const size of sizes) await measure(`SQLite, ${size}`, size, {}, cpuClock(null))
  const server = await ownPostgres()
  try {
    for (const size of sizes) {
      await runStatement(server.url, `create database items_${size}`)
      const settings = { DATABASE_URL: `${server.url}/items_${size}` }
      await measure(`PostgreSQL, ${size}`, size, settings, cpuClock(server.pid))
    }
  } finally {
    await server.remove()
  }
}

async function measure(title: string, size: number, settings: Record<string, string>, clock: CpuClock) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  await mkdir(join(dataDir, 'uploads'))
  const context = createContext(
    readConfig({
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      NODE_ENV: 'production',
      THROTTLE: 'off',
      ...settings,
    }),
  )
  try {
    const isSqlite = settings.DATABASE_URL === undefined
    beginSection(
      `${title} projects and messages`,
      `: CPU a request, after a change, with nothing counted${isSqlite ? ', longest statement' : ''}`,
    )
    await fill(context, size)
    const cookie = await adminCookie(context)
    const app = createApp(context, loadBuiltPages)
    const change = await changeOf(context)
    const measureCase = caseMeasure(context, app, cookie, clock, change)
    const afterChange = new Map<string, number>()
    for (const one of await withTimeLimit(statementLimit, () => casesFor(context, size)))
      await measureCase(one, size).then(
        (cpu) => afterChange.set(one.name, cpu),
        (error: Error) => figure(one.name, error.message, { text: 'no error', met: false }),
      )
    for (const list of ['gallery', 'category', 'projects', 'messages']) {
      const [page1 = 0, last = 0] = ['page 1', 'last page'].map((page) => afterChange.get(`${list}, ${page}`))
      const ratio = last / page1
      figure(`${list}, last page / page 1`, ratio.toFixed(2), {
        text: `at most ${deepPageRatio} after a change`,
        met: ratio <= deepPageRatio,
      })
    }
  } finally {
    await context.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** Makes the database of the benchmark. */
export async function fill(context: AppContext, size: number): Promise<void> {
  const isSqlite = context.config.databaseUrl === null
  await migrate(context.db)
  if (!isSqlite) await makeTrigramIndexes(context.db)
  await seed(context, { items: size, messages: size })
  await withTimeLimit(statementLimit, async () => {
    await addScaleRows(context)
    // As autovacuum and the cleanup job do.
    if (isSqlite) await mergeTrigrams(context.db)
    else await sql`vacuum analyze`.execute(context.db)
  })
}

/** @returns changes a project and a message in the middle of all lists, at another time each time it is called */
export async function changeOf({ db }: AppContext): Promise<() => Promise<void>> {
  const middle = async (table: 'items' | 'contacts') => {
    const { rows } = await db
      .selectFrom(table)
      .select((row) => row.fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    const offset = Math.floor(rows / 2)
    return db
      .selectFrom(table)
      .select(['id', 'created_at'])
      .orderBy('created_at')
      .offset(offset)
      .limit(1)
      .executeTakeFirstOrThrow()
  }
  const [item, message] = await withTimeLimit(statementLimit, async () => [
    await middle('items'),
    await middle('contacts'),
  ])
  let n = 0
  return async () => {
    const later = (time: string) => new Date(Date.parse(time) + (n % 2)).toISOString()
    n++
    await db
      .updateTable('items')
      .set({ created_at: later(item.created_at) })
      .where('id', '=', item.id)
      .execute()
    await db
      .updateTable('contacts')
      .set({ created_at: later(message.created_at) })
      .where('id', '=', message.id)
      .execute()
  }
}

/** Milliseconds of CPU that something takes, called often. */
async function cpuOf(work: () => Promise<unknown>, clock: CpuClock): Promise<number> {
  const before = clock()
  let times = 0
  let used = 0
  while (times < least || (used < enough && times < maxRequests)) {
    await work()
    times++
    if (times % least === 0) used = clock() - before
  }
  return (clock() - before) / times
}

/** Milliseconds of CPU that something takes after a change: changes alone and changes with it take turns. */
async function cpuAfter(change: () => Promise<void>, work: () => Promise<unknown>, clock: CpuClock) {
  let times = 0
  let used = 0
  let alone = 0
  let both = 0
  while (times < least || (used < enough && times < maxRequests)) {
    const start = clock()
    for (let n = 0; n < least; n++) await change()
    const between = clock()
    for (let n = 0; n < least; n++) {
      await change()
      await work()
    }
    const end = clock()
    alone += between - start
    both += end - between
    used = both - alone
    times += least
  }
  return used / times
}

/** @param change changes what the lists are made of */
function caseMeasure(
  context: AppContext,
  app: App,
  cookie: string,
  clock: CpuClock,
  change: () => Promise<void>,
) {
  /** @returns milliseconds of CPU of one request after a change */
  return async ({ name, path, work, goal }: ScaleCase, size: number): Promise<number> => {
    let sent = 0
    const send = async () => {
      context.changes.emit('portfolio')
      const n = sent++
      if (!path) return work?.(n)
      const headers = { cookie, accept: path(n) === '/portfolio' ? 'text/html' : 'application/json' }
      const response = await app.fetch(new Request(`http://localhost:3000${path(n)}`, { headers }))
      await response.arrayBuffer()
      if (!response.ok) throw new Error(`responded ${response.status}`)
    }
    const sendUncounted = () => {
      context.listCache.clear()
      return send()
    }
    await cpuOf(send, clock)
    longestStatement()
    const each = await cpuOf(send, clock)
    const changed = path ? await cpuAfter(change, send, clock) : each
    const uncounted = path ? await cpuOf(sendUncounted, clock) : each
    const longest = longestStatement()
    const most = goal[size] ?? 0
    const isSqlite = context.config.databaseUrl === null
    const figures = [each, changed, uncounted, ...(isSqlite ? [longest] : [])]
    figure(name, `${figures.map((ms) => ms.toFixed(2)).join(', ')} ms`, {
      text: [`at most ${most} ms`, ...(isSqlite ? [`no statement of ${longestAllowed} ms`] : [])].join(', '),
      met: each <= most && (!isSqlite || longest <= longestAllowed),
    })
    return changed
  }
}

export async function adminCookie(context: AppContext): Promise<string> {
  const id = newId()
  const now = context.now().toISOString()
  await context.db
    .insertInto('users')
    .values({
      ...{ id, name: 'Ada', email: 'ada@example.com', role: 'admin', password_hash: null, avatar: null },
      ...{ password_strength: null, email_verified_at: now, created_at: now },
    })
    .execute()
  return `session=${await startSession(context, context.db, id)}`
}

// What lists, searches and totals cost with 10,000 and 100,000 projects and messages, on both databases: milliseconds of CPU of
// this process and of the database server.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../server/config.ts'
import type { AppContext } from '../server/context.ts'
import { createContext } from '../server/create-context.ts'
import { withTimeLimit } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { makeTrigramIndexes, tidySqlite } from '../server/db/search.ts'
import { readContacts } from '../server/messages/messages.ts'
import { readGallery } from '../server/projects/gallery.ts'
import { runStatement } from '../tests/support/postgres.ts'
import { seed } from '../tests/support/seed.ts'
import { type CpuClock, cpuClock } from './cpu-time.ts'
import { ownPostgres } from './own-postgres.ts'
import { beginSection, figure } from './report.ts'

const sizes = [10_000, 100_000]
/** Each part is measured so many times, after as many that are not. */
const rounds = 10
/** Milliseconds for one statement: an index on 100,000 rows takes longer than a request may wait. */
const statementLimit = 10 * 60_000

export async function lists(): Promise<void> {
  for (const size of sizes) await measure(`SQLite, ${size}`, size, {}, cpuClock(null))
  const server = await ownPostgres()
  try {
    for (const size of sizes) {
      await runStatement(server.url, `create database lists_${size}`)
      const settings = { DATABASE_URL: `${server.url}/lists_${size}` }
      await measure(`PostgreSQL, ${size}`, size, settings, cpuClock(server.pid))
    }
  } finally {
    await server.remove()
  }
}

async function measure(title: string, size: number, settings: Record<string, string>, clock: CpuClock) {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  const context = createContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings }))
  try {
    await withTimeLimit(statementLimit, () => fill(context, size))
    beginSection(title)
    for (const [name, most, work] of casesFor(context, size)) {
      for (let n = 0; n < rounds; n++) await work()
      const before = clock()
      for (let n = 0; n < rounds; n++) await work()
      const each = (clock() - before) / rounds
      const limit = size === 100_000 ? most : 15
      figure(name, `${each.toFixed(1)} ms`, { text: `at most ${limit} ms`, met: each <= limit })
    }
  } finally {
    await context.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function fill(context: AppContext, size: number): Promise<void> {
  const { db, config } = context
  await migrate(db)
  if (config.databaseUrl) await makeTrigramIndexes(db)
  await seed(context, { items: size, messages: size })
  // As autovacuum and the cleanup job do.
  await (config.databaseUrl ? sql`vacuum analyze`.execute(db) : tidySqlite(db))
}

const inbox = { folder: 'inbox', status: undefined, sort: 'newest', limit: 10 } as const

type Case = [name: string, most: number, work: () => Promise<unknown>]

/** Each with its goal at 100,000. */
function casesFor(context: AppContext, size: number): Case[] {
  const gallery = (query: { search?: string; category?: string; page?: number }) => () =>
    readGallery(context, { id: undefined, category: '', search: '', page: 1, limit: 12, ...query })
  const messages = (query: { search?: string; page?: number }) => () =>
    readContacts(context, { ...inbox, search: '', page: 1, ...query })
  return [
    ['gallery, first page', 5, gallery({})],
    ['gallery, category', 30, gallery({ category: 'React' })],
    ['gallery, deep page', 8, gallery({ page: Math.floor(size / 20) })],
    ['gallery, rare term', 8, gallery({ search: String(size - 7) })],
    ['gallery, common term', 130, gallery({ search: 'wordpress' })],
    ['gallery, two letters', 130, gallery({ search: 'or' })],
    ['messages, first page', 5, messages({})],
    ['messages, deep page', 8, messages({ page: Math.floor(size / 15) })],
    ['messages, rare term', 8, messages({ search: `visitor${size - 7}@` })],
    ['messages, common term', 130, messages({ search: 'wordpress' })],
    ['messages, two letters', 130, messages({ search: 'or' })],
  ]
}

// What lists, searches and totals cost with 10,000 and 100,000 projects and messages, on both databases: milliseconds of CPU of
// this process and of the database server.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '../server/config.ts'
import type { AppContext } from '../server/context.ts'
import { createContext } from '../server/create-context.ts'
import { withTimeLimit } from '../server/db/connect.ts'
import { migrate } from '../server/db/migrate.ts'
import { makeTrigramIndexes, tidySqlite } from '../server/db/search.ts'
import { countMailboxes, readMessagePage } from '../server/messages/messages.ts'
import { readGallery } from '../server/projects/gallery.ts'
import { runStatement, startPostgres } from '../tests/support/peers/postgres.ts'
import { seed } from '../tests/support/seed.ts'
import { cpuTimeOf, type Figure } from './measure.ts'

const sizes = [10_000, 100_000]
/** Rows that one statement inserts. */
const batch = 2_000
/** Each part is measured so many times, after as many that are not: the system counts in steps of 10 ms. */
const rounds = 40
/** Milliseconds for one statement: an index on 100,000 rows takes longer than a request may wait. */
const statementLimit = 10 * 60_000

export async function* lists(): AsyncGenerator<Figure> {
  for (const size of sizes) yield* measure(`SQLite, ${size}`, size, {}, process.pid)
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  const { url, server } = await startPostgres(folder)
  try {
    const [pid] = (await readFile(join(folder, 'data/postmaster.pid'), 'utf8')).split('\n')
    for (const size of sizes) {
      await runStatement(url, `create database lists_${size}`)
      const settings = { DATABASE_URL: `${url}/lists_${size}` }
      yield* measure(`PostgreSQL, ${size}`, size, settings, process.pid, Number(pid))
    }
  } finally {
    await server.stop()
    await rm(folder, { recursive: true })
  }
}

/** @param pids of the processes whose CPU time counts */
async function* measure(
  title: string,
  size: number,
  settings: Record<string, string>,
  ...pids: number[]
): AsyncGenerator<Figure> {
  const dataDir = await mkdtemp(join(tmpdir(), 'portfolio-bench-'))
  const context = createContext(readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings }))
  try {
    await withTimeLimit(statementLimit, () => fill(context, size))
    for (const [name, most, work] of casesFor(context, size)) {
      for (let n = 0; n < rounds; n++) await work()
      const before = cpuTimeOf(...pids)
      for (let n = 0; n < rounds; n++) await work()
      const value = (cpuTimeOf(...pids) - before) / rounds
      yield { what: `${title}: ${name}`, value, unit: 'ms', atMost: size === 100_000 ? most : 15 }
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
  for (let n = 0; n < size; n += batch) await seed(context.db, { projects: batch, messages: batch }, n)
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
    Promise.all([
      readMessagePage(context, { ...inbox, search: '', page: 1, ...query }),
      countMailboxes(context),
    ])
  return [
    ['gallery, first page', 5, gallery({})],
    ['gallery, category', 30, gallery({ category: 'React' })],
    ['gallery, deep page', 8, gallery({ page: Math.floor(size / 20) })],
    ['gallery, rare term', 8, gallery({ search: String(size - 7) })],
    ['gallery, common term', 130, gallery({ search: 'wordpress' })],
    ['messages, first page', 5, messages({})],
    ['messages, deep page', 8, messages({ page: Math.floor(size / 15) })],
    ['messages, rare term', 8, messages({ search: `visitor${size - 7}@` })],
    ['messages, common term', 130, messages({ search: 'wordpress' })],
  ]
}

// One PostgreSQL for the test run: that of TEST_DATABASE_URL (without a database), or one that is started for it. Each app
// gets its own database, a copy of a migrated one.
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import { makeTrigramIndexes } from '../../server/db/search.ts'
import { startPostgres } from './postgres-server.ts'

/** The database that each test's own is a copy of. */
export const migratedTemplate = 'migrated'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server without a database, or null for SQLite. */
    postgres: string | null
  }
}

export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  // Without durability, because every app creates a database.
  const server = given
    ? { url: given.replace(/\/$/, ''), remove: async () => {} }
    : await startPostgres({ flags: ['-c', 'fsync=off', '-c', 'max_connections=200'] })
  await runStatement(server.url, `drop database if exists ${migratedTemplate} with (force)`)
  await runStatement(server.url, `create database ${migratedTemplate}`)
  const db = openPostgres(`${server.url}/${migratedTemplate}`, () => {})
  await migrate(db)
  const unindexed = await makeTrigramIndexes(db)
  if (unindexed) throw unindexed
  await db.destroy()
  project.provide('postgres', server.url)
  return () => server.remove()
}

/** @param server URL of the server without a database */
export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

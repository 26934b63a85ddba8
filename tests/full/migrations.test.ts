// Migrations that are cut off: whatever the moment, the database stays as it was and the next start finishes them.
import { join } from 'node:path'
import { type Kysely, type KyselyPlugin, sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite } from '../../server/db/connect.ts'
import { migrate } from '../../server/db/migrate.ts'
import type { Tables } from '../../server/db/tables.ts'
import { scratchFolder } from '../support/backups.ts'

const cut = new Error('cut off')

/** Fails before the statement with this number, counted from 1. */
function failAt(number: number): KyselyPlugin & { count: number } {
  return {
    count: 0,
    transformQuery({ node }) {
      if (++this.count >= number) throw cut
      return node
    },
    transformResult: async ({ result }) => result,
  }
}

/** Opens a database as a process does, and closes it as the end of the process does. */
async function opened<Result>(path: string, work: (db: Kysely<Tables>) => Promise<Result>): Promise<Result> {
  const db = openSqlite(path)
  return work(db).finally(() => db.destroy())
}

/** Every table and index as SQLite stores it, and the names of the applied steps. */
async function schemaOf(db: Kysely<Tables>) {
  const { rows } = await sql<{ sql: string }>`
    select sql from sqlite_master where sql is not null order by name`.execute(db)
  const steps = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return { schema: rows.map((row) => row.sql), steps: steps.rows.map(({ name }) => name) }
}

test('a first start that is cut off leaves nothing behind, and the next one makes everything', async () => {
  const folder = await scratchFolder()
  const counter = failAt(Number.POSITIVE_INFINITY)
  const whole = await opened(join(folder, 'whole.db'), async (db) => {
    await migrate(db.withPlugin(counter))
    return schemaOf(db)
  })
  const statements = counter.count
  // Before the first table, between two, and before the last statement.
  for (const statement of [1, Math.round(statements / 2), statements])
    await opened(join(folder, `${statement}.db`), async (db) => {
      await expect(migrate(db.withPlugin(failAt(statement)))).rejects.toBe(cut)
      await migrate(db)
      expect(await schemaOf(db)).toEqual(whole)
    })
})

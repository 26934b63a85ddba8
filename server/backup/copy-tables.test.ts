import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openSqlite } from '../db/connect.ts'
import { migrate } from '../db/migrate.ts'
import { copiedTables } from './copy-tables.ts'

test('every table that is copied is read by its primary key', async () => {
  const db = openSqlite(':memory:')
  await migrate(db)
  for (const [table, key] of Object.entries(copiedTables)) {
    const columns = sql<{
      name: string
    }>`select name from pragma_table_info(${table}) where pk > 0 order by pk`
    // SQLite has a number of its own as the key of those that are searched.
    const names = (await columns.execute(db)).rows.map(({ name }) => (name === 'search_row' ? 'id' : name))
    expect([table, ...names]).toEqual([table, ...key])
  }
  await db.destroy()
})

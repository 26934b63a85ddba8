// How many rows lists have: triggers count, so a total costs the same however long a list is, and is never outdated.
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** @param lists names in `list_counts` */
export async function readTotal(db: Database, lists: string[]): Promise<number> {
  const [total = 0] = await readTotals(db, [lists])
  return total
}

/** The totals of several lists in one statement. @param groups the names in `list_counts` that each total adds up */
export async function readTotals(db: Database, groups: string[][]): Promise<number[]> {
  const rows = await db
    .selectFrom('list_counts')
    .where('list', 'in', groups.flat())
    .select((row) => ['list', row.fn.sum<number>('rows').as('total')])
    .groupBy('list')
    .execute()
  const totals = new Map(rows.map(({ list, total }) => [list, total]))
  return groups.map((lists) => lists.reduce((sum, list) => sum + (totals.get(list) ?? 0), 0))
}

/**
 * On PostgreSQL each statement that changes a list adds a row, so that writers do not wait for each other; this adds them up.
 * Of two instances that do so at once the second finds the rows of the first gone and leaves the new ones alone.
 */
export async function mergeCounts(db: Database): Promise<void> {
  await sql`
    with merged as (delete from list_counts returning list, rows)
    insert into list_counts (list, rows)
    select list, sum(rows) from merged group by list having sum(rows) <> 0`.execute(db)
}

// How many rows lists have: triggers count, so a total costs the same however long a list is, and is never outdated.
import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** @param lists names in `list_counts` */
export async function readTotal(db: Database, lists: string[]): Promise<number> {
  const query = db.selectFrom('list_counts').where('list', 'in', lists)
  const { total } = await query
    .select((row) => row.fn.sum<number | null>('rows').as('total'))
    .executeTakeFirstOrThrow()
  return total ?? 0
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

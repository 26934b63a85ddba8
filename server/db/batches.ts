// Reads all rows of a query in batches, so that memory does not grow with their number.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Tables } from './tables.ts'

const batch = 500

/**
 * Each batch starts after the last row of the one before, so rows that come or go in the meantime skip and repeat no other.
 * @param query without an order
 */
export async function* inBatches<
  Table extends 'messages' | 'audit_events',
  Row extends { id: string; created_at: string },
>(query: SelectQueryBuilder<Tables, Table, Row>, sort: 'newest' | 'oldest'): AsyncGenerator<Row[]> {
  const [direction, beyond] = sort === 'oldest' ? (['asc', sql`>`] as const) : (['desc', sql`<`] as const)
  const ordered = query
    .orderBy(sql.ref('created_at'), direction)
    .orderBy(sql.ref('id'), direction)
    .limit(batch)
  let last: Row | undefined
  do {
    const rest = last
      ? ordered.where(sql<SqlBool>`(created_at, id) ${beyond} (${last.created_at}, ${last.id})`)
      : ordered
    const rows = await rest.execute()
    yield rows
    last = rows.length === batch ? rows.at(-1) : undefined
  } while (last)
}

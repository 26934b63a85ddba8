// Reads all rows of a query in batches, so that memory does not grow with their number.
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'

/** Rows. All of one batch can be inserted by one statement: both databases take 32,766 values at least. */
const batch = 200

export const directionOf = (sort: string) => (sort === 'oldest' ? 'asc' : 'desc')

/**
 * Each batch starts after the last row of the one before, so rows that come or go in the meantime skip and repeat no other.
 * @param query without an order
 * @param key the columns that it is ordered by, which together are unique
 */
export async function* inBatches<DB, Table extends keyof DB, Row extends object>(
  query: SelectQueryBuilder<DB, Table, Row>,
  key: readonly (keyof Row & string)[],
  direction: 'asc' | 'desc' = 'asc',
): AsyncGenerator<Row[]> {
  const beyond = direction === 'asc' ? sql`>` : sql`<`
  let ordered = query.limit(batch)
  for (const name of key) ordered = ordered.orderBy(sql.ref(name), direction)
  let last: Row | undefined
  do {
    const after = sql.join(key.map((name) => last?.[name]))
    const columns = sql.join(key.map((name) => sql.ref(name)))
    const rows = await (last
      ? ordered.where(sql<SqlBool>`(${columns}) ${beyond} (${after})`)
      : ordered
    ).execute()
    yield rows
    last = rows.length === batch ? rows.at(-1) : undefined
  } while (last)
}

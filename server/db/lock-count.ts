// A lock for lists that have a limit for the whole site.
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/**
 * Call it first in the transaction that adds a row and counts: until it ends, others wait. On PostgreSQL two transactions at
 * the same moment do not see each other's rows; on SQLite this makes the transaction the only writer.
 */
export async function lockCount(tx: Transaction<Tables>, list: 'webhooks' | 'saved-replies'): Promise<void> {
  await tx
    .insertInto('counters')
    .values({ name: `count-${list}`, value: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row.ref('counters.value') })),
    )
    .execute()
}

// Settings: values by name. And turns, which transactions take one after another.
import type { Transaction } from 'kysely'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

type Db = Database | Transaction<Tables>

/** `states` are what the running installation remembers: they are in no backup. */
type Table = 'settings' | 'states'

export async function readSetting(db: Db, name: string, from: Table = 'settings'): Promise<string | null> {
  const row = await db.selectFrom(from).select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

export async function writeSetting(
  db: Db,
  name: string,
  value: string,
  to: Table = 'settings',
): Promise<void> {
  await db
    .insertInto(to)
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

/**
 * Call it first in the transaction that counts rows: until it ends, others with the same turn wait. On PostgreSQL two transactions at
 * the same moment do not see each other's rows; on SQLite this makes the transaction the only writer.
 */
export async function takeTurn(
  tx: Transaction<Tables>,
  list: 'accounts' | 'webhooks' | 'saved-replies',
): Promise<void> {
  await tx
    .insertInto('counters')
    .values({ name: `turn-${list}`, value: 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row.ref('counters.value') })),
    )
    .execute()
}

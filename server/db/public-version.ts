// The version of what public pages show: a number that grows with each change, in the transaction of the change. An
// instance that has seen the current version has no older page in its cache.
import { type CompiledQuery, sql, type Transaction } from 'kysely'
import type { Database } from './connect.ts'
import type { Tables } from './tables.ts'

const name = 'public-content'
export const publicVersionChannel = 'public_content'

/**
 * Call it last in the transaction: on PostgreSQL it locks a row that every such transaction writes, so versions are
 * committed in order, and a transaction that locked this row before others could deadlock with them.
 * @param isShared whether other instances may listen: they are notified by the commit itself
 * @returns the version that the commit makes current
 */
export async function raisePublicVersion(tx: Transaction<Tables>, isShared: boolean): Promise<number> {
  const { value } = await tx
    .insertInto('counters')
    .values({ name, value: 1 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((row) => ({ value: row('counters.value', '+', 1) })),
    )
    .returning('value')
    .executeTakeFirstOrThrow()
  if (isShared) await sql`select pg_notify(${publicVersionChannel}, ${String(value)})`.execute(tx)
  return value
}

export async function readPublicVersion(db: Database): Promise<number> {
  return versionIn((await db.executeQuery(publicVersionQuery(db))).rows)
}

export function publicVersionQuery(db: Database): CompiledQuery<{ value: number }> {
  return db.selectFrom('counters').select('value').where('name', '=', name).compile()
}

export function versionIn([row]: { value: number }[]): number {
  return row?.value ?? 0
}

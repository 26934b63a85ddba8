// Work that instances on one PostgreSQL do one after the other, such as the first content of an empty database.
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { withTimeLimit } from './time-limit.ts'

/** Milliseconds that an instance which is suspended may hold the others up, and that one waits. */
const holdLimit = 60_000
const waitLimit = 70_000

/**
 * Runs the work while no other instance runs work of this name. The lock is that of a transaction: it ends with the
 * process that holds it, and a pooler cannot separate it from its connection. Not for SQLite.
 */
export async function oneInstanceAtATime<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const tx = await withTimeLimit(waitLimit, () => db.startTransaction().execute())
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(holdLimit)}, true)`.execute(
      tx,
    )
    await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
    return await work()
  } finally {
    await tx.rollback().execute()
  }
}

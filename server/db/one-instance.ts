// Work that instances on one PostgreSQL do one after the other, such as the first content of an empty database.
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { withTimeLimit } from './time-limit.ts'

/** Milliseconds: what a migration of a large database may take; as long may one instance hold the others up. */
const limit = 10 * 60_000

/**
 * What reads or changes the database before it is known to have the schema of this version, the migrations included. The lock
 * is that of a transaction: it ends with the process that holds it, and a pooler cannot separate it from its connection.
 * SQLite has one server at a time anyway.
 * @param onWait called with a sentence for the operator when another instance is at it
 */
export async function oneStartAtATime<Result>(
  { config, db }: { config: { databaseUrl: string | null }; db: Database },
  work: () => Promise<Result>,
  onWait: (sentence: string) => void = () => {},
): Promise<Result> {
  if (!config.databaseUrl) return work()
  const tx = await withTimeLimit(limit, () => db.startTransaction().execute())
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(limit)}, true)`.execute(tx)
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('portfolio start')) as free`.execute(tx)
    if (!rows[0]?.free) {
      onWait(
        `another instance starts or upgrades the database; waiting up to ${limit / 60_000} minutes for it`,
      )
      await sql`select pg_advisory_xact_lock(hashtext('portfolio start'))`.execute(tx)
    }
    return await work()
  } finally {
    await tx.rollback().execute()
  }
}

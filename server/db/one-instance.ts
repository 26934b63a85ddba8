// Work that instances on one PostgreSQL do one after the other, such as the first content of an empty database.
import { sql } from 'kysely'
import { type Database, ping } from './connect.ts'
import { withTimeLimit } from './time-limit.ts'

/**
 * Milliseconds that an instance which is suspended may hold the others up; between the signs of life of one that works,
 * however long; and that the others wait for it, which is what a migration of a large database may take.
 */
const holdLimit = 60_000
const lifeInterval = 20_000
const waitLimit = 10 * 60_000

/**
 * What reads or changes the database before it is known to have the schema of this version, the upgrade included: an
 * instance that reads while another one upgrades would find columns renamed and tables locked [R210]. SQLite has one
 * server at a time anyway.
 * @param onWait called with a sentence for the operator when another instance is at it
 */
export function oneStartAtATime<Result>(
  { config, db }: { config: { databaseUrl: string | null }; db: Database },
  work: () => Promise<Result>,
  onWait: (sentence: string) => void = () => {},
): Promise<Result> {
  if (!config.databaseUrl) return work()
  return oneInstanceAtATime(db, 'portfolio start', work, {
    onWait: () =>
      onWait(
        `another instance starts or upgrades the database; waiting up to ${waitLimit / 60_000} minutes for it`,
      ),
  })
}

/**
 * Runs the work while no other instance runs work of this name. The lock is that of a transaction: it ends with the
 * process that holds it, and a pooler cannot separate it from its connection. Not for SQLite.
 * @param options.interval milliseconds between two statements of that transaction: PostgreSQL ends it when it is idle for
 *   long
 * @param options.onWait called once when another instance is at it
 */
export async function oneInstanceAtATime<Result>(
  db: Database,
  name: string,
  work: () => Promise<Result>,
  { interval = lifeInterval, onWait = () => {} } = {},
): Promise<Result> {
  const tx = await withTimeLimit(waitLimit, () => db.startTransaction().execute())
  let timer: NodeJS.Timeout | undefined
  try {
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(holdLimit)}, true)`.execute(
      tx,
    )
    const { rows } = await sql<{ free: boolean }>`
      select pg_try_advisory_xact_lock(hashtext(${name})) as free`.execute(tx)
    if (!rows[0]?.free) {
      onWait()
      await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
    }
    // When this fails, the connection is lost: the work, which has another one, finds out for itself.
    timer = setInterval(() => void ping(tx).catch(() => {}), interval)
    return await work()
  } finally {
    clearInterval(timer)
    await tx.rollback().execute()
  }
}

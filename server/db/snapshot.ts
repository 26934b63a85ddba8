// A view of the whole database at one moment, to be read for as long as it takes while others write.
import { sql } from 'kysely'
import { type Database, openPostgres, withTimeLimit } from './connect.ts'
import { waitForDatabase } from './migrate.ts'
import { openSqliteSnapshot } from './sqlite.ts'

/** Milliseconds for one statement of it. */
const statementLimit = 60_000
/** Milliseconds between two statements: the reader may have to wait for whoever takes what it reads. */
const idleLimit = 10 * 60_000

export interface Snapshot extends AsyncDisposable {
  /** Reads only. */
  readonly db: Database
}

/**
 * What was committed before it is called is in it. It has a connection of its own, and waits for a database that is away.
 * @param databaseUrl of PostgreSQL, or null for SQLite
 * @param file the SQLite database, which must be there
 * @throws NoConnection
 */
export async function openSnapshot(databaseUrl: string | null, file: string): Promise<Snapshot> {
  await using opened = new AsyncDisposableStack()
  let db: Database
  if (databaseUrl === null) db = opened.use(openSqliteSnapshot(file))
  else {
    const pool = opened.use(openPostgres(databaseUrl))
    await waitForDatabase(pool)
    const tx = await withTimeLimit(statementLimit, () =>
      pool.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(),
    )
    // Where it fails the connection is gone, and that is told by whoever read from it.
    opened.defer(() =>
      tx
        .rollback()
        .execute()
        .catch(() => {}),
    )
    // The first query fixes what the transaction sees.
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(idleLimit)}, true)`.execute(
      tx,
    )
    db = tx
  }
  const parts = opened.move()
  return { db, [Symbol.asyncDispose]: () => parts.disposeAsync() }
}

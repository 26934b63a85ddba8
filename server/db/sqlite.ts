// Opens the SQLite database: Kysely's own SQL for it on a driver for node:sqlite.
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { nameFullDisk } from './full-disk.ts'
import { lockLimit, NodeSqliteDriver } from './sqlite-driver.ts'
import type { Tables } from './tables.ts'

/** Commits are on disk before they are acknowledged: WAL with synchronous FULL costs 0.22 ms a commit. */
export function openSqlite(file: string): Kysely<Tables> {
  const database = nameFullDisk(
    file,
    () => new DatabaseSync(file, { timeout: lockLimit, enableForeignKeyConstraints: true }),
  )
  try {
    // A deleted secret or message leaves no trace in free pages.
    nameFullDisk(file, () =>
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON'),
    )
    // SQLite would wait for another process by stopping this one: the driver waits instead.
    database.exec('PRAGMA busy_timeout = 0')
  } catch (error) {
    database.close()
    throw error
  }
  return new Kysely<Tables>({ dialect: dialectOf(new NodeSqliteDriver(database, file)) })
}

function dialectOf(driver: NodeSqliteDriver): Dialect {
  return {
    createAdapter: () => new Adapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

class Adapter extends SqliteAdapter {
  /** SQLite undoes changes of the schema like any others. Otherwise migrations would run outside a transaction. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver keeps statements apart itself. Kysely would keep all waiting while one waits for another process. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

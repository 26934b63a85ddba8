// Opens the SQLite database: Kysely's SQL for SQLite on our driver for node:sqlite.
import { DatabaseSync } from 'node:sqlite'
import { type Dialect, Kysely, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely'
import { nameFullDisk } from './full-disk.ts'
import { lockLimit, NodeSqliteDriver } from './sqlite-driver.ts'
import type { OnStatement } from './statement-timing.ts'
import type { Tables } from './tables.ts'

/** Commits are on disk before they are acknowledged: WAL with synchronous FULL costs 0.22 ms a commit. */
export function openSqlite(file: string, onStatement?: OnStatement): Kysely<Tables> {
  const database = nameFullDisk(
    file,
    () => new DatabaseSync(file, { timeout: lockLimit, enableForeignKeyConstraints: true }),
  )
  try {
    // secure_delete: deleted secrets and messages are overwritten in free pages.
    nameFullDisk(file, () =>
      database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON'),
    )
    // SQLite would block this process while another one holds the lock: the driver waits instead.
    database.exec('PRAGMA busy_timeout = 0')
  } catch (error) {
    database.close()
    throw error
  }
  return new Kysely<Tables>({ dialect: dialectOf(new NodeSqliteDriver(database, file, onStatement)) })
}

/**
 * Reads the database as it is now, whatever others write at the same time: their write-ahead log grows until this is closed.
 * Nothing can be written through it.
 */
export function openSqliteSnapshot(file: string): Kysely<Tables> {
  const database = new DatabaseSync(file, { readOnly: true, timeout: lockLimit })
  try {
    // The first read fixes what the transaction sees.
    database.exec('BEGIN; SELECT count(*) FROM sqlite_master')
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
  /** SQLite rolls back changes of the schema, too. Kysely would run migrations outside a transaction otherwise. */
  override get supportsTransactionalDdl(): boolean {
    return true
  }

  /** The driver serialises transactions itself. Kysely would block all statements while one waits for another process. */
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

// SQLite by node:sqlite: Kysely's SQL on a driver of our own, because Kysely's would block all statements while one waits for
// another process. Its calls block the thread, so nothing here waits inside SQLite.
import { statSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncOptions, type SQLInputValue } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import type { Tables } from './tables.ts'
import { countWait, currentTimeLimit } from './time-limit.ts'

/** Milliseconds that a statement outside of requests waits for the lock of another process. */
const lockLimit = 5_000
/** Milliseconds between two attempts. */
const pause = 20
const SQLITE_BUSY = 5
const isSelect = /^\s*select\b/i

/** The database file was moved or deleted: writes would be lost. */
export class MovedDatabase extends Error {}

/** Commits are on disk before they are acknowledged: WAL with synchronous FULL costs 0.22 ms a commit. */
export function openSqlite(file: string): Kysely<Tables> {
  // secure_delete: deleted secrets and messages are overwritten in free pages.
  // busy_timeout: SQLite would block this process while another one holds the lock: the driver waits instead.
  return openWith(
    file,
    { enableForeignKeyConstraints: true },
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON; PRAGMA busy_timeout = 0',
  )
}

/**
 * Reads the database as it is now, whatever others write at the same time: their write-ahead log grows until this is closed.
 * Nothing can be written through it.
 */
export function openSqliteSnapshot(file: string): Kysely<Tables> {
  // The first read fixes what the transaction sees.
  return openWith(file, { readOnly: true }, 'BEGIN; SELECT count(*) FROM sqlite_master')
}

function openWith(file: string, options: DatabaseSyncOptions, statements: string): Kysely<Tables> {
  const database = new DatabaseSync(file, { timeout: lockLimit, ...options })
  try {
    database.exec(statements)
  } catch (error) {
    database.close()
    throw error
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new Adapter(),
      createDriver: () => new NodeSqliteDriver(database, file),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
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

/**
 * One transaction at a time, and no other statement while it is open: all share one connection of SQLite. While a
 * statement waits for the lock of another process, others run between its attempts.
 */
class NodeSqliteDriver implements Driver {
  readonly #database: DatabaseSync
  readonly #file: string
  readonly #opened: string | null
  #transaction: { connection: DatabaseConnection; ended: Promise<void>; end: () => void } | null = null

  constructor(database: DatabaseSync, file: string) {
    this.#database = database
    this.#file = file
    this.#opened = fileIdentity(file)
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const connection: DatabaseConnection = {
      executeQuery: <Row>(query: CompiledQuery) => this.#unlocked(connection, () => this.#run<Row>(query)),
      async *streamQuery<Row>(query: CompiledQuery) {
        yield await connection.executeQuery<Row>(query)
      },
    }
    return connection
  }

  async releaseConnection(): Promise<void> {}

  /**
   * Takes the write lock at once: a transaction that reads first and then meets another writer (a command next to the
   * server) could not wait for it, because what it has read would be outdated.
   */
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    const begin = () => {
      this.#checkPlace()
      // Left open by a failed rollback.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      this.#database.exec('begin immediate')
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#transaction = { connection, ended: promise, end: resolve }
    }
    await this.#unlocked(connection, begin)
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await this.#unlocked(connection, () => this.#database.exec('commit'))
    this.#end()
  }

  /**
   * Never fails, so that the original error is reported. On a full disk SQLite has already rolled back, and another
   * rollback would fail because there is nothing to roll back.
   */
  async rollbackTransaction(): Promise<void> {
    try {
      if (this.#database.isTransaction) this.#database.exec('rollback')
    } catch {
      // `beginTransaction` tries again.
    }
    this.#end()
  }

  async destroy(): Promise<void> {
    this.#database.close()
  }

  #end(): void {
    const ended = this.#transaction
    this.#transaction = null
    ended?.end()
  }

  /** Runs the work when no other transaction is open, and retries while another process holds the lock. */
  async #unlocked<Result>(connection: DatabaseConnection, work: () => Result): Promise<Result> {
    const timeLimit = currentTimeLimit() ?? { limit: lockLimit, left: Number.POSITIVE_INFINITY }
    let firstTry: { at: number; left: number } | null = null
    let hasWaited = false
    try {
      for (;;) {
        while (this.#transaction && this.#transaction.connection !== connection) await this.#transaction.ended
        firstTry ??= { at: performance.now(), left: timeLimit.left }
        try {
          return work()
        } catch (error) {
          const limit = Math.min(timeLimit.limit, firstTry.left, lockLimit)
          // What another wait has used up meanwhile is used up for this one, too.
          const left = Math.min(limit - (performance.now() - firstTry.at), timeLimit.left)
          if (!isBusy(error) || left <= 0) throw error
          hasWaited = true
          await delay(Math.min(pause, left))
        }
      }
    } finally {
      if (firstTry && hasWaited) countWait(timeLimit, firstTry.left, performance.now() - firstTry.at)
    }
  }

  #run<Row>({ sql, parameters }: CompiledQuery): QueryResult<Row> {
    const values = parameters as SQLInputValue[]
    const statement = this.#database.prepare(sql)
    if (!isSelect.test(sql)) this.#checkPlace()
    if (statement.columns().length > 0) return { rows: statement.all(...values) as Row[] }
    const { changes, lastInsertRowid } = statement.run(...values)
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) }
  }

  /** Takes some microseconds for each write, compared to hundreds for a commit. */
  #checkPlace(): void {
    if (fileIdentity(this.#file) !== this.#opened)
      throw new MovedDatabase(`${this.#file} is not the file that was opened`)
  }
}

function isBusy(error: unknown): boolean {
  const { errcode } = error as { errcode?: number }
  return errcode !== undefined && (errcode & 0xff) === SQLITE_BUSY
}

/** Of the file at a path, because an open file still exists when it was moved or deleted. @returns null when there is none. */
export function fileIdentity(path: string): string | null {
  const found = statSync(path, { throwIfNoEntry: false })
  return found ? `${found.dev}:${found.ino}` : null
}

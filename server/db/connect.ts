// Opens the database: a SQLite file, or PostgreSQL by its address.
import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely, PostgresDialect, sql } from 'kysely'
import { nodeSqlite } from './node-sqlite.ts'
import type { Tables } from './tables.ts'

export type Database = Kysely<Tables>

/** How long a writer waits for another one, in milliseconds (SECURITY.md, fault 7). */
const lockPatience = 5000

/** Commits are on disk before they are acknowledged: WAL with synchronous FULL costs 0.22 ms a commit. */
export function openSqlite(file: string): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(file, { timeout: lockPatience, enableForeignKeyConstraints: true })
  // A deleted secret or message leaves no trace in free pages.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON')
  return new Kysely<Tables>({ dialect: nodeSqlite(database) })
}

/** The driver is loaded only where it is needed: most installations never are on PostgreSQL. */
export function openPostgres(address: string, onIdleError: (error: Error) => void): Database {
  const pool = async () => {
    const { default: pg } = await import('pg')
    // count(*) and bigint arrive as text; every number here is far below 2^53.
    pg.types.setTypeParser(pg.types.builtins.INT8, Number)
    const pool = new pg.Pool({
      connectionString: address,
      max: 10,
      connectionTimeoutMillis: 2000,
      idleTimeoutMillis: 30_000,
      statement_timeout: 15_000,
    })
    // A server that goes away breaks idle connections too; the pool opens new ones by itself.
    pool.on('error', onIdleError)
    return pool
  }
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}

/** The smallest question that proves the database answers. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

/** A unique index said no: two requests wanted the same name at the same moment. */
export function isDuplicate(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string }
  // SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY; PostgreSQL unique_violation.
  return errcode === 2067 || errcode === 1555 || code === '23505'
}

/** The database is locked, away or shutting down: worth another try soon. */
export function isAway(error: unknown): boolean {
  const { errcode, code, message } = (error ?? {}) as { errcode?: number; code?: string; message?: string }
  if (errcode !== undefined) return (errcode & 0xff) === 5 || (errcode & 0xff) === 6 // SQLITE_BUSY, SQLITE_LOCKED
  return (
    // Connection exceptions, shutdown and start-up, serialization failures and deadlocks; and the socket's own words.
    /^(08|57P|53)|^(40001|40P01)$/.test(code ?? '') ||
    ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND'].includes(code ?? '') ||
    /timeout exceeded when trying to connect|Connection terminated/.test(message ?? '')
  )
}

/** No room left, in the database or beside it. */
export function isFull(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string }
  return (
    (errcode !== undefined && (errcode & 0xff) === 13) || ['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '')
  )
}

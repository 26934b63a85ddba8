// The database, SQLite or PostgreSQL, and the meaning of its errors.
import { randomBytes } from 'node:crypto'
import { type Kysely, PostgresAdapter, sql, type Transaction } from 'kysely'
import { newId } from '../ids.ts'
import { MovedDatabase } from './sqlite.ts'
import type { Tables } from './tables.ts'

export { openPostgres } from './postgres.ts'
export { openSqlite } from './sqlite.ts'
export { asOneRequest, withTimeLimit } from './time-limit.ts'

export type Database = Kysely<Tables>
export type Tx = Transaction<Tables>

export function isPostgres(db: Database): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/**
 * Call it first in a transaction that reads what it is going to change: until it ends, others that lock the same wait. SQLite has
 * one transaction at a time anyway.
 */
export async function lock(tx: Database, name: string): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(hashtext(${name}))`.execute(tx)
}

/** The smallest query that proves the database responds. */
export async function ping(db: Database): Promise<void> {
  await sql`select 1`.execute(db)
}

/** Whether PostgreSQL rejects writes, as a standby does. Not for SQLite. */
export async function isReadOnly(db: Database): Promise<boolean> {
  const { rows } = await sql<{ value: string }>`
    select current_setting('transaction_read_only') as value`.execute(db)
  return rows[0]?.value === 'on'
}

/** Bytes; more than a page of either database, so that storing them needs new space. PostgreSQL would compress what is not random. */
const probeBytes = 32 * 1024

/** Stores something and rolls it back, which fails where nothing may be written, and on PostgreSQL while its disk is full. */
export async function probeWrite(db: Database): Promise<void> {
  const undo = new Error('undo')
  try {
    await db.transaction().execute(async (tx) => {
      await tx
        .insertInto('settings')
        .values({ name: `probe-${newId()}`, value: randomBytes(probeBytes).toString('hex') })
        .execute()
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
}

/** Whether a unique index rejected a row: two requests used the same name at the same moment. */
export function isDuplicate(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string }
  // SQLITE_CONSTRAINT_UNIQUE and _PRIMARYKEY; PostgreSQL unique_violation.
  return errcode === 2067 || errcode === 1555 || code === '23505'
}

/** Whether the database is locked, away, not responding or shutting down: worth a retry soon. */
export function isAway(error: unknown): boolean {
  const { errcode, code, message } = (error ?? {}) as { errcode?: number; code?: string; message?: string }
  if (errcode !== undefined) return (errcode & 0xff) === 5 || (errcode & 0xff) === 6 // SQLITE_BUSY, SQLITE_LOCKED
  if (isPoolerUnfit(message)) return false
  return (
    // Connection exceptions, shutdown and start-up, lack of resources, a statement or a lock that took too long,
    // serialization failures and deadlocks; and errors of the socket.
    /^(08|57P|53)|^(57014|55P03|25P03|40001|40P01)$/.test(code ?? '') ||
    ['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(
      code ?? '',
    ) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable|did not respond in time/.test(
      message ?? '',
    )
  )
}

/** PgBouncer rejects session settings that it was not configured to ignore; waiting does not help. */
export function isPoolerUnfit(message = ''): boolean {
  return message.includes('unsupported startup parameter')
}

/**
 * Whether the database is away, or not usable for now: read-only after a failover, dropped, created again and still empty,
 * or with another password or fewer rights for its user. The response is 503 for all of these; a start waits only for a
 * database that is away.
 */
export function isUnusable(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: string }
  // read_only_sql_transaction, invalid_catalog_name, undefined_table, insufficient_privilege; invalid authorization
  return isAway(error) || ['25006', '3D000', '42P01', '42501'].includes(code ?? '') || /^28/.test(code ?? '')
}

/** Whether there is no space left, in the database or the file system. */
export function isFull(error: unknown): boolean {
  const { errcode, code } = (error ?? {}) as { errcode?: number; code?: string }
  return (
    // SQLITE_FULL, and SQLITE_IOERR, as some writes fail on a full disk; PostgreSQL disk_full.
    (errcode !== undefined && [10, 13].includes(errcode & 0xff)) ||
    ['ENOSPC', 'EDQUOT', '53100'].includes(code ?? '')
  )
}

/** Whether files cannot be read or written for another reason than space, which the operator can change. */
export function isStorageUnusable(error: unknown): boolean {
  if (error instanceof MovedDatabase) return true
  const { code = '', syscall } = (error ?? {}) as NodeJS.ErrnoException
  if (syscall === undefined) return false
  // The last: the folder of the file is missing, or another one than at the start.
  return (
    ['EROFS', 'EACCES', 'EPERM', 'EIO', 'EMFILE', 'ENFILE'].includes(code) ||
    (code === 'ENOENT' && ['mkdir', 'access', 'open'].includes(syscall))
  )
}

/**
 * For a write that the request does not depend on.
 * @returns false where nothing can be stored at the moment, as on a full disk
 */
export async function tryToStore(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (isFull(error) || isUnusable(error) || isStorageUnusable(error)) return false
    throw error
  }
}

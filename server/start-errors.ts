// Why a start or a command failed, in one line that names the setting and says what to do.
import { sep } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { isAway, isPoolerUnfit } from './db/connect.ts'
import { databaseTimeout, NewerDatabase, NoConnection } from './db/migrate.ts'
import { StorageError } from './images/storage.ts'

/** @returns the line, or null for an error that the operator cannot fix: it is printed with its stack. */
export function explain(error: unknown, config: Config | null): string | null {
  if (error instanceof ConfigError || config === null) return error instanceof Error ? error.message : null
  if (error instanceof StorageError) return error.message
  const database = nameOf(config)
  if (error instanceof NewerDatabase)
    return `${database} was made by a newer version of this product. Start that version, or restore a backup from before.`
  if (error instanceof NoConnection) return explainDatabase(error.cause, database, config)
  const { errcode, severity, syscall } = error as NodeJS.ErrnoException & Database
  // Before errors of the database, which may be on another machine than the files.
  if (syscall !== undefined && isOfFile(error as NodeJS.ErrnoException))
    return explainFile(error as NodeJS.ErrnoException, config)
  const isOfDatabase = config.databaseUrl
    ? severity !== undefined || isAway(error)
    : fileErrors.includes((errcode ?? 0) & 0xff)
  return isOfDatabase ? explainDatabase(error, database, config) : null
}

interface Database {
  /** Of SQLite. */
  errcode?: number
  /** Of PostgreSQL. */
  severity?: string
}

/** SQLite: locked, read-only, failed, damaged, full, not to be opened, no database. */
const fileErrors = [5, 8, 10, 11, 13, 14, 26]

/** What SQLite, PostgreSQL and its driver say is clear: the line adds which database it is about, and what to look at. */
function explainDatabase(error: unknown, database: string, { databaseUrl }: Config): string {
  const reason = reasonOf(error)
  if ((error as Database).errcode === 5)
    return `${database} is locked by another program; end it and start again.`
  // Damaged, or no database.
  if (!databaseUrl && [11, 26].includes(((error as Database).errcode ?? 0) & 0xff))
    return `${database} is damaged (${reason}); move portfolio.db away with its -wal and -shm, and restore a backup.`
  if (!databaseUrl)
    return `${database} cannot be used (${reason}); look at the space on its disk and the owner of portfolio.db, or end other programs that use it.`
  if (isPoolerUnfit(reason))
    return `${database} is behind a pooler that rejects settings of a session (${reason}); in PgBouncer set ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout.`
  return isAway(error)
    ? `${database} could not be used for ${databaseTimeout / 1000} seconds (${reason}); start it or correct DATABASE_URL.`
    : `${database} cannot be used (${reason}); correct DATABASE_URL, or what PostgreSQL permits.`
}

/** The database by the setting that names it, without the password. */
export function nameOf(config: Config): string {
  if (!config.databaseUrl) return `The database in DATA_DIR (${config.dataDir})`
  const { host, pathname } = new URL(config.databaseUrl)
  return `The database of DATABASE_URL (${host}${pathname})`
}

export function listeningError(error: unknown, { host, port }: Config): ConfigError {
  const { code, message } = error as NodeJS.ErrnoException
  return new ConfigError(
    code === 'EADDRINUSE'
      ? `PORT is ${port}, which another program on ${host} uses; stop that one or choose another port.`
      : `HOST is "${host}" and PORT is ${port}, where this user cannot listen (${message}); take an IP address of this machine, as 127.0.0.1 and 0.0.0.0 always are, and a port above 1023.`,
  )
}

/** Errors of sockets and processes name a system call, too, but no path, or that of a program. */
export function isOfFile({ syscall = '', path, code = '', ...rest }: NodeJS.ErrnoException): boolean {
  if ('address' in rest || /^E(CONN|HOST|NET|PIPE|TIMEDOUT)/.test(code) || syscall.startsWith('spawn'))
    return false
  return path !== undefined || ['read', 'write', 'fsync', 'ftruncate', 'close'].includes(syscall)
}

/** @returns null for a file of the product itself. */
function explainFile({ path, message }: NodeJS.ErrnoException, { dataDir }: Config): string | null {
  if (path !== undefined && path !== dataDir && !path.startsWith(dataDir + sep)) return null
  return `DATA_DIR is ${dataDir}, where a file cannot be used (${message}); look at the space and the rights there, or name another folder.`
}

/** The message of a connection error; for a host with several IP addresses Node reports one error for each. */
export function reasonOf(error: unknown): string {
  const { message, errors } = error as { message: string; errors?: Error[] }
  return message || errors?.map((one) => one.message).join(', ') || 'no connection'
}

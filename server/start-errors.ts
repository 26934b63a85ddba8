// Why a start or a command failed, in one line that names the setting and says what to do.
import { sep } from 'node:path'
import { type Config, ConfigError } from './config.ts'
import { isAway, isPoolerUnfit } from './db/connect.ts'
import { databaseTimeout, NewerDatabase, NoConnection } from './db/migrate.ts'
import { StorageError } from './images/storage.ts'

/** @returns the line, or null for an error that the operator cannot fix: it is printed with its stack. */
export function explain(error: unknown, config: Config | null): string | null {
  if (error instanceof ConfigError || config === null) return error instanceof Error ? error.message : null
  const { code, errcode, message, syscall } = error as NodeJS.ErrnoException & { errcode?: number }
  if (error instanceof StorageError) return message
  const database = nameOf(config)
  if (error instanceof NoConnection)
    return config.databaseUrl
      ? (explainPostgres(error.cause, database) ?? explainConnecting(error.cause, database))
      : explain(error.cause, config)
  if (error instanceof NewerDatabase)
    return `${database} was made by a newer version of this product. Start that version, or restore a backup from before.`
  // Before errors of the database, which may be on another machine than the files.
  if (syscall !== undefined && isOfFile(error as NodeJS.ErrnoException))
    return explainFile(error as NodeJS.ErrnoException, config)
  if (config.databaseUrl) return explainPostgres(error, database)
  if (errcode === undefined) return code === undefined ? null : message
  return explainSqlite(errcode & 0xff, database, message)
}

/** The database by the setting that names it, without the password. */
export function nameOf(config: Config): string {
  if (!config.databaseUrl) return `The database in DATA_DIR (${config.dataDir})`
  const { host, pathname } = new URL(config.databaseUrl)
  return `The database of DATABASE_URL (${host}${pathname})`
}

export function listeningError(error: unknown, config: Config): ConfigError {
  const { code, message } = error as NodeJS.ErrnoException
  return new ConfigError(explainListening(code, message, config))
}

function explainListening(code: string | undefined, message: string, { host, port }: Config): string {
  if (code === 'EADDRINUSE')
    return `PORT is ${port}, which another program on ${host} uses; stop that one or choose another port.`
  if (code === 'EACCES') return `PORT is ${port}, which this user may not use; choose one above 1023.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EINVAL')
    return `HOST is "${host}", which is no IP address of this machine; 127.0.0.1 and 0.0.0.0 always are.`
  return `HOST is "${host}" and PORT is ${port}, where nothing can listen: ${message}`
}

/** Errors of sockets and processes name a system call, too, but no path, or that of a program. */
function isOfFile({ syscall = '', path, ...rest }: NodeJS.ErrnoException): boolean {
  if ('address' in rest || syscall.startsWith('spawn')) return false
  return path !== undefined || ['read', 'write', 'fsync', 'ftruncate', 'close'].includes(syscall)
}

/** @returns null for a file of the product itself. */
function explainFile({ code, path, message }: NodeJS.ErrnoException, { dataDir }: Config): string | null {
  if (path !== undefined && path !== dataDir && !path.startsWith(dataDir + sep)) return null
  return `DATA_DIR is ${dataDir}, where ${path ?? 'a file'} ${unusableFile(code, message)}`
}

function unusableFile(code: string | undefined, message: string): string {
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'has no space left; free space on its disk.'
  if (code === 'EROFS') return 'is on a read-only file system; make it writable or name another folder.'
  if (code === 'EACCES' || code === 'EPERM')
    return 'is not open to this user; change its owner, and that of what is in it.'
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return 'is a file or lies below one where a folder is needed; move that file away.'
  return `cannot be used (${message}); fix that or name another folder.`
}

function explainPostgres(error: unknown, database: string): string | null {
  const { code, message, severity } = error as { code?: string; message: string; severity?: string }
  if (code === '28P01') return `${database} rejects the user or the password; correct DATABASE_URL.`
  if (code === '28000')
    return /no encryption|SSL off/.test(message)
      ? `${database} rejects a connection without TLS (${message}); add sslmode=require to DATABASE_URL, or an entry to pg_hba.conf there.`
      : `${database} rejects this connection (${message}); correct DATABASE_URL, or the user and pg_hba.conf there.`
  if (code === '3D000') return `${database} does not exist; create it or correct DATABASE_URL.`
  if (code === '25006') return `${database} is read-only, as a standby is; name the primary in DATABASE_URL.`
  if (code === '42501' && message.startsWith('permission denied for database'))
    return `${database} does not let its user connect; grant it CONNECT, or correct DATABASE_URL.`
  if (code === '42501' && /^permission denied for (table|sequence)/.test(message))
    return `${database} does not let its user write (${message}); make that user the owner of the tables, or correct DATABASE_URL.`
  if (code === '42501')
    return `${database} does not let its user create tables; grant it the right to, or correct DATABASE_URL.`
  if (code === '53100')
    return `${database} has no space left (${message}); free space on the disk of PostgreSQL.`
  if (code === '53300')
    return `${database} has no connection left (${message}); close other connections, or raise the limit there (max_connections).`
  if (isPoolerUnfit(message))
    return `${database} is behind a pooler that rejects settings of a session (${message}); in PgBouncer set ignore_startup_parameters = statement_timeout, idle_in_transaction_session_timeout.`
  if (isAway(error))
    return `${database} did not respond within ${databaseTimeout / 1000} seconds (${reasonOf(error)}); start it or correct DATABASE_URL.`
  return severity === undefined ? null : `${database} reports: ${message}`
}

/** Errors of the driver before it is connected: about the password, TLS or a certificate file, and without a code. */
function explainConnecting(error: unknown, database: string): string {
  const reason = reasonOf(error)
  if (/client password must be/.test(reason))
    return `${database} requires a password, and there is none in DATABASE_URL; add it.`
  if (/does not support SSL/.test(reason))
    return `${database} offers no TLS; take sslmode and the other ssl parameters out of DATABASE_URL, or switch TLS on there.`
  return `${database} cannot be connected to (${reason}); correct DATABASE_URL.`
}

function explainSqlite(errcode: number, database: string, message: string): string | null {
  if (errcode === 26 || errcode === 11)
    return `${database} is damaged or no SQLite database (${message}); restore a backup.`
  if (errcode === 8 || errcode === 14)
    return `${database} cannot be opened for writing (${message}); change the owner of portfolio.db.`
  if (errcode === 13) return `${database} has no space left; free space on the disk of DATA_DIR.`
  if (errcode === 10)
    return `${database} cannot be read or written (${message}), as where there is no space left; look at the disk of DATA_DIR.`
  if (errcode === 5) return `${database} is locked by another program; end it and start again.`
  return null
}

/** The message of a connection error; for a host with several IP addresses Node reports one error for each. */
export function reasonOf(error: unknown): string {
  const { message, errors } = error as { message: string; errors?: Error[] }
  return message || errors?.map((one) => one.message).join(', ') || 'no connection'
}

// PostgreSQL by Kysely's own dialect, with a timeout for every wait: a database that hangs must not hang the site.
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient, sql } from 'kysely'
import type { Pool, QueryConfig } from 'pg'
import type { Tables } from './tables.ts'
import { currentTimeLimit, statementLimit } from './time-limit.ts'

/**
 * Milliseconds. Waiting for a connection and for the first statement on it takes at most `statementLimit` together. A
 * server that responds cancels a slow statement itself shortly before, which releases its locks and leaves the connection
 * usable.
 */
const connectLimit = 3_500
const serverMargin = 200
/** An open transaction of a client that no longer responds (a stopped process, a dead network) holds its locks until then. */
const idleInTransactionLimit = 10_000
const maxConnections = 10
const maxTries = 4
/** Milliseconds, at most, before a retry: random, so that two conflicting transactions do not conflict again. */
const retrySpread = 50

/**
 * The driver is loaded only where it is needed: most installations use SQLite.
 * @param onLost called for every connection that is lost, also for idle ones
 */
export function openPostgres(url: string, onLost: (error: Error) => void): Kysely<Tables> {
  const pool = async () => {
    const { default: pg } = await import('pg')
    // count(*) and bigint are returned as text; every number here is far below 2^53.
    pg.types.setTypeParser(pg.types.builtins.INT8, Number)
    const pools = new CurrentPool(() => {
      const pool = new pg.Pool({
        connectionString: verifying(url),
        max: maxConnections,
        connectionTimeoutMillis: connectLimit,
        idleTimeoutMillis: 30_000,
        keepAlive: true,
        statement_timeout: statementLimit - serverMargin,
        idle_in_transaction_session_timeout: idleInTransactionLimit,
      })
      pool.on('error', onLost)
      // The pool handles errors of idle connections only. A connection that is lost between two statements of a transaction
      // would end the process: an 'error' event without a listener is an uncaught exception.
      pool.on('connect', (client) => client.on('error', onLost))
      return pool
    })
    return {
      options: pools.pool.options,
      end: () => pools.pool.end(),
      connect: () => checkOut(pools),
    }
  }
  return new RetryingDatabase({ dialect: new PostgresDialect({ pool }) })
}

/**
 * One pool at a time. When a connection no longer responds, the idle ones are probably lost, too, by the same network: the
 * whole pool is replaced, so that the next statement gets a new connection and does not try each of them.
 */
class CurrentPool {
  pool: Pool
  readonly #open: () => Pool

  constructor(open: () => Pool) {
    this.#open = open
    this.pool = open()
  }

  /** @param pool the pool of the connection that does not respond; without effect once it was replaced */
  replace(pool: Pool): void {
    if (pool !== this.pool) return
    this.pool = this.#open()
    // Connections in use are closed when they are released.
    void pool.end().catch(() => {})
  }
}

/**
 * The driver treats these modes as verify-full, and warns that a later version will not: written as verify-full, their
 * meaning does not change.
 */
function verifying(url: string): string {
  if (url.includes('uselibpqcompat')) return url
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

/** One connection from its checkout to its release. One that was lost or does not respond is never reused. */
async function checkOut(pools: CurrentPool): Promise<PostgresPoolClient> {
  const { pool } = pools
  const timeLimit = currentTimeLimit() ?? { limit: statementLimit, isRequest: false, isSpent: false }
  const { limit } = timeLimit
  if (timeLimit.isSpent) throw new DatabaseSilent()
  const began = performance.now()
  const client = await pool.connect().catch((error: Error) => {
    timeLimit.isSpent = timeLimit.isRequest && /timeout/.test(error.message)
    throw error
  })
  let left = Math.max(limit - (performance.now() - began), serverMargin)
  let failure: unknown
  const release = () => client.release(failure !== undefined || limit !== statementLimit)
  const query = async (text: string, values: readonly unknown[] = []) => {
    if (failure !== undefined) throw failure
    try {
      return await client.query({ text, values: [...values], query_timeout: left } as QueryConfig)
    } catch (error) {
      // An error about the statement leaves the connection usable; anything else came from the connection itself.
      if ((error as { severity?: string }).severity !== 'ERROR') failure = error
      if ((error as Error).message !== 'Query read timeout') throw error
      timeLimit.isSpent = timeLimit.isRequest
      pools.replace(pool)
      failure = new DatabaseSilent()
      throw failure
    } finally {
      left = limit
    }
  }
  if (limit !== statementLimit)
    await query(`set statement_timeout = ${limit - serverMargin}`).catch((error) => {
      release()
      throw error
    })
  // Kysely uses cursors for streams only, of which there are none.
  return { query, release } as unknown as PostgresPoolClient
}

/** Retries transactions that conflicted with another one (a deadlock, a serialization failure) from their beginning. */
class RetryingDatabase extends Kysely<Tables> {
  override transaction() {
    const builder = super.transaction()
    const execute = builder.execute.bind(builder)
    builder.execute = (work) => retried(() => execute(work))
    return builder
  }
}

async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      const { code } = error as { code?: string }
      if (tries === maxTries || (code !== '40001' && code !== '40P01')) throw error
      await delay(Math.random() * retrySpread)
    }
  }
}

/** The server did not respond in time. Whether the statement took effect is unknown. */
class DatabaseSilent extends Error {
  constructor() {
    super('the database did not respond in time')
  }
}

/** Whether PostgreSQL acknowledges commits only when they are on disk: it does by default. @returns the settings that are off, by name. */
export async function durabilityOff(db: Kysely<Tables>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'synchronous_commit', 'full_page_writes') and setting = 'off'
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}

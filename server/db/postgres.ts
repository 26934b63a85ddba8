// PostgreSQL through Kysely's own dialect, with every wait bounded: a database that hangs must not hang the site.
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult } from 'kysely'
import type { Client, Pool, PoolClient } from 'pg'
import type { Tables } from './tables.ts'
import { currentTimeLimit, statementLimit, type TimeLimit } from './time-limit.ts'

/**
 * Milliseconds. Waiting for a connection and for the first statement on it takes at most `statementLimit` together. A
 * living server cancels a slow statement itself shortly before, which releases its locks and leaves the connection
 * usable.
 */
const connectLimit = 1_000
const serverMargin = 200
/** Milliseconds. A wait longer than this counts against the request that waits: in all it may wait `statementLimit`. */
const longWait = 100
/** An open transaction whose owner fell silent (a stopped process, a dead network) holds its locks no longer. */
const idleInTransactionLimit = 10_000
const maxConnections = 10
const maxTries = 4
/** Milliseconds; up to this long before another try, so that two that met do not meet again. */
const retrySpread = 50

/** The server did not respond in time. Whether the statement took effect is unknown. */
class DatabaseSilent extends Error {
  constructor() {
    super('the database did not respond in time')
  }
}

/**
 * The driver is loaded only where it is needed: most installations never are on PostgreSQL.
 * @param onLost told of every connection that breaks, also of those that nobody uses at that moment
 */
export function openPostgres(url: string, onLost: (error: Error) => void): Kysely<Tables> {
  const pool = async () => {
    const { default: pg } = await import('pg')
    // count(*) and bigint arrive as text; every number here is far below 2^53.
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
      // The pool listens only while a connection is idle. One that breaks between two statements of a transaction would
      // end the process: an 'error' event without a listener is an uncaught exception.
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
 * One pool at a time. When a connection falls silent, the idle ones are likely broken as quietly, by the same network:
 * they are left behind with their pool, so that the next statement gets a new connection and does not meet each of them.
 */
class CurrentPool {
  pool: Pool
  readonly #open: () => Pool

  constructor(open: () => Pool) {
    this.#open = open
    this.pool = open()
  }

  /** @param pool the one that the silent connection belongs to; without effect once it was replaced */
  replace(pool: Pool): void {
    if (pool !== this.pool) return
    this.pool = this.#open()
    // Those in use go on until they are released.
    void pool.end().catch(() => {})
  }
}

/**
 * The driver takes these modes for verify-full, and says in a warning of seven lines that a later version will not: with
 * the name of what they mean it stays so.
 */
export function verifying(url: string): string {
  if (url.includes('uselibpqcompat')) return url
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full')
}

const rolledBack: PostgresQueryResult<never> = { command: 'ROLLBACK', rowCount: 0, rows: [] }

async function checkOut(pools: CurrentPool): Promise<Checkout> {
  const { pool } = pools
  const timeLimit = currentTimeLimit() ?? { limit: statementLimit, left: Number.POSITIVE_INFINITY }
  const connecting = pool.connect()
  const began = performance.now()
  const client = await waited(timeLimit, connecting, timeLimit.left, () => {
    connecting.then(
      (late) => late.release(),
      () => {},
    )
  })
  const checkout = new Checkout(client, timeLimit, performance.now() - began, () => pools.replace(pool))
  await checkout.begin()
  return checkout
}

/** Waits for the work, at most `ms` milliseconds: then `giveUp` is called. A long wait is taken from what is left of the limit. */
async function waited<Result>(
  timeLimit: TimeLimit,
  work: Promise<Result>,
  ms: number,
  giveUp: () => void,
): Promise<Result> {
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    if (ms === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => {
      giveUp()
      reject(new DatabaseSilent())
    }, ms)
  })
  try {
    return await Promise.race([work, silence])
  } finally {
    clearTimeout(timer)
    const took = performance.now() - began
    if (took > longWait) timeLimit.left = Math.max(timeLimit.left - took, 1)
  }
}

/** One connection from its checkout to its release. A connection that broke or fell silent is never used again. */
class Checkout implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #timeLimit: TimeLimit
  readonly #onSilent: () => void
  #left: number
  #inTransaction = false
  #failure: unknown

  /** @param waited milliseconds that went by until the connection was there */
  constructor(client: PoolClient, timeLimit: TimeLimit, waited: number, onSilent: () => void) {
    this.#client = client
    this.#timeLimit = timeLimit
    this.#onSilent = onSilent
    this.#left = Math.max(timeLimit.limit - waited, serverMargin)
  }

  async begin(): Promise<void> {
    const { limit } = this.#timeLimit
    if (limit === statementLimit) return
    try {
      await this.#send(`set statement_timeout = ${limit - serverMargin}`, [])
    } catch (error) {
      this.release(true)
      throw error
    }
  }

  query<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>>
  query(): never
  async query<Row>(sql = '', parameters: readonly unknown[] = []): Promise<PostgresQueryResult<Row>> {
    if (sql === 'rollback') return this.#rollBack()
    if (this.#failure !== undefined) throw this.#failure
    if (sql === 'begin') this.#inTransaction = true
    // Alone it is a transaction of its own, which the server has undone.
    const result = this.#inTransaction
      ? await this.#send<Row>(sql, parameters)
      : await retried(() => this.#send<Row>(sql, parameters))
    if (sql === 'commit') this.#inTransaction = false
    return result
  }

  release(destroy = false): void {
    // One with another time limit is not handed on.
    this.#client.release(destroy || this.#failure !== undefined || this.#timeLimit.limit !== statementLimit)
  }

  /** Never fails, so that the error that led here is the one that is reported: a closed connection is rolled back, too. */
  async #rollBack<Row>(): Promise<PostgresQueryResult<Row>> {
    this.#inTransaction = false
    if (this.#failure === undefined)
      await this.#send('rollback', []).catch((error) => {
        this.#failure ??= error
      })
    return rolledBack
  }

  async #send<Row>(sql: string, parameters: readonly unknown[]): Promise<PostgresQueryResult<Row>> {
    const timeLimit = this.#timeLimit
    const result = this.#client.query(sql, [...parameters])
    try {
      // With a statement under way this closes the socket.
      const giveUp = () => void (this.#client as unknown as Client).end().catch(() => {})
      const answer = await waited(timeLimit, result, Math.min(this.#left, timeLimit.left), giveUp)
      return answer as unknown as PostgresQueryResult<Row>
    } catch (error) {
      if (error instanceof DatabaseSilent) this.#onSilent()
      // An error about the statement leaves the connection usable; anything else came from the connection itself.
      if ((error as { severity?: string }).severity !== 'ERROR') this.#failure ??= error
      throw error
    } finally {
      this.#left = timeLimit.limit
    }
  }
}

/** Transactions that lost against another one (a deadlock, a serialization failure) run again from their beginning. */
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

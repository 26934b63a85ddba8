// PostgreSQL by Kysely's own dialect, with a timeout for every wait: a database that hangs must not hang the site.
import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPoolClient, type PostgresQueryResult, sql } from 'kysely'
import type { Client, Pool, PoolClient, QueryConfig } from 'pg'
import type { Tables } from './tables.ts'
import { countWait, currentTimeLimit, statementLimit, type TimeLimit } from './time-limit.ts'

/**
 * Milliseconds. Waiting for a connection and for the first statement on it takes at most `statementLimit` together. A
 * server that responds cancels a slow statement itself shortly before, which releases its locks and leaves the connection
 * usable.
 */
const connectLimit = 3_500
const serverMargin = 200
/** An open transaction of a client that no longer responds (a stopped process, a dead network) holds its locks until then. */
const idleInTransactionLimit = 10_000
/** A wait longer than this counts against the request that waits: in all it may wait `statementLimit`. */
const longWait = 100
const maxConnections = 10
const maxTries = 4
/** Milliseconds, at most, before a retry: random, so that two conflicting transactions do not conflict again. */
const retrySpread = 50

/**
 * The driver is loaded only where it is needed: most installations use SQLite.
 * @param onLost called for every connection that is lost, also for idle ones
 */
export function openPostgres(url: string, onLost: (error: Error) => void = () => {}): Kysely<Tables> {
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

/** One connection from its checkout to its release. A connection that was lost or does not respond is never reused. */
class Checkout implements PostgresPoolClient {
  readonly #client: PoolClient
  readonly #timeLimit: TimeLimit
  readonly #onSilent: () => void
  #left: number
  #inTransaction = false
  #failure: unknown

  /**
   * @param waited milliseconds for getting the connection
   * @param onSilent called when the connection did not respond in time
   */
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
      await this.#send({ text: `set statement_timeout = ${limit - serverMargin}` })
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
    if (/^(?:begin|start transaction)\b/.test(sql)) this.#inTransaction = true
    // A single statement is a transaction of its own, which the server has rolled back.
    const send = () => this.#send<Row>({ text: sql, values: [...parameters] })
    const result = this.#inTransaction ? await send() : await retried(send)
    if (sql === 'commit') this.#inTransaction = false
    return result
  }

  release(destroy = false): void {
    // A connection with another time limit is not reused.
    this.#client.release(destroy || this.#failure !== undefined || this.#timeLimit.limit !== statementLimit)
  }

  /** Never fails, so that the original error is reported: when a connection is closed, its transaction is rolled back. */
  async #rollBack<Row>(): Promise<PostgresQueryResult<Row>> {
    this.#inTransaction = false
    if (this.#failure === undefined)
      await this.#send({ text: 'rollback' }).catch((error) => {
        this.#failure ??= error
      })
    return rolledBack
  }

  async #send<Row>(statement: QueryConfig): Promise<PostgresQueryResult<Row>> {
    const timeLimit = this.#timeLimit
    const result = this.#client.query(statement)
    try {
      // While a statement is running this closes the socket.
      const giveUp = () => void (this.#client as unknown as Client).end().catch(() => {})
      const response = await waited(timeLimit, result, Math.min(this.#left, timeLimit.left), giveUp)
      return response as unknown as PostgresQueryResult<Row>
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

/**
 * Waits for the work, at most `ms` milliseconds: then `giveUp` is called. A long wait is subtracted from the time left.
 * When this process itself was busy for so long, its timers fire before it reads what has arrived: one turn of the event
 * loop later that has been read, and only then is the database silent.
 */
async function waited<Result>(
  timeLimit: TimeLimit,
  work: Promise<Result>,
  ms: number,
  giveUp: () => void,
): Promise<Result> {
  const began = performance.now()
  const { left } = timeLimit
  let timer: NodeJS.Timeout | undefined
  let isDone = false
  const timeout = new Promise<never>((_, reject) => {
    if (ms === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => {
      setImmediate(() => {
        if (isDone) return
        giveUp()
        reject(new DatabaseSilent())
      })
    }, ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    isDone = true
    clearTimeout(timer)
    const took = performance.now() - began
    if (took > longWait) countWait(timeLimit, left, took)
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

// How long a request, or work outside of requests, may wait for the database: the same for both databases.
import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Milliseconds. Including the request's own work, the response is 503 within 5 s: a small machine that is busy for a moment
 * needs more than one second to open a connection to PostgreSQL.
 */
export const statementLimit = 4_000

export interface TimeLimit {
  /** Milliseconds for one statement. */
  readonly limit: number
  /** Milliseconds that long waits may still take in all. */
  left: number
}

const storage = new AsyncLocalStorage<TimeLimit>()

/** @returns undefined outside of `withTimeLimit` and `asOneRequest` */
export function currentTimeLimit(): TimeLimit | undefined {
  return storage.getStore()
}

/**
 * Takes a wait off the time left: of waits at the same time, such as those of queries in parallel, only the longest.
 * @param left what was left when it began
 * @param took milliseconds
 */
export function countWait(timeLimit: TimeLimit, left: number, took: number): void {
  timeLimit.left = Math.max(Math.min(timeLimit.left, left - took), 1)
}

/** Runs work outside of requests (migrations, cleanup jobs) with another limit per statement, in milliseconds. */
export function withTimeLimit<Result>(ms: number, work: () => Result): Result {
  return storage.run({ limit: ms, left: Number.POSITIVE_INFINITY }, work)
}

/** Runs one request: however many statements it needs, it waits only once for a database that hangs. */
export function asOneRequest<Result>(work: () => Result): Result {
  return storage.getStore() ? work() : storage.run({ limit: statementLimit, left: statementLimit }, work)
}

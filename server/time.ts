// Times as they are stored, ISO 8601 in UTC, of the clock that tests move; and spans of time in milliseconds.
import { setTimeout as delay } from 'node:timers/promises'
import type { AppContext } from './context.ts'

export const second = 1_000
export const minute = 60 * second
export const hour = 60 * minute
export const day = 24 * hour

/**
 * Waits for work, at most for some milliseconds, which keep no process from its end.
 * @returns undefined where that is too short
 */
export async function within<Result>(ms: number, work?: Promise<Result>): Promise<Result | undefined> {
  return await Promise.race([work, delay(ms, undefined, { ref: false })])
}

/**
 * Milliseconds. A time this far beyond any that could be written now was written by a clock that has been set back since.
 */
export const clockTolerance = 30_000

export function iso(context: Pick<AppContext, 'now'>, afterMs = 0): string {
  return new Date(context.now().getTime() + afterMs).toISOString()
}

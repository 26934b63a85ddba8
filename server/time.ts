// Times as they are stored: ISO 8601 in UTC, of the clock that tests move.
import type { AppContext } from './context.ts'

/**
 * Milliseconds. A time this far beyond any that could be written now was written by a clock that has been set back since.
 */
export const clockTolerance = 30_000

export function iso(context: Pick<AppContext, 'now'>, afterMs = 0): string {
  return new Date(context.now().getTime() + afterMs).toISOString()
}

// How long statements hold the event loop: SQLite runs in this process.
import { StatementSync } from 'node:sqlite'
import { median } from './report.ts'

const runs = new Map<string, number[]>()
let isWatched = false

/**
 * The longest statement since the last call, in milliseconds: of each statement the median counts, because the clock also
 * counts what other processes take.
 */
export function longestStatement(): number {
  if (!isWatched) watch()
  isWatched = true
  const longest = Math.max(0, ...[...runs.values()].map(median))
  runs.clear()
  return longest
}

function watch(): void {
  for (const method of ['all', 'run'] as const) {
    const original = StatementSync.prototype[method] as (...values: unknown[]) => unknown
    StatementSync.prototype[method] = function timed(this: StatementSync, ...values: unknown[]) {
      const began = performance.now()
      try {
        return original.apply(this, values)
      } finally {
        const took = performance.now() - began
        const known = runs.get(this.sourceSQL)
        if (known) known.push(took)
        else runs.set(this.sourceSQL, [took])
      }
    } as never
  }
}

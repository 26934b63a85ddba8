// Logs requests that are rejected because the server is busy: one line for many of them, so that a flood does not fill
// the log.
import type { Log } from '../log.ts'
import { OnceAMinute } from '../once-a-minute.ts'

/** Milliseconds between two lines. */
const reportEvery = 10_000

export class BusyLog {
  readonly #log: Log
  readonly #outages = new OnceAMinute()
  #rejected = 0
  #reportedAt = Number.NEGATIVE_INFINITY

  constructor(log: Log) {
    this.#log = log
  }

  /**
   * While the database is away, or nothing can be stored, every request fails for the same reason: one has a line of its own,
   * the others are counted.
   */
  isOutageDue(): boolean {
    return this.#outages.isDue()
  }

  /** @param message why the last one was rejected. */
  note(message: string): void {
    this.#rejected++
    if (performance.now() - this.#reportedAt < reportEvery) return
    this.#log.warn({ event: 'server.busy', rejected: this.#rejected }, message)
    this.#rejected = 0
    this.#reportedAt = performance.now()
  }
}

// The state of the jobs in one app while it runs. The jobs themselves are rows.
import { newId } from '../ids.ts'
import type { JobFailure, JobKinds } from './kinds.ts'

export type Outcome =
  | { state: 'done'; value: string | undefined }
  | { state: 'failed'; failure: JobFailure }
  /** Another process runs it, or it is gone. */
  | { state: 'taken' }

interface Running {
  queue: string
  /** It has been done, and waits for the database to record that: its slot is free. */
  isDone: boolean
  outcome: Promise<Outcome>
}

/** Milliseconds. */
const firstPause = 5_000
/** While a server is away, and while it rejects us: mail servers ban clients that keep trying. */
const longestPause = { away: 60_000, rejects: 10 * 60_000 }

export class Jobs {
  readonly kinds: JobKinds
  /** How many jobs of each queue run at once. */
  readonly slots: Readonly<Record<string, number>>
  /** Claims of this process have it. */
  readonly instance = newId()
  /** By id of the job. */
  readonly running = new Map<string, Running>()
  /** Aborted by a stop. */
  stop = new AbortController()
  /** By queue. */
  readonly #troubles = new Map<string, { since: number; pause: number }>()
  readonly #successes = new Map<string, number>()

  constructor(kinds: JobKinds, slots: Readonly<Record<string, number>>) {
    this.kinds = kinds
    this.slots = slots
    this.stop.abort()
  }

  runningIn(queue: string): Running[] {
    return [...this.running.values()].filter((job) => job.queue === queue && !job.isDone)
  }

  isInTrouble(queue: string): boolean {
    return this.#troubles.has(queue)
  }

  /** How many jobs may be started now. */
  freeSlots(queue: string, now: number): number {
    const trouble = this.#troubles.get(queue)
    const free = (trouble ? 1 : (this.slots[queue] ?? 0)) - this.runningIn(queue).length
    // A clock that was set back must not delay them.
    if (trouble && now < trouble.since + trouble.pause && now >= trouble.since) return 0
    return Math.max(0, free)
  }

  /**
   * @param started when the attempt began
   * @returns milliseconds until the next attempt; undefined where another one has succeeded since this one began
   */
  serverFailed(queue: string, how: 'away' | 'rejects', started: number, now: number): number | undefined {
    const trouble = this.#troubles.get(queue)
    const success = this.#successes.get(queue) ?? Number.NEGATIVE_INFINITY
    if (success >= started && success <= now) return undefined
    // Attempts that ran at the same time failed for one reason.
    if (trouble && started < trouble.since) return trouble.pause
    const pause = Math.min(trouble ? trouble.pause * 2 : firstPause, longestPause[how])
    this.#troubles.set(queue, { since: now, pause })
    return pause
  }

  /** @returns whether it was in trouble until now */
  serverWorked(queue: string, now: number): boolean {
    this.#successes.set(queue, now)
    return this.#troubles.delete(queue)
  }
}

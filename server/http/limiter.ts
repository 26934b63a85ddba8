// Limits how much of one kind of work is done at a time. Clients take turns: one that wants much delays another by one
// piece of work only. What would wait too long, or as one of too many, is rejected.
import { Problem } from '../../contract/problem.ts'

export interface Limits {
  /** Pieces of work at a time. */
  running: number
  /** Besides those that run. */
  waiting: number
  /** Of one client, running and waiting together. */
  perClient?: number
  /** Milliseconds. */
  maxWait?: number
  /** For the client of rejected work. */
  message: string
  /** Seconds. */
  retryAfter: number
}

export interface Turn {
  /** Null where clients cannot be told apart: `perClient` does not apply then. */
  client?: string | null
  /** `high` runs before everything else and `low` after it; neither is ever rejected. */
  priority?: 'high' | 'normal' | 'low'
}

/** The work was not done for this client; others may wait for the same. */
export class Rejected extends Problem {}

interface Waiting extends Turn {
  client: string | null
  /** What a client has waiting is in different rounds; of each round the oldest is next. */
  round: number
  begin: () => void
  reject: () => void
}

export class Limiter {
  readonly #limits: Limits
  readonly #waiting: Waiting[] = []
  /** How much of each client is running or waiting. */
  readonly #held = new Map<string, number>()
  #running = 0
  #round = 0
  #isScheduled = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws Rejected, a Problem 'unavailable'; and what the work throws */
  async run<Result>(work: () => Promise<Result>, turn: Turn = {}): Promise<Result> {
    const { client = null } = turn
    if (client !== null) this.#hold(client)
    try {
      await this.#enter(turn)
      return await work().finally(() => {
        this.#running--
        this.#schedule()
      })
    } finally {
      if (client !== null) this.#release(client)
    }
  }

  #hold(client: string): void {
    const held = this.#held.get(client) ?? 0
    if (held >= (this.#limits.perClient ?? Number.POSITIVE_INFINITY)) throw this.#rejected()
    this.#held.set(client, held + 1)
  }

  #release(client: string): void {
    const left = (this.#held.get(client) ?? 0) - 1
    if (left > 0) this.#held.set(client, left)
    else this.#held.delete(client)
  }

  /** Resolves when the work may begin, and counts it as running. */
  async #enter({ client = null, priority = 'normal' }: Turn): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = {
      client,
      round: this.#roundOf(client, priority),
      begin: resolve,
      reject: () => reject(this.#rejected()),
    }
    const isBounded = priority === 'normal'
    if (isBounded) this.#makePlace(waiting.round)
    this.#waiting.push(waiting)
    this.#schedule()
    const { maxWait } = this.#limits
    const timer = isBounded && maxWait !== undefined && setTimeout(() => this.#drop(waiting), maxWait)
    await promise.finally(() => timer && clearTimeout(timer))
  }

  #roundOf(client: string | null, priority: Turn['priority']): number {
    if (priority === 'high') return Number.NEGATIVE_INFINITY
    if (priority === 'low') return Number.POSITIVE_INFINITY
    const last = this.#waiting.findLast((other) => other.client === client && Number.isFinite(other.round))
    return last ? last.round + 1 : this.#round
  }

  /** Where all places are taken, the newest of the client that waits for most is dropped. @throws Rejected */
  #makePlace(round: number): void {
    const bounded = this.#waiting.filter((other) => Number.isFinite(other.round))
    const free = Math.max(0, this.#limits.running - this.#running)
    if (bounded.length < this.#limits.waiting + free) return
    const last = bounded.sort((a, b) => a.round - b.round).at(-1)
    if (!last || last.round <= round) throw this.#rejected()
    this.#drop(last)
  }

  #drop(waiting: Waiting): void {
    this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
    waiting.reject()
  }

  #schedule(): void {
    if (this.#isScheduled || this.#running >= this.#limits.running || this.#waiting.length === 0) return
    this.#isScheduled = true
    // Not a microtask: work that blocks the thread, as rendering does, leaves a turn of the event loop to everything else.
    setImmediate(() => {
      this.#isScheduled = false
      this.#beginNext()
      this.#schedule()
    })
  }

  #beginNext(): void {
    if (this.#waiting.length === 0) return
    const next = this.#waiting.reduce((a, b) => (b.round < a.round ? b : a))
    if (Number.isFinite(next.round)) this.#round = next.round
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#running++
    next.begin()
  }

  #rejected(): Rejected {
    const { message, retryAfter } = this.#limits
    return new Rejected('unavailable', message, { retryAfter })
  }
}

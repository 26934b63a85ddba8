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

interface Place {
  client: string | null
  /** What a client has waiting is in different rounds; of each round the oldest is next. */
  round: number
  begin: () => void
  reject: (error: Rejected) => void
}

export class Limiter {
  readonly #limits: Limits
  readonly #waiting = new Set<Place>()
  readonly #running = new Set<Place>()
  #round = 0
  #isScheduled = false

  constructor(limits: Limits) {
    this.#limits = limits
  }

  /** @throws Rejected, a Problem 'unavailable'; and what the work throws */
  async run<Result>(work: () => Promise<Result>, turn: Turn = {}): Promise<Result> {
    const place = await this.#enter(turn)
    try {
      return await work()
    } finally {
      this.#running.delete(place)
      this.#schedule()
    }
  }

  /** Resolves when the work may begin, and counts as running. */
  async #enter({ client = null, priority = 'normal' }: Turn): Promise<Place> {
    const { maxWait, perClient = Number.POSITIVE_INFINITY } = this.#limits
    const held = [...this.#waiting, ...this.#running].filter((other) => other.client === client)
    if (client !== null && held.length >= perClient) throw this.#rejected()
    const { promise, resolve: begin, reject } = Promise.withResolvers<void>()
    const place = { client, round: this.#roundOf(client, priority), begin, reject }
    const isBounded = priority === 'normal'
    if (isBounded) this.#makePlace(place.round)
    this.#waiting.add(place)
    this.#schedule()
    const timer = isBounded && maxWait !== undefined && setTimeout(() => this.#drop(place), maxWait)
    await promise.finally(() => timer && clearTimeout(timer))
    return place
  }

  #roundOf(client: string | null, priority: Turn['priority']): number {
    if (priority === 'high') return Number.NEGATIVE_INFINITY
    if (priority === 'low') return Number.POSITIVE_INFINITY
    const last = this.#bounded().findLast((other) => other.client === client)
    return last ? last.round + 1 : this.#round
  }

  #bounded(): Place[] {
    return [...this.#waiting].filter(({ round }) => Number.isFinite(round))
  }

  /** Where all places are taken, the newest of the client that waits for most is dropped. @throws Rejected */
  #makePlace(round: number): void {
    const bounded = this.#bounded()
    const free = Math.max(0, this.#limits.running - this.#running.size)
    if (bounded.length < this.#limits.waiting + free) return
    const last = bounded.sort((a, b) => a.round - b.round).at(-1)
    if (!last || last.round <= round) throw this.#rejected()
    this.#drop(last)
  }

  #drop(place: Place): void {
    this.#waiting.delete(place)
    place.reject(this.#rejected())
  }

  #schedule(): void {
    const isFull = this.#running.size >= this.#limits.running
    if (this.#isScheduled || isFull || this.#waiting.size === 0) return
    this.#isScheduled = true
    // Not a microtask: work that blocks the thread, as rendering does, leaves a turn of the event loop to everything else.
    setImmediate(() => {
      this.#isScheduled = false
      this.#beginNext()
      this.#schedule()
    })
  }

  #beginNext(): void {
    if (this.#waiting.size === 0) return
    const next = [...this.#waiting].reduce((a, b) => (b.round < a.round ? b : a))
    if (Number.isFinite(next.round)) this.#round = next.round
    this.#waiting.delete(next)
    this.#running.add(next)
    next.begin()
  }

  #rejected(): Rejected {
    const { message, retryAfter } = this.#limits
    return new Rejected('unavailable', message, { retryAfter })
  }
}

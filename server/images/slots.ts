// Bounds how many requests are under way at once; the others wait, a few of them and for a short time.
import { Problem } from '../../contract/problem.ts'

export interface SlotLimits {
  /** At once. */
  running: number
  waiting: number
  /** Of one client, running and waiting together. */
  perClient: number
  /** Milliseconds that one waits. */
  wait: number
}

export class Slots {
  readonly #limits: SlotLimits
  #running = 0
  /** How many each client has, of those that have any. */
  readonly #held = new Map<string, number>()
  readonly #waiting: (() => void)[] = []

  constructor(limits: SlotLimits) {
    this.#limits = limits
  }

  /**
   * @param client null for one that cannot be told apart from others, which has no limit of its own
   * @throws Problem 'unavailable' when too many wait, of all or of this client, or for too long.
   */
  async run<Result>(client: string | null, work: () => Promise<Result>): Promise<Result> {
    if (client === null) return this.#run(work)
    const held = this.#held.get(client) ?? 0
    if (held >= this.#limits.perClient) throw busy()
    this.#held.set(client, held + 1)
    try {
      return await this.#run(work)
    } finally {
      const left = (this.#held.get(client) ?? 0) - 1
      if (left > 0) this.#held.set(client, left)
      else this.#held.delete(client)
    }
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#limits.running) this.#running++
    else await this.#wait()
    try {
      return await work()
    } finally {
      // The slot is passed on.
      const next = this.#waiting.shift()
      if (next) next()
      else this.#running--
    }
  }

  #wait(): Promise<void> {
    if (this.#waiting.length >= this.#limits.waiting) throw busy()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1)
        reject(busy())
      }, this.#limits.wait)
      const enter = () => {
        clearTimeout(timer)
        resolve()
      }
      this.#waiting.push(enter)
    })
  }
}

function busy(): Problem {
  return new Problem('unavailable', 'Too many images are being read. Please try again in a moment.', {
    retryAfter: 5,
  })
}

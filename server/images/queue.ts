// A queue of image jobs, one at a time: jobs with a waiting client come before background jobs, and the many parts of a
// screenshot do not keep others waiting until the last.

/** `visitor`: share images. */
export type Lane = 'admin' | 'user' | 'visitor' | 'background'

const lanes: Lane[] = ['admin', 'user', 'visitor', 'background']

/** How many jobs of other lanes may go before one with a waiting client, once it is the first of its lane. */
const maxBefore = 2

/** What a lane has done so far, and how many jobs wait in it now. */
export interface LaneTotals {
  lane: Lane
  waiting: number
  done: number
  /** Jobs that threw: the process that works on images ended or could not read the image. */
  failed: number
  /** Of the work, without the wait. */
  seconds: number
}

export class ImageQueue {
  readonly #waiting: Record<Lane, (() => void)[]> = {
    admin: [],
    user: [],
    visitor: [],
    background: [],
  }
  readonly #totals = lanes.map((lane) => ({ lane, done: 0, failed: 0, seconds: 0 }))
  /** Jobs of other lanes that went before the first one of a lane. */
  readonly #before: Record<Lane, number> = { admin: 0, user: 0, visitor: 0, background: 0 }
  #isBusy = false

  get totals(): LaneTotals[] {
    return this.#totals.map((totals) => ({ ...totals, waiting: this.#waiting[totals.lane].length }))
  }

  /** Runs the job in its turn. The callers limit how many wait: admission.ts, share-images.ts. */
  async run<Result>(lane: Lane, job: () => Promise<Result>): Promise<Result> {
    // A job that finishes passes its turn on to the next.
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting[lane].push(resolve))
    this.#isBusy = true
    const began = performance.now()
    let outcome: 'done' | 'failed' = 'failed'
    try {
      const result = await job()
      outcome = 'done'
      return result
    } finally {
      this.#count(lane, outcome, (performance.now() - began) / 1000)
      const next = this.#next()
      if (next) next()
      else this.#isBusy = false
    }
  }

  #count(lane: Lane, outcome: 'done' | 'failed', seconds: number): void {
    const totals = this.#totals.find((one) => one.lane === lane)
    if (!totals) return
    totals[outcome]++
    totals.seconds += seconds
  }

  #next(): (() => void) | undefined {
    const waiting = lanes.filter((lane) => this.#waiting[lane].length > 0)
    const isOverdue = (lane: Lane) => lane !== 'background' && this.#before[lane] >= maxBefore
    const turn = waiting.find(isOverdue) ?? waiting[0]
    if (turn === undefined) return undefined
    for (const lane of waiting) this.#before[lane] = lane === turn ? 0 : this.#before[lane] + 1
    return this.#waiting[turn].shift()
  }
}

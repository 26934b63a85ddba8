// Image jobs take turns, one at a time: who waits for a response goes before what is done in the background.

/** `visitor`: share images. */
export type Lane = 'admin' | 'user' | 'visitor' | 'background'

const lanes: Lane[] = ['admin', 'user', 'visitor', 'background']

export class ImageQueue {
  readonly #waiting: Record<Lane, (() => void)[]> = {
    admin: [],
    user: [],
    visitor: [],
    background: [],
  }
  #isBusy = false

  /** Runs the job in its turn. How many wait is bounded by who admits them: admission.ts, share-images.ts. */
  async run<Result>(lane: Lane, job: () => Promise<Result>): Promise<Result> {
    // Called in the place of the one that is done: the turn is handed over.
    if (this.#isBusy) await new Promise<void>((resolve) => this.#waiting[lane].push(resolve))
    this.#isBusy = true
    try {
      return await job()
    } finally {
      const next = this.#next()
      if (next) next()
      else this.#isBusy = false
    }
  }

  #next(): (() => void) | undefined {
    for (const lane of lanes) {
      const next = this.#waiting[lane].shift()
      if (next) return next
    }
    return undefined
  }
}

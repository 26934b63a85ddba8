// A queue of image jobs, one at a time: jobs with a waiting client come before background jobs.

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

  /** Runs the job in its turn. The callers limit how many wait: admission.ts, share-images.ts. */
  async run<Result>(lane: Lane, job: () => Promise<Result>): Promise<Result> {
    // A job that finishes passes its turn on to the next.
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

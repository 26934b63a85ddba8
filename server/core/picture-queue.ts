// Picture work takes turns: few at once, and who waits for an answer goes before what can be done behind it.
import { Problem } from '../../contract/problem.ts'

/** Each job fills a thread of four; passwords and files need the others (SECURITY.md, abuse case 44, fault 22). */
const mostAtOnce = 2
/** Uploads that wait hold their bytes: who would wait longer is sent away. */
const mostWaiting = 24
/** Bytes of uploads held for work behind the answer; beyond, that work starts from the stored file. */
const mostHeld = 64 * 1024 * 1024

interface LaterJob {
  key: string
  upload: Uint8Array | null
  run: (upload: Uint8Array | null) => Promise<void>
}

type Wake = () => void

export class PictureQueue {
  readonly #waiting: Wake[] = []
  readonly #waitingBehind: Wake[] = []
  readonly #later: LaterJob[] = []
  #running = 0
  #held = 0
  #worker: Promise<void> | null = null

  /** @throws Problem 'unavailable' while too many wait. */
  async now<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#waiting.length >= mostWaiting)
      throw new Problem(
        'unavailable',
        'The server is busy with other pictures. Please try again in a moment.',
        {
          retryAfter: 5,
        },
      )
    return this.#turn(work, this.#waiting)
  }

  /**
   * Does the work some time after, one at a time, in turns that nobody with a request waits for.
   * @param key work under a key that waits already is not queued again
   * @param upload handed to `run`, or null instead while too much is held
   * @param run never rejects
   */
  later(key: string, upload: Uint8Array | null, run: LaterJob['run']): void {
    if (this.#later.some((job) => job.key === key)) return
    const held = upload && this.#held + upload.byteLength <= mostHeld ? upload : null
    this.#held += held?.byteLength ?? 0
    this.#later.push({ key, upload: held, run })
    this.#worker ??= this.#work()
  }

  /** Resolves once nothing of `later` is left to do. */
  async finished(): Promise<void> {
    await this.#worker
  }

  /** Forgets what waits of `later`; resolves once the work under way is done. */
  async stop(): Promise<void> {
    for (const { upload } of this.#later.splice(1)) this.#held -= upload?.byteLength ?? 0
    await this.#worker
  }

  async #work(): Promise<void> {
    for (let job = this.#later[0]; job; job = this.#later[0]) {
      const { upload, run } = job
      await this.#turn(() => run(upload), this.#waitingBehind)
      this.#later.shift()
      this.#held -= upload?.byteLength ?? 0
    }
    this.#worker = null
  }

  async #turn<Result>(work: () => Promise<Result>, queue: Wake[]): Promise<Result> {
    if (this.#running < mostAtOnce) this.#running++
    // Woken in the place of the one who leaves: the turn is handed over.
    else await new Promise<void>((wake) => queue.push(wake))
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift() ?? this.#waitingBehind.shift()
      if (next) next()
      else this.#running--
    }
  }
}

// Renders pages one per turn of the event loop. Rendering holds the thread: between two pages it accepts connections,
// answers from the cache and frees memory, and whoever would wait too long is told so at once.
import { Problem } from '../../contract/problem.ts'

/** Renders under way: while most of them wait for the database, others compute. */
const maxUnderWay = 32
/** Pages that wait; more would wait longer than a visitor does. */
const maxWaiting = 200
/** Pages of one client that wait, so that one who requests everything leaves places to others. */
const maxWaitingOfClient = 50
/** Milliseconds after which a page that has not begun is not worth rendering any more. */
const maxWait = 5_000

export interface RenderRequest {
  /** The client's IP address or block; null where clients cannot be told apart. */
  client: string | null
  /** One of the few pages that everybody reads: it comes first, and always has a place. */
  isCommon: boolean
  /** Whether nobody waits for the page any more; called when its turn comes. */
  isGone: () => boolean
}

/** The client that the page was to be rendered for has left; another one may still wait for the same page. */
class ClientGone extends Problem {
  constructor() {
    super('unavailable', 'The client has left.')
  }
}

/** For whoever waits for the same page: @throws the error unless the client that it was for has left. */
export function nullIfGone(error: unknown): null {
  if (error instanceof ClientGone) return null
  throw error
}

interface Waiting extends RenderRequest {
  since: number
  begin: () => void
  reject: (reason: Error) => void
}

export class RenderQueue {
  #underWay = 0
  #isScheduled = false
  readonly #common: Waiting[] = []
  readonly #others: Waiting[] = []
  readonly #waitingOf = new Map<string, number>()

  /**
   * @throws Problem 'unavailable' when too many wait, or it waited too long.
   * @throws ClientGone
   */
  async run(request: RenderRequest, render: () => Promise<Response>): Promise<Response> {
    await this.#turn(request)
    try {
      return await render()
    } finally {
      this.#underWay--
      this.#schedule()
    }
  }

  /** Resolves when the page may be rendered, and counts it as under way. */
  #turn(request: RenderRequest): Promise<void> {
    const { client, isCommon } = request
    const ofClient = client === null ? 0 : (this.#waitingOf.get(client) ?? 0)
    if (!isCommon && (this.#others.length >= maxWaiting || ofClient >= maxWaitingOfClient)) throw busy()
    return new Promise((begin, reject) => {
      if (client !== null) this.#waitingOf.set(client, ofClient + 1)
      const queue = isCommon ? this.#common : this.#others
      queue.push({ ...request, begin, reject, since: performance.now() })
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= maxUnderWay) return
    if (this.#common.length + this.#others.length === 0) return
    this.#isScheduled = true
    // Not a microtask: those of one request, its whole page with SQLite, end before the next event is seen.
    setImmediate(() => {
      this.#isScheduled = false
      this.#beginNext()
      this.#schedule()
    })
  }

  #beginNext(): void {
    const next = this.#common.shift() ?? this.#others.shift()
    if (!next) return
    this.#forget(next.client)
    const isLate = !next.isCommon && performance.now() - next.since > maxWait
    if (next.isGone()) next.reject(new ClientGone())
    else if (isLate) next.reject(busy())
    else {
      this.#underWay++
      next.begin()
    }
  }

  #forget(client: string | null): void {
    if (client === null) return
    const left = (this.#waitingOf.get(client) ?? 0) - 1
    if (left > 0) this.#waitingOf.set(client, left)
    else this.#waitingOf.delete(client)
  }
}

function busy(): Problem {
  return new Problem('unavailable', 'The site is busy. Please try again in a moment.', { retryAfter: 2 })
}

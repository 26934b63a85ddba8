// Renders pages one per turn of the event loop. Rendering blocks the thread: between two pages it accepts connections,
// responds from the cache and frees memory. Requests that would wait too long are rejected at once. Clients take turns, so
// a client that requests one page waits for one page of each other client, however many each of them requests.
import { Problem } from '../../contract/problem.ts'

/** Renders at the same time: while most of them wait for the database, others compute. */
const maxUnderWay = 32
/** Pages in the queue. */
const maxWaiting = 200
/** Pages of one client in the queue, so that a client that requests everything leaves places to others. */
const maxWaitingOfClient = 50
/** Milliseconds after which a queued page is no longer rendered. */
const maxWait = 5_000

export interface RenderRequest {
  /** The network of the client, which takes turns with the others; null where clients cannot be told apart. */
  client: string | null
  /** One of the few pages with a fixed URL: it comes first, and always has a place. */
  isCommon: boolean
  /** Whether the client has disconnected; called when the turn of the page comes. */
  isGone: () => boolean
}

/** The page was not rendered for this client: it disconnected, or had no place. Others may wait for the same page. */
class NotRendered extends Problem {}

/** For requests that wait for the same page. @throws the error, unless it concerns only the client that began. */
export function nullIfNotRendered(error: unknown): null {
  if (error instanceof NotRendered) return null
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
  /** By client, in the order of their turns; never an empty list. */
  readonly #others = new Map<string | null, Waiting[]>()
  #othersWaiting = 0

  /**
   * @throws NotRendered 'unavailable' when too many wait, it waited too long, or the client has left.
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
    if (!isCommon) this.#requirePlace(client)
    return new Promise((begin, reject) => {
      const waiting = { ...request, begin, reject, since: performance.now() }
      if (isCommon) this.#common.push(waiting)
      else this.#add(waiting)
      this.#schedule()
    })
  }

  #add(waiting: Waiting): void {
    const ofClient = this.#others.get(waiting.client)
    if (ofClient) ofClient.push(waiting)
    else this.#others.set(waiting.client, [waiting])
    this.#othersWaiting++
  }

  /** @throws Problem 'unavailable' unless the client gets one more place, if need be the newest one of another client. */
  #requirePlace(client: string | null): void {
    const ofClient = this.#others.get(client)?.length ?? 0
    if (client !== null && ofClient >= maxWaitingOfClient) throw busy()
    if (this.#othersWaiting < maxWaiting) return
    const [longest = []] = [...this.#others.values()].sort((a, b) => b.length - a.length)
    if (longest.length <= ofClient + 1) throw busy()
    longest.pop()?.reject(busy())
    this.#othersWaiting--
  }

  #schedule(): void {
    if (this.#isScheduled || this.#underWay >= maxUnderWay) return
    if (this.#common.length + this.#othersWaiting === 0) return
    this.#isScheduled = true
    // Not a microtask: with SQLite a whole page is rendered in microtasks, before the next event is handled.
    setImmediate(() => {
      this.#isScheduled = false
      this.#beginNext()
      this.#schedule()
    })
  }

  #beginNext(): void {
    const next = this.#common.shift() ?? this.#nextOther()
    if (!next) return
    const isLate = !next.isCommon && performance.now() - next.since > maxWait
    if (next.isGone()) next.reject(new NotRendered('unavailable', 'The client has left.'))
    else if (isLate) next.reject(busy())
    else {
      this.#underWay++
      next.begin()
    }
  }

  /** The oldest of the client whose turn it is; its next turn comes after those of all others. */
  #nextOther(): Waiting | undefined {
    const [turn] = this.#others
    if (!turn) return undefined
    const [client, waiting] = turn
    const next = waiting.shift()
    this.#othersWaiting--
    this.#others.delete(client)
    if (waiting.length > 0) this.#others.set(client, waiting)
    return next
  }
}

function busy(): Problem {
  return new NotRendered('unavailable', 'The site is busy. Please try again in a moment.', { retryAfter: 2 })
}

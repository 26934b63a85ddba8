// Limits the memory of uploads that have arrived: one is read into memory only within the limit of its lane. The others
// wait in a queue or are rejected; admins and other users have lanes of their own.
import { Problem } from '../../contract/problem.ts'
import type { Lane } from './queue.ts'

const MiB = 1024 * 1024

/** Bytes of request bodies that are being parsed or processed. A larger one fills its lane. */
const maxBytes = { admin: 11 * MiB, user: 11 * MiB }
/** Bytes that an upload counts for at least: small ones wait for their turn, too. */
const minWeight = MiB
const maxWaiting = { admin: 24, user: 12 }
/** Milliseconds. */
const maxWait = 45_000

export type UploadLane = Extract<Lane, 'admin' | 'user'>

interface Waiting {
  weight: number
  enter: () => void
}

export class Admission {
  readonly #used: Record<UploadLane, number> = { admin: 0, user: 0 }
  readonly #waiting: Record<UploadLane, Waiting[]> = { admin: [], user: [] }
  readonly #uploading = new Set<string>()

  /**
   * @param size bytes that have arrived.
   * @returns a function to be called once, at the end of the request.
   * @throws Problem 'too-many' for a user (not an admin) whose last upload is not done, 'unavailable' when the queue is
   * full or the wait too long.
   */
  async enter(lane: UploadLane, account: string, size: number): Promise<() => void> {
    if (lane === 'user' && this.#uploading.has(account))
      throw new Problem(
        'too-many',
        'Your last image is still being processed. Please try again in a moment.',
        {
          retryAfter: 5,
        },
      )
    const weight = Math.min(Math.max(size, minWeight), maxBytes[lane])
    if (lane === 'user') this.#uploading.add(account)
    try {
      await this.#wait(lane, weight)
    } catch (error) {
      this.#uploading.delete(account)
      throw error
    }
    return () => {
      if (lane === 'user') this.#uploading.delete(account)
      this.#used[lane] -= weight
      this.#admit(lane)
    }
  }

  #wait(lane: UploadLane, weight: number): Promise<void> {
    const waiting = this.#waiting[lane]
    if (waiting.length >= maxWaiting[lane]) throw busy()
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.splice(waiting.indexOf(entry), 1)
        reject(busy())
        // The next one may be smaller.
        this.#admit(lane)
      }, maxWait)
      const entry = {
        weight,
        enter: () => {
          clearTimeout(timer)
          resolve()
        },
      }
      waiting.push(entry)
      this.#admit(lane)
    })
  }

  /** First come, first served. */
  #admit(lane: UploadLane): void {
    const waiting = this.#waiting[lane]
    for (let next = waiting[0]; next && this.#used[lane] + next.weight <= maxBytes[lane]; next = waiting[0]) {
      waiting.shift()
      this.#used[lane] += next.weight
      next.enter()
    }
  }
}

function busy(): Problem {
  return new Problem('unavailable', 'The server is busy with other images. Please try again in a moment.', {
    retryAfter: 5,
  })
}

// Bounds the memory of uploads that have arrived: one is read into memory only once there is room for it. Those that find
// none wait a moment or are told to come back; admins and other users have room of their own.
import { Problem } from '../../contract/problem.ts'
import type { Lane } from './queue.ts'

const MiB = 1024 * 1024

/** Bytes of request bodies that are parsed or processed. A larger one fills its lane. */
const room = { admin: 11 * MiB, user: 11 * MiB }
/** However small, an upload counts as this much: it waits for its turn like the others. */
const minWeight = MiB
const maxWaiting = { admin: 24, user: 12 }
/** Milliseconds; as long as a user waits. */
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
   * @returns what to call once, when the request is over.
   * @throws Problem 'too-many' for a user (not an admin) whose last upload is not done, 'unavailable' when others
   * wait already or for too long.
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
    const weight = Math.min(Math.max(size, minWeight), room[lane])
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
        // The next one may need less room.
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

  /** In the order in which they came. */
  #admit(lane: UploadLane): void {
    const waiting = this.#waiting[lane]
    for (let next = waiting[0]; next && this.#used[lane] + next.weight <= room[lane]; next = waiting[0]) {
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

// Uploads that are on their way in. They wait on disk: however slowly and however many at once they are sent, they hold
// neither memory nor the place of those that have arrived.
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../contract/problem.ts'
import { newId } from '../context.ts'
import type { UploadLane } from './admission.ts'

export interface ArrivalLimits {
  /** Uploads of one user (not an admin) under way. */
  perUser: number
  /** Uploads under way in one lane: with the size of one they bound the disk that is taken. */
  perLane: number
  /** Milliseconds that an upload may take before it can be given up for a newer one. */
  grace: number
}

const arrivalLimits: ArrivalLimits = { perUser: 3, perLane: 24, grace: 5_000 }

/** Bytes of an upload held in memory; what is smaller never reaches the disk. */
const bufferSize = 64 * 1024

export class Arrivals {
  readonly #folder: string
  readonly #limits: ArrivalLimits
  readonly #underWay = new Set<Arrival>()

  /** @param folder for temporary files, which have no name while they are written. */
  constructor(folder: string, limits = arrivalLimits) {
    this.#folder = folder
    this.#limits = limits
  }

  /** How many are under way. */
  get count(): number {
    return this.#underWay.size
  }

  /**
   * Makes room by giving up the slowest upload of the lane, where none is left.
   * @returns the upload; `complete` when all of it has arrived, and `close` when it was read or has failed.
   * @throws Problem 'too-many' for a user who has several under way, 'unavailable' when none of the others is slow.
   */
  begin(lane: UploadLane, account: string): Arrival {
    const inLane = [...this.#underWay].filter((arrival) => arrival.lane === lane)
    const own = inLane.filter((arrival) => arrival.account === account)
    if (lane === 'user' && own.length >= this.#limits.perUser)
      throw new Problem('too-many', 'Your last images are still being sent. Please try again in a moment.', {
        retryAfter: 5,
      })
    if (inLane.length >= this.#limits.perLane) this.#giveUpSlowest(inLane)
    const arrival = new Arrival(this.#folder, lane, account, () => this.#underWay.delete(arrival))
    this.#underWay.add(arrival)
    return arrival
  }

  #giveUpSlowest(arrivals: Arrival[]): void {
    const [slowest] = arrivals
      .filter((arrival) => arrival.age >= this.#limits.grace)
      .sort((a, b) => a.size / a.age - b.size / b.age)
    if (!slowest) throw busy()
    slowest.giveUp(busy())
  }
}

export class Arrival {
  readonly lane: UploadLane
  readonly account: string
  readonly #folder: string
  readonly #onClose: () => void
  readonly #givenUp = new AbortController()
  readonly #began = performance.now()
  #buffer: Buffer | null = null
  #buffered = 0
  #file: FileHandle | null = null
  #written = 0
  #writing: Promise<void> = Promise.resolve()

  constructor(folder: string, lane: UploadLane, account: string, onClose: () => void) {
    this.#folder = folder
    this.lane = lane
    this.account = account
    this.#onClose = onClose
  }

  /** Bytes that have arrived. */
  get size(): number {
    return this.#written + this.#buffered
  }

  /** Milliseconds since it began. */
  get age(): number {
    return performance.now() - this.#began
  }

  /** Aborted, with a Problem as its reason, when the upload is given up for another. */
  get signal(): AbortSignal {
    return this.#givenUp.signal
  }

  /** Its place is free from now on. */
  giveUp(reason: Problem): void {
    this.#onClose()
    this.#givenUp.abort(reason)
  }

  /** @returns a promise when the next chunk has to wait for the disk. Rejects with the error of a full one. */
  add(chunk: Buffer): Promise<void> | undefined {
    if (this.#buffered + chunk.length > bufferSize) {
      this.#writing = this.#write(chunk)
      return this.#writing
    }
    // It grows with what arrives, and only up to its one size.
    const needed = this.#buffered + chunk.length
    if (!this.#buffer || this.#buffer.length < needed) {
      const larger = Buffer.allocUnsafeSlow(Math.min(bufferSize, Math.max(needed, this.#buffered * 2)))
      this.#buffer?.copy(larger, 0, 0, this.#buffered)
      this.#buffer = larger
    }
    chunk.copy(this.#buffer, this.#buffered)
    this.#buffered = needed
    return undefined
  }

  /** The whole body in one piece. */
  async read(): Promise<Uint8Array> {
    const whole = new Uint8Array(this.size)
    let at = 0
    while (this.#file && at < this.#written) {
      const { bytesRead } = await this.#file.read(whole, at, this.#written - at, at)
      if (bytesRead === 0) throw new Error('an upload lost bytes on disk')
      at += bytesRead
    }
    if (this.#buffer) whole.set(this.#buffer.subarray(0, this.#buffered), this.#written)
    return whole
  }

  /** All of it is there: its place is free for others. */
  complete(): void {
    this.#onClose()
  }

  async close(): Promise<void> {
    this.#onClose()
    this.#buffer = null
    await this.#writing.catch(() => {})
    await this.#file?.close()
  }

  async #write(chunk: Buffer): Promise<void> {
    const piece = Buffer.concat([this.#buffer?.subarray(0, this.#buffered) ?? Buffer.alloc(0), chunk])
    this.#file ??= await openNameless(this.#folder)
    await this.#file.writeFile(piece)
    this.#written += piece.length
    this.#buffered = 0
  }
}

/** A file without a name: the system frees its space when it is closed, and when the process ends, however it ends. */
async function openNameless(folder: string): Promise<FileHandle> {
  const path = join(folder, `upload-${newId()}.tmp`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

function busy(): Problem {
  return new Problem(
    'unavailable',
    'The server is receiving too many images. Please try again in a moment.',
    {
      retryAfter: 5,
    },
  )
}

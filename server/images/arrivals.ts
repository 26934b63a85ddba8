// Uploads that are being received. They are stored on disk: however slowly and however many at once they are sent, they
// take no memory and no place in the queue of those that have arrived.
import { type FileHandle, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Problem } from '../../contract/problem.ts'
import { newId } from '../context.ts'
import type { UploadLane } from './admission.ts'

export interface ArrivalLimits {
  /** Uploads of one user (not an admin) being received. */
  perUser: number
  /** Uploads of one lane being received: with the maximum size of one they bound the disk space. */
  perLane: number
  /** Milliseconds after which a slow upload may be given up for a newer one. */
  grace: number
}

const arrivalLimits: ArrivalLimits = { perUser: 3, perLane: 24, grace: 5_000 }

/** Bytes of an upload that are buffered in memory; smaller ones are never written to disk. */
const bufferSize = 64 * 1024

export class Arrivals {
  readonly #folder: string
  readonly #limits: ArrivalLimits
  readonly #underWay = new Set<Arrival>()

  /** @param folder for temporary files, which have no name while they are open. */
  constructor(folder: string, limits = arrivalLimits) {
    this.#folder = folder
    this.#limits = limits
  }

  /** How many are being received. */
  get count(): number {
    return this.#underWay.size
  }

  /**
   * When the lane is full, its slowest upload is given up.
   * @returns the upload; call `complete` when all of it has arrived, and `close` when it was read or has failed.
   * @throws Problem 'too-many' for a user with several uploads, 'unavailable' when none of the others is slow.
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

  /** Aborted with a Problem when the upload is given up for another. */
  get signal(): AbortSignal {
    return this.#givenUp.signal
  }

  /** Frees its place. */
  giveUp(reason: Problem): void {
    this.#onClose()
    this.#givenUp.abort(reason)
  }

  /** @returns a promise when the next chunk has to wait for the disk. It rejects when the disk is full. */
  add(chunk: Buffer): Promise<void> | undefined {
    if (this.#buffered + chunk.length > bufferSize) {
      this.#writing = this.#write(chunk)
      return this.#writing
    }
    // The buffer grows with the upload, up to `bufferSize`.
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

  /** All of it has arrived: frees its place for others. */
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
    this.#file ??= await openUnnamed(this.#folder)
    await this.#file.writeFile(piece)
    this.#written += piece.length
    this.#buffered = 0
  }
}

/** A file without a name: the system frees its space when it is closed, and when the process ends or is killed. */
async function openUnnamed(folder: string): Promise<FileHandle> {
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

// Writes the log to standard output. A reader that is slow or has stopped does not block the server, fill its memory or
// delay its exit.
import { write } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { DestinationStream } from 'pino'

/** Characters of lines that are buffered: further lines are dropped, and counted. */
const maxWaiting = 4 * 1024 * 1024
/** Milliseconds until a write to a full pipe is retried. */
const retryPause = 50
/** Milliseconds that an exit waits for the reader. */
const flushLimit = 1_000

const newline = 0x0a

const writeTo = promisify(write)

/**
 * Asynchronous writes only: a write to a full pipe whose reader has stopped never returns. After a failed write (a full
 * disk, a closed pipe) the lines are lost, and counted in the next line that can be written.
 */
export class LogOutput implements DestinationStream {
  readonly #fd: number
  #waiting = ''
  #lost = 0
  /** The last line was written in part only. */
  #isCut = false
  #written: Promise<void> | null = null
  #isInSystemCall = false

  constructor(fd: number) {
    this.#fd = fd
  }

  write(line: string): void {
    if (this.#waiting.length + line.length > maxWaiting) {
      this.#lost++
      return
    }
    this.#waiting += line
    this.#written ??= this.#writeAll()
  }

  /**
   * Called by pino for `log.flush(done)`. Waits a second at most.
   * @param done gets an error when a thread is blocked by a write: `process.exit` would never return.
   */
  async flush(done: (error?: Error) => void): Promise<void> {
    await Promise.race([this.#written, delay(flushLimit)])
    done(this.#isInSystemCall ? new Error('the reader of the log has stopped') : undefined)
  }

  async #writeAll(): Promise<void> {
    while (this.#waiting !== '') {
      const lost = this.#lost
      const lines = this.#waiting
      this.#waiting = ''
      const start = Buffer.from((this.#isCut ? '\n' : '') + (lost > 0 ? lostLine(lost) : ''))
      const bytes: Buffer = Buffer.concat([start, Buffer.from(lines)])
      const rest = await this.#writeWhole(bytes)
      const written = bytes.length - rest
      if (written > 0) this.#isCut = bytes[written - 1] !== newline
      // A line of which only the line break is missing gets it with the next one.
      const done = bytes[written] === newline ? written + 1 : written
      if (done >= start.length) this.#lost -= lost
      this.#lost += linesIn(bytes.subarray(Math.max(done, start.length)))
    }
    this.#written = null
  }

  /** @returns how many bytes could not be written. */
  async #writeWhole(bytes: Buffer): Promise<number> {
    let rest = bytes
    while (rest.length > 0) {
      this.#isInSystemCall = true
      const written = await writeTo(this.#fd, rest).then(
        ({ bytesWritten }) => bytesWritten,
        ({ code }) => (code === 'EAGAIN' ? 0 : null),
      )
      this.#isInSystemCall = false
      if (written === null) return rest.length
      if (written === 0) await delay(retryPause)
      rest = rest.subarray(written)
    }
    return 0
  }
}

/** How many lines end in these bytes. */
function linesIn(bytes: Buffer): number {
  let count = 0
  for (const byte of bytes) if (byte === newline) count++
  return count
}

function lostLine(lost: number): string {
  const fields = { level: 40, time: new Date().toISOString(), event: 'log.lines-lost', lines: lost }
  return `${JSON.stringify({ ...fields, msg: 'lines of the log could not be written' })}\n`
}

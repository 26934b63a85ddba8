// Writes a .tar.gz entry by entry into a stream, with a checksum of each entry in the last one.
import { createHash } from 'node:crypto'
import { Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, type Gzip } from 'node:zlib'
import { createTarPacker } from 'modern-tar'
import { checksumsPath } from './contents.ts'

/** Bytes: with the default of 16 KiB most of the time goes into collecting buffers. */
const chunkSize = 256 * 1024
/** Images do not get smaller, and trying would cost most of the time that a backup takes. */
const levelOfImages = 0
const levelOfText = 6

/**
 * What `params` of node:zlib calls after a flush of its own. No documented call changes the level without that flush, and it
 * ends the process by an assertion (Node 26.10, ERR_INTERNAL_ASSERTION) where the stream is destroyed before the flush is
 * over, as by a client that has gone; also right after another flush, as below. Without `_handle` every test of backups fails.
 */
interface Handle {
  readonly _handle: { params(level: number, strategy: number): void }
}

export class ArchiveWriter {
  /** Settles when everything has been written, or could not be. */
  readonly done: Promise<void>
  readonly #packer = createTarPacker()
  readonly #gzip = createGzip({ level: levelOfImages, chunkSize }) as Gzip & Handle
  readonly #now: Date
  #checksums = ''

  /** @param now the time that all entries get */
  constructor(output: Writable, now: Date) {
    this.#now = now
    const tar = Readable.fromWeb(this.#packer.readable as Parameters<typeof Readable.fromWeb>[0])
    this.done = pipeline(tar, this.#gzip, output)
    // Whoever waits for it hears of the failure; until then nobody does.
    this.done.catch(() => {})
  }

  /** @param size bytes of all chunks together; it comes first in a tar archive */
  async add(
    path: string,
    size: number,
    chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<void> {
    const hash = createHash('sha256')
    const entry = this.#packer.controller.add({ name: path, size, mode: 0o600, mtime: this.#now }).getWriter()
    for await (const chunk of chunks) {
      hash.update(chunk)
      await entry.write(chunk)
    }
    await entry.close()
    this.#checksums += `${hash.digest('hex')}  ${path}\n`
  }

  async addJson(path: string, value: unknown): Promise<void> {
    const bytes = Buffer.from(`${JSON.stringify(value, null, 2)}\n`)
    await this.add(path, bytes.byteLength, [bytes])
  }

  /** Compresses what is added from now on, give or take what is still on its way. */
  compress(): Promise<void> {
    return new Promise((resolve, reject) => {
      const fail = () => reject(new Error('the output is closed'))
      if (this.#gzip.destroyed) return fail()
      // A stream that is destroyed does not always call back.
      this.#gzip.once('close', fail)
      this.#gzip.flush(constants.Z_SYNC_FLUSH, () => {
        if (this.#gzip.destroyed) return fail()
        this.#gzip.off('close', fail)
        this.#gzip._handle.params(levelOfText, constants.Z_DEFAULT_STRATEGY)
        resolve()
      })
    })
  }

  /** Adds the checksums, as `sha256sum -c` reads them. Resolves when everything has been written. */
  async finish(): Promise<void> {
    const bytes = Buffer.from(this.#checksums)
    await this.add(checksumsPath, bytes.byteLength, [bytes])
    this.#packer.controller.finalize()
    await this.done
  }

  /** @returns what went wrong: that the output failed explains why writing to it did. */
  async fail(error: unknown): Promise<unknown> {
    this.#packer.controller.error(error)
    return this.done.then(
      () => error,
      (first: unknown) => first ?? error,
    )
  }
}

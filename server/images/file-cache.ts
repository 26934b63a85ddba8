// An LRU cache of image files: a gallery reads the same ones again and again.
import { LRUCache } from 'lru-cache'

/** Bytes of images cached in memory: some fifty covers at the widths that phones and desktops request. */
export const cachedBytes = 16 * 1024 * 1024

/** Milliseconds for which an image that another instance has removed is still served. */
export const maxAge = 4_000

/** Bytes of an entry in addition to path and content. */
const overhead = 512

/**
 * Key: the path of a file below the uploads, which is a generated name. Size: at most `maxBytes`, counted with paths and
 * overhead; no file takes more than an eighth. Invalidation: `drop` when a folder was removed; a file that is being read
 * at that moment is returned and not cached. Files that another instance removes expire after four seconds.
 */
export class RecentFiles {
  readonly #files: LRUCache<string, Uint8Array<ArrayBuffer>>
  readonly #reading = new Map<string, Promise<Uint8Array<ArrayBuffer> | null>>()
  #dropped = 0

  constructor(maxBytes: number) {
    this.#files = new LRUCache({
      maxSize: maxBytes,
      ttl: maxAge,
      maxEntrySize: maxBytes / 8,
      sizeCalculation: (bytes, path) => bytes.byteLength + 2 * path.length + overhead,
    })
  }

  /**
   * The cached bytes of this path, otherwise those that `read` returns, which is called once for all who request the path
   * at the same time. Missing files are not cached.
   */
  async get(
    path: string,
    read: () => Promise<Uint8Array<ArrayBuffer> | null>,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    return this.#files.get(path) ?? this.#reading.get(path) ?? this.#read(path, read)
  }

  /** Removes every file below a folder from the cache. */
  drop(folder: string): void {
    this.#dropped++
    for (const files of [this.#files, this.#reading])
      for (const path of [...files.keys()]) if (path.startsWith(`${folder}/`)) files.delete(path)
  }

  #read(
    path: string,
    read: () => Promise<Uint8Array<ArrayBuffer> | null>,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const before = this.#dropped
    const reading = read()
      .then((bytes) => {
        if (bytes && before === this.#dropped) this.#files.set(path, bytes)
        return bytes
      })
      .finally(() => {
        // After `drop` another read of this path may be under way.
        if (this.#reading.get(path) === reading) this.#reading.delete(path)
      })
    this.#reading.set(path, reading)
    return reading
  }
}

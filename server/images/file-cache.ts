// An LRU cache of image files: a gallery reads the same ones again and again.
import { LRUCache } from 'lru-cache'

/** Milliseconds for which an image that another instance has removed is still served [R211]. */
const maxAge = 4_000

/** Bytes of an entry in addition to path and content. */
const overhead = 512

/**
 * Key: the path of a file below the uploads, which is a generated name. Size: at most `maxBytes`, counted with paths and
 * overhead; no file takes more than an eighth. Invalidation: `drop` when a folder was removed; a file that is being read
 * at that moment is returned and not cached. Files that another instance removes expire after four seconds.
 */
export class RecentFiles {
  readonly #files: LRUCache<string, Uint8Array<ArrayBuffer>>
  #dropped = 0

  constructor(maxBytes: number) {
    this.#files = new LRUCache({
      maxSize: maxBytes,
      ttl: maxAge,
      maxEntrySize: maxBytes / 8,
      sizeCalculation: (bytes, path) => bytes.byteLength + 2 * path.length + overhead,
    })
  }

  /** The cached bytes of this path, otherwise those that `read` returns. Missing files are not cached. */
  async get(
    path: string,
    read: () => Promise<Uint8Array<ArrayBuffer> | null>,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const cached = this.#files.get(path)
    if (cached) return cached
    const before = this.#dropped
    const bytes = await read()
    if (bytes && before === this.#dropped) this.#files.set(path, bytes)
    return bytes
  }

  /** Removes every file below a folder from the cache. */
  drop(folder: string): void {
    this.#dropped++
    for (const path of [...this.#files.keys()]) if (path.startsWith(`${folder}/`)) this.#files.delete(path)
  }
}

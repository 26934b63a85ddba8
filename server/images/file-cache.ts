// The bytes of files read lately, in an LRU cache: a gallery reads the same images again and again.
import { LRUCache } from 'lru-cache'

/** Milliseconds for which an image is still served that another instance has removed. */
const maxAge = 60_000

/** Bytes of an entry beside path and content. */
const overhead = 512

/**
 * Key: the path of a file below the uploads, which are generated names. Memory: at most `maxBytes`, counted with paths
 * and overhead; no file takes more than an eighth. Invalidation: `drop` after a folder is gone; a file that is being
 * read at that moment goes to who asked for it and is not stored. What another instance removes is forgotten after a
 * minute.
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

  /** The cached bytes of this path, else what `read` finds. A file that is not there is looked for each time. */
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

  /** Forgets every file below a folder. */
  drop(folder: string): void {
    this.#dropped++
    for (const path of [...this.#files.keys()]) if (path.startsWith(`${folder}/`)) this.#files.delete(path)
  }
}

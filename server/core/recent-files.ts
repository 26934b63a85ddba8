// Keeps the bytes of files read lately, bounded in all: a gallery reads the same pictures again and again.

export class RecentFiles {
  readonly #files = new Map<string, Uint8Array<ArrayBuffer>>()
  readonly #most: number
  #held = 0
  #dropped = 0

  /** @param most bytes held in all; the files used longest ago go first. */
  constructor(most: number) {
    this.#most = most
  }

  /** The bytes kept under this path, else what `read` finds. A file that is not there is asked for again. */
  async get(
    path: string,
    read: () => Promise<Uint8Array<ArrayBuffer> | null>,
  ): Promise<Uint8Array<ArrayBuffer> | null> {
    const kept = this.#files.get(path)
    if (kept) {
      // Put last: a Map remembers the order of insertion, so the first entry is the one used longest ago.
      this.#files.delete(path)
      this.#files.set(path, kept)
      return kept
    }
    const before = this.#dropped
    const bytes = await read()
    // A folder dropped while its file was being read must not come back from memory.
    if (bytes && before === this.#dropped) this.#keep(path, bytes)
    return bytes
  }

  /** Forgets every file below a folder. */
  drop(folder: string): void {
    this.#dropped++
    for (const path of this.#files.keys()) if (path.startsWith(`${folder}/`)) this.#forget(path)
  }

  #keep(path: string, bytes: Uint8Array<ArrayBuffer>): void {
    // One file never takes the place of many.
    if (bytes.byteLength > this.#most / 8) return
    this.#forget(path)
    this.#files.set(path, bytes)
    this.#held += bytes.byteLength
    for (const oldest of this.#files.keys()) {
      if (this.#held <= this.#most) return
      this.#forget(oldest)
    }
  }

  #forget(path: string): void {
    this.#held -= this.#files.get(path)?.byteLength ?? 0
    this.#files.delete(path)
  }
}

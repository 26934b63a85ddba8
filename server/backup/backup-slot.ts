// One backup at a time in this process, and how long one may take.

export class BackupSlot {
  /** Milliseconds of a scheduled one, and of a download by a client that reads slowly. */
  readonly limits = { duration: 60 * 60_000 }
  #isTaken = false

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** @returns the function that gives it back, or null while a backup is being made */
  take(): (() => void) | null {
    if (this.#isTaken) return null
    this.#isTaken = true
    return () => {
      this.#isTaken = false
    }
  }
}

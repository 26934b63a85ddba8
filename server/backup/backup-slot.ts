// One backup at a time in this process, and how long one may take [R199, R203].

/** Milliseconds. While a backup reads the rows, the write-ahead log of SQLite grows and PostgreSQL cannot clean up. */
const backupLimits = {
  /** Of a scheduled one, and of a download by a client that reads slowly. */
  duration: 60 * 60_000,
  /** Between two looks at the free space of the disk that is written to. */
  spaceCheck: 250,
}

export class BackupSlot {
  readonly limits = { ...backupLimits }
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

// For lines of the log about what fails again and again while something is away, such as the database: with one at each try
// they would hide everything else.

/** Milliseconds. */
const pause = 60_000

export class OnceAMinute {
  readonly #lastAt = new Map<string, number>()

  /**
   * @param kind one of a few: each is remembered
   * @returns whether no line of this kind was let through in the last minute; the caller then writes one
   */
  isDue(kind = ''): boolean {
    const now = performance.now()
    if (now - (this.#lastAt.get(kind) ?? Number.NEGATIVE_INFINITY) < pause) return false
    this.#lastAt.set(kind, now)
    return true
  }
}

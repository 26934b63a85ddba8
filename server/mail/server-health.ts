// Whether the mail server works, as the attempts show: while it is in trouble one email at a time is tried, and the first
// that is accepted makes all others due. In memory only: a new process may try at once.
import type { FailureKind } from './send-failure.ts'

/** Milliseconds. */
const firstPause = 5_000
export const longestPause = 10 * 60_000
/** The pause is this part of the trouble so far, so no email waits much longer than the trouble lasted. */
const partOfTrouble = 40
/** This many emails deferred in a row, with none sent between them, count as trouble of the server. */
const manyDeferred = 8

export class ServerHealth {
  #troubleSince: number | null = null
  #nextTry = 0
  #lastTry = 0
  #lastSuccess = Number.NEGATIVE_INFINITY
  #lastFailure = Number.NEGATIVE_INFINITY
  #deferred = 0
  /** Logins rejected in a row: mail servers ban clients that keep trying, so these pauses double. */
  #rejections = 0

  get inTrouble(): boolean {
    return this.#troubleSince !== null
  }

  /** Milliseconds since 1970 of the next attempt in trouble, or null. */
  get nextTry(): number | null {
    return this.inTrouble ? this.#nextTry : null
  }

  /**
   * Whether an email may be tried now, in trouble.
   * @param isNew never tried before: the trouble may be with another email only, so this one waits for no pause
   */
  mayTry(now: number, isNew: boolean): boolean {
    // A clock that was set back must not delay emails.
    if (this.#nextTry - now > longestPause || this.#lastTry > now) return true
    return now >= this.#nextTry || (isNew && this.#rejections === 0 && now >= this.#lastTry + firstPause)
  }

  /** An email is tried: the next one follows after a pause, even if this one hangs. */
  trying(now: number): void {
    this.#lastTry = now
    if (this.#troubleSince !== null) this.#nextTry = now + this.#pause(now)
  }

  /** @returns whether the server was in trouble until now, so that everything that waits is due at once. */
  succeeded(now: number): boolean {
    const wasInTrouble = this.inTrouble
    this.#troubleSince = null
    this.#lastSuccess = now
    this.#deferred = 0
    this.#rejections = 0
    return wasInTrouble
  }

  /**
   * Not for 'rejected': a server that rejects one recipient works, and has succeeded.
   * @param started when the attempt began
   * @returns whether the failure is outdated: another email was sent after this attempt began
   */
  failed(kind: Exclude<FailureKind, 'rejected'>, started: number, now: number): boolean {
    const isPast = this.#lastSuccess >= started && this.#lastSuccess <= now
    if (isPast) return true
    if (kind === 'deferred' && ++this.#deferred < manyDeferred) return false
    // Attempts that ran at the same time fail for one reason.
    if (started > this.#lastFailure) this.#rejections = kind === 'misconfigured' ? this.#rejections + 1 : 0
    this.#lastFailure = now
    const from = this.#troubleSince === null ? now : this.#lastTry
    if (this.#troubleSince === null || this.#troubleSince > now) this.#troubleSince = now
    this.#nextTry = from + this.#pause(now)
    return false
  }

  #pause(now: number): number {
    const share = (now - (this.#troubleSince ?? now)) / partOfTrouble
    const doubled = this.#rejections > 0 ? firstPause * 2 ** (this.#rejections - 1) : 0
    return Math.min(Math.max(firstPause, share, doubled), longestPause)
  }
}

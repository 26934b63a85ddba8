// Change events within this process, for caches and jobs. For other processes see public-content.ts.
import { AsyncLocalStorage } from 'node:async_hooks'

/** `jobs` need no event in other processes: they poll. */
export type Topic = 'portfolio' | 'jobs'

export class Changes {
  readonly #listeners = new Map<Topic, Set<() => void>>()
  #publicVersion: number | null = null

  on(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    // A listener is not part of the request that made the change, and must not have its time limit.
    const bound = AsyncLocalStorage.bind(listener)
    this.#listeners.set(topic, listeners.add(bound))
    return () => listeners.delete(bound)
  }

  /** Call it after the commit, so that listeners read the new rows. */
  emit(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener()
  }

  /**
   * Call it with committed versions, in any order and any number of times. Any version that differs from the last one
   * counts as a change, also a lower one, as after a restored backup or a failover.
   */
  sawPublicVersion(version: number): void {
    if (version === this.#publicVersion) return
    this.#publicVersion = version
    this.emit('portfolio')
  }

  /** What was read last may be older than this version: the next one that is seen counts as a change. */
  doubtPublicVersion(): void {
    this.#publicVersion = null
  }
}

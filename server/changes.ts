// Tells whoever in this process holds data in memory that it has changed. Other processes: public-content.ts.
import { AsyncLocalStorage } from 'node:async_hooks'

/** `outbox` stays within the process: the outboxes of other processes look every few seconds themselves. */
export type Topic = 'portfolio' | 'outbox'

export class Changes {
  readonly #listeners = new Map<Topic, Set<() => void>>()
  #publicVersion: number | null = null

  on(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    // What a listener does is not part of the request that made the change, and outlives its time limit.
    const bound = AsyncLocalStorage.bind(listener)
    this.#listeners.set(topic, listeners.add(bound))
    return () => listeners.delete(bound)
  }

  /** Call after the commit: whoever reads next sees the new rows. */
  emit(topic: Topic): void {
    for (const listener of this.#listeners.get(topic) ?? []) listener()
  }

  /**
   * Call with a version that is committed, in any order and as often as you like. Any other version than the last one
   * counts as a change, also a lower one: a restored backup or a standby that took over has counted less.
   */
  sawPublicVersion(version: number): void {
    if (version === this.#publicVersion) return
    this.#publicVersion = version
    this.emit('portfolio')
  }
}

// Tells those who keep answers in memory that what they kept is old, here and in the other instances.

export type Topic = 'portfolio' | 'outbox'

export class Changes {
  readonly #listeners = new Map<Topic, Set<() => void>>()
  readonly #tellOthers: (topic: Topic) => void

  /** @param tellOthers passes a change on to the instances beside this one; they hear it by `heard`. */
  constructor(tellOthers: (topic: Topic) => void = () => {}) {
    this.#tellOthers = tellOthers
  }

  on(topic: Topic, listener: () => void): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set()
    this.#listeners.set(topic, listeners.add(listener))
    return () => listeners.delete(listener)
  }

  /** Call after the commit: whoever reads next sees the new rows. */
  announce(topic: Topic): void {
    this.heard(topic)
    this.#tellOthers(topic)
  }

  /** Another instance announced it. Null: something may have been missed, so everything counts as changed. */
  heard(topic: string | null): void {
    for (const [known, listeners] of this.#listeners)
      if (topic === null || topic === known) for (const listener of listeners) listener()
  }
}

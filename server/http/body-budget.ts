// Limits the memory of all JSON bodies that are being received, on however many connections.

export interface BodyLimits {
  /** Bytes that the bodies being received may take together. */
  maxBytes: number
  /** Milliseconds from the first read of a body until all of it must have arrived. */
  timeout: number
}

const bodyLimits: BodyLimits = { maxBytes: 16 * 1024 * 1024, timeout: 10_000 }

/** The share of one body in the budget. */
export interface BodyShare {
  grow(bytes: number): void
  /** Frees the share. Call it in any case, also after a revocation. */
  close(): void
}

interface Share extends BodyShare {
  revoke: () => void
}

/**
 * Only bytes that have arrived count. Over the budget, the body that was begun first is given up: normal bodies arrive
 * within moments, so this frees the memory of those that are sent slowly on purpose.
 */
export class BodyBudget {
  readonly limits: BodyLimits
  /** Oldest first. */
  readonly #shares = new Set<Share>()
  #used = 0

  constructor(limits = bodyLimits) {
    this.limits = limits
  }

  /** Bytes. */
  get used(): number {
    return this.#used
  }

  /** @param revoke called at most once: the memory of this body must be freed. */
  open(revoke: () => void): BodyShare {
    let held = 0
    const share: Share = {
      revoke,
      grow: (bytes) => {
        // Already revoked.
        if (!this.#shares.has(share)) return
        held += bytes
        this.#used += bytes
        this.#enforceLimit()
      },
      close: () => {
        if (!this.#shares.delete(share)) return
        this.#used -= held
      },
    }
    this.#shares.add(share)
    return share
  }

  #enforceLimit(): void {
    for (const share of this.#shares) {
      if (this.#used <= this.limits.maxBytes) return
      share.close()
      share.revoke()
    }
  }
}

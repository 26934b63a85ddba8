// Bounds the memory of all JSON bodies that are being received, however many connections they come on.

export interface BodyLimits {
  /** Bytes that the bodies under way may take together. */
  maxBytes: number
  /** Milliseconds from the first look at a body until all of it must be there. */
  timeout: number
}

const bodyLimits: BodyLimits = { maxBytes: 16 * 1024 * 1024, timeout: 10_000 }

/** What one body under way has of the budget. */
export interface BodyShare {
  grow(bytes: number): void
  /** Gives everything back. To be called in any case, also after a revocation. */
  close(): void
}

interface Share extends BodyShare {
  revoke: () => void
}

/**
 * Only bytes that have arrived count. When they exceed the budget, the body that has been under way for longest is given
 * up: real ones arrive within moments, so those that are sent slowly to hold memory make room for them.
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
        // Revoked already, and told so.
        if (!this.#shares.has(share)) return
        held += bytes
        this.#used += bytes
        this.#makeRoom()
      },
      close: () => {
        if (!this.#shares.delete(share)) return
        this.#used -= held
      },
    }
    this.#shares.add(share)
    return share
  }

  #makeRoom(): void {
    for (const share of this.#shares) {
      if (this.#used <= this.limits.maxBytes) return
      share.close()
      share.revoke()
    }
  }
}

// Change events within this process, for caches and jobs. For other processes see public-content.ts.
import { EventEmitter } from 'node:events'

/** Emit after the commit, so that listeners read the new rows. `jobs` need no event in other processes: they poll. */
export class Changes extends EventEmitter<{ portfolio: []; jobs: [] }> {
  #publicVersion: number | null = null

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

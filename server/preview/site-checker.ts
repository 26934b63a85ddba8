// The checks of projects' sites in this process: over which network, and how many at a time.
import { Problem } from '../../contract/problem.ts'
import { type Network, openInternet } from './network.ts'
import { checkSite, type Finding } from './site-check.ts'

/** Connections, by the job and on demand together. */
const maxAtOnce = 8

export class SiteChecker {
  readonly #network: Network
  #underway = 0

  constructor(network: Network = openInternet()) {
    this.#network = network
  }

  /**
   * @param signal ends the check, whose finding then says nothing
   * @throws Problem 'unavailable' while as many as may be are under way; NoNetwork
   */
  async check(publicUrl: string, projectUrl: string, signal?: AbortSignal): Promise<Finding> {
    if (this.#underway >= maxAtOnce)
      throw new Problem('unavailable', 'Too many projects are being checked. Please try again in a minute.', {
        retryAfter: 10,
      })
    this.#underway++
    try {
      return await checkSite(this.#network, publicUrl, projectUrl, { signal })
    } finally {
      this.#underway--
    }
  }
}

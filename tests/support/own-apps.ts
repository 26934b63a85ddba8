// Apps of their own for tests that need other settings or a clock of their own; each ends with its test.
import { afterEach } from 'vitest'
import { type Running, startApp } from './start.ts'

/** @returns what starts such an app. To be called once, at the top of a test file. */
export function ownApps() {
  const closed: Running[] = []
  afterEach(async () => {
    for (const own of closed.splice(0)) await own.stop()
  })
  return async function ownApp(...settings: Parameters<typeof startApp>): Promise<Running> {
    const own = await startApp(...settings)
    closed.push(own)
    return own
  }
}

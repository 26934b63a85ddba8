// Separate apps for tests that need other settings or their own clock; each is stopped after its test.
import { afterEach } from 'vitest'
import { type Running, startApp } from './start.ts'

/** @returns a function that starts such an app. Call it once, at the top of a test file. */
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

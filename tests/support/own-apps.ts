// Apps of single tests, which need other settings, a clock of their own or an empty database.
import { afterEach } from 'vitest'
import { type Running, startApp } from './start.ts'

/**
 * Call it once, at the top of a test file: hooks that run after a test run in reverse order of registration, so whatever
 * a later one stops is stopped before the apps, and what `onTestFinished` stops, after them.
 * @returns a function that starts an app, which is stopped after its test
 */
export function ownApps() {
  const started: Running[] = []
  afterEach(async () => {
    // The last one first: it may use the database of an earlier one.
    for (const app of started.splice(0).reverse()) await app.stop()
  })
  return async function ownApp(...settings: Parameters<typeof startApp>): Promise<Running> {
    const app = await startApp(...settings)
    started.push(app)
    return app
  }
}

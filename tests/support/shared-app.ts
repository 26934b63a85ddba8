// One app for all tests of a file or describe.
import { afterAll, beforeAll } from 'vitest'
import { type Running, startApp } from './start.ts'

/**
 * Call it at the top of the file or describe: hooks that run after the tests run in reverse order of registration, so
 * whatever a later one stops is stopped before the app.
 * @param use called once the app runs, to assign it and whatever the tests share
 */
export function sharedApp(use: (app: Running) => unknown, ...settings: Parameters<typeof startApp>): void {
  let app: Running | undefined
  beforeAll(async () => {
    app = await startApp(...settings)
    await use(app)
  })
  afterAll(() => app?.stop())
}

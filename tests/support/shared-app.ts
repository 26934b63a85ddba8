// One app for all tests of a file.
import { afterAll, beforeAll } from 'vitest'
import { type Running, startApp } from './start.ts'

/** @param use called once the app runs, to assign it and whatever the tests share. Call it once, at the top of a file. */
export function sharedApp(use: (app: Running) => unknown, ...settings: Parameters<typeof startApp>): void {
  let app: Running | undefined
  beforeAll(async () => {
    app = await startApp(...settings)
    await use(app)
  })
  afterAll(() => app?.stop())
}

// The connection that listens for changes uses the same TLS settings as the others.
import { expect, onTestFinished, test } from 'vitest'
import type { Database } from './connect.ts'
import { listenForVersions } from './listen.ts'

test('sslmode=require is verified and the driver prints no warning', async () => {
  const warnings: string[] = []
  const note = (warning: Error) => warnings.push(warning.message)
  process.on('warning', note)
  onTestFinished(() => void process.off('warning', note))
  await new Promise<void>((resolve) => {
    // A port where nobody listens.
    const close = listenForVersions(
      'postgres://someone@127.0.0.1:1/x?sslmode=require',
      {} as Database,
      () => {},
      () => {
        void close()
        resolve()
      },
    )
  })
  await new Promise(setImmediate)
  expect(warnings).toEqual([])
})

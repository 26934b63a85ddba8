import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { ArchiveWriter } from './archive.ts'

test('a database is not opened for an output that is gone', async () => {
  const output = new PassThrough()
  const writer = new ArchiveWriter(output, new Date())
  output.destroy()
  await writer.fail(new Error('stopped'))
  // The file is deleted with the backup: an open stream that nobody reads would fail with an uncaught error.
  await expect(writer.addDatabase('/nowhere/1.sqlite', 1)).rejects.toThrow()
})

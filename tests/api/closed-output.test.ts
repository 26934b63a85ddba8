// An archive whose reader goes away at the worst moment: the backup ends with an error, and the process goes on.
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createBackup } from '../../server/backup/create-backup.ts'
import { sourceOf } from '../support/backup-contents.ts'
import { placeOf } from '../support/backups.ts'
import { ownApps } from '../support/own-apps.ts'

const ownApp = ownApps()

/** A source during which the output is destroyed, at this reading of the installation id. */
function endingAt(source: ReturnType<typeof sourceOf>, reading: number, output: PassThrough) {
  let readings = 0
  const { uploads } = source
  return {
    ...source,
    uploads: {
      list: () => uploads.list(),
      read: (folder: string, name: string) => uploads.read(folder, name),
      async readInstallation() {
        readings += 1
        if (readings === reading) output.destroy(new Error('gone'))
        return uploads.readInstallation()
      },
    },
  }
}

test.each([
  ['before anything is written', 1],
  ['just before the rows are compressed', 2],
])('an output that is closed %s', async (_, reading) => {
  const source = sourceOf(placeOf(await ownApp()))
  const output = new PassThrough()
  await expect(createBackup(endingAt(source, reading, output), output)).rejects.toThrow('gone')
})

test('an output that nobody reads, closed while the rows are compressed', async () => {
  const app = await ownApp()
  const output = new PassThrough({ highWaterMark: 1 })
  const work = createBackup(sourceOf(placeOf(app)), output)
  await new Promise((resolve) => output.once('readable', resolve))
  output.destroy(new Error('gone'))
  await expect(work).rejects.toThrow('gone')
})

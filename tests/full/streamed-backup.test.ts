// A backup that is made within the server: its reader may go away at the worst moment, and others are served while it is made.
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createBackup } from '../../server/backup/create-backup.ts'
import { batchesOf } from '../../server/backup/rows.ts'
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
])('an output that is closed %s ends the backup with its error', async (_, reading) => {
  const source = sourceOf(placeOf(await ownApp()))
  const output = new PassThrough()
  await expect(createBackup(endingAt(source, reading, output), output)).rejects.toThrow('gone')
})

test('other work runs while rows are read, also where the database responds at once', async () => {
  const { context } = await ownApp()
  const rows = Array.from({ length: 1_000 }, (_, n) => ({ name: `n${String(n).padStart(4, '0')}`, value: n }))
  await context.db.insertInto('counters').values(rows).execute()
  let turns = 0
  const turn = () => {
    turns++
    timer = setImmediate(turn)
  }
  let timer = setImmediate(turn)
  const seen = new Set<number>()
  for await (const _ of batchesOf(context.db, 'counters')) seen.add(turns)
  clearImmediate(timer)
  expect(seen.size).toBeGreaterThanOrEqual(4)
})

test('an output that is not read, closed while the rows are compressed, ends the backup with its error', async () => {
  const app = await ownApp()
  const output = new PassThrough({ highWaterMark: 1 })
  const work = createBackup(sourceOf(placeOf(app)), output)
  await new Promise((resolve) => output.once('readable', resolve))
  output.destroy(new Error('gone'))
  await expect(work).rejects.toThrow('gone')
})

// A backup that is made within the server: its reader may go away at the worst moment, and others are served while it is made.
import { readdir } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { rowsOf } from '../../server/backup/copy-tables.ts'
import { createBackup } from '../../server/backup/create-backup.ts'
import { placeOf, sourceOf } from '../support/backups.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()

test('an output that is closed before or while the database is copied ends the backup with its error, and leaves no file', async () => {
  const app = await ownApp()
  const source = sourceOf(placeOf(app))
  const closed = new PassThrough().on('error', () => {})
  closed.destroy(new Error('gone'))
  await expect(createBackup(source, closed)).rejects.toThrow('gone')
  const output = new PassThrough()
  const uploads = Object.create(source.uploads, {
    readInstallation: {
      value() {
        output.destroy(new Error('gone'))
        return source.uploads.readInstallation()
      },
    },
    list: { value: () => source.uploads.list() },
    read: { value: (folder: string, name: string) => source.uploads.read(folder, name) },
  })
  await expect(createBackup({ ...source, uploads }, output)).rejects.toThrow('gone')
  expect((await readdir(app.context.config.dataDir)).filter((name) => name.startsWith('backup'))).toEqual([])
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
  for await (const _ of rowsOf(context.db, 'counters')) seen.add(turns)
  clearImmediate(timer)
  expect(seen.size).toBeGreaterThanOrEqual(4)
})

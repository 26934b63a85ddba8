// Scheduled backups whose server was killed in the middle of one.
import { expect, inject, test } from 'vitest'
import { runScheduledBackups } from '../../server/backup/scheduled-backups.ts'
import { ownApps } from '../support/own-apps.ts'
import { withSchedule } from '../support/scheduled-backups.ts'

const ownApp = ownApps()
const started = async () => withSchedule(await ownApp({ LOG_LEVEL: 'silent' }))
const hour = 60 * 60_000

test('a backup of a process that was killed is made by another one once its time is over', async () => {
  const { app, set, make, files, recorded } = await started()
  await set('daily', 7)
  const until = new Date(app.context.now().getTime() + hour).toISOString()
  await app.context.db.updateTable('backup_state').set({ lease_until: until }).execute()
  await make()
  expect(await files()).toEqual([])
  app.pass(hour + 1)
  await make()
  expect(await files()).toHaveLength(1)
  // Killed each time, it would never succeed: so that is told, too.
  expect(await recorded('backup.failed')).toEqual([expect.stringMatching(/^The server ended in the middle/)])
})

test.runIf(inject('postgres') === null)('a backup of a killed server is made by the next start', async () => {
  const { app, set, files, recorded } = await started()
  await set('daily', 7)
  const until = new Date(app.context.now().getTime() + hour).toISOString()
  await app.context.db.updateTable('backup_state').set({ lease_until: until }).execute()
  const stop = runScheduledBackups(app.context)
  await expect.poll(files).toHaveLength(1)
  await stop()
  expect(await recorded('backup.failed')).toEqual([expect.stringMatching(/^The server ended in the middle/)])
})

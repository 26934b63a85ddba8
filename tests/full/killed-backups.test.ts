// Scheduled backups whose server was killed in the middle of one.
import { expect, test } from 'vitest'
import { withSchedule } from '../support/backups.ts'
import { ownApps } from '../support/start.ts'

const ownApp = ownApps()
const minute = 60_000

test('a backup of an instance that was killed is made by another one once its time is over', async () => {
  const { app, set, make, files, recorded } = await withSchedule(await ownApp({ LOG_LEVEL: 'silent' }))
  await set('daily', 7)
  // As another instance leaves it that was killed at this moment.
  const claimed = { claim: 'another', attempts: 1, changed_at: app.context.now().toISOString() }
  await app.context.db.updateTable('jobs').set(claimed).where('kind', '=', 'backup').execute()
  await make()
  expect(await files()).toEqual([])
  for (let minutes = 0; minutes < 2; minutes++) {
    app.pass(minute)
    await make()
  }
  expect(await files()).toHaveLength(1)
  // Killed each time, it would never succeed: so that is told, too.
  expect(await recorded('backup.failed')).toEqual([expect.stringMatching(/^The server ended in the middle/)])
})

// Scheduled backups whose server was killed in the middle of one.
import { expect, test } from 'vitest'
import { withSchedule } from '../support/backups.ts'
import { ownApps, type Running } from '../support/start.ts'

const ownApp = ownApps()
const started = async () => withSchedule(await ownApp({ LOG_LEVEL: 'silent' }))
const minute = 60_000

/** As another instance leaves it that was killed at this moment. */
async function claimed({ context }: Running): Promise<void> {
  const changed_at = context.now().toISOString()
  await context.db
    .updateTable('jobs')
    .set({ claim: 'another', attempts: 1, changed_at })
    .where('kind', '=', 'backup')
    .execute()
}

test('a backup of an instance that was killed is made by another one once its time is over', async () => {
  const { app, set, make, files, recorded } = await started()
  await set('daily', 7)
  await claimed(app)
  await make()
  expect(await files()).toEqual([])
  app.pass(minute)
  await make()
  app.pass(minute)
  await make()
  expect(await files()).toHaveLength(1)
  // Killed each time, it would never succeed: so that is told, too.
  expect(await recorded('backup.failed')).toEqual([expect.stringMatching(/^The server ended in the middle/)])
})

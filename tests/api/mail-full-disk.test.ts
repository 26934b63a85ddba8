// The outbox while nothing can be written: a disk that is full may have the log, too.
import { type KyselyPlugin, OperationNodeTransformer } from 'kysely'
import { expect, test } from 'vitest'
import { queueMail } from '../support/email-calls.ts'
import { captureLog } from '../support/evidence.ts'
import { ownApps } from '../support/own-apps.ts'

const ownApp = ownApps()

/** Rejects every update while it is full, and counts these. */
function fullDisk() {
  const disk = { isFull: false, rejected: 0 }
  class Rejecting extends OperationNodeTransformer {
    protected override transformUpdateQuery(
      ...args: Parameters<OperationNodeTransformer['transformUpdateQuery']>
    ) {
      if (disk.isFull) {
        disk.rejected++
        throw Object.assign(new Error('database or disk is full'), { code: '53100' })
      }
      return super.transformUpdateQuery(...args)
    }
  }
  const rejecting = new Rejecting()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => rejecting.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
  return { disk, plugin }
}

test('emails that are due while the disk is full are tried at each poll, not in a loop, with one line a minute [R398]', async () => {
  const { disk, plugin } = fullDisk()
  const app = await ownApp({ LOG_LEVEL: 'silent' }, { wrap: (db) => db.withPlugin(plugin) })
  const log = captureLog(app)
  disk.isFull = true
  const recipients = Array.from({ length: 20 }, (_, index) => `one${index}@example.org`)
  await queueMail(app, recipients)
  await expect.poll(() => disk.rejected).toBeGreaterThan(0)
  for (let n = 0; n < 50; n++) expect((await app.send('/healthz')).status).toBe(200)
  // As many as are sent at once, and those of a poll that came during the first one.
  expect(disk.rejected).toBeLessThanOrEqual(16)
  app.context.changes.emit('outbox')
  for (let n = 0; n < 50; n++) await app.send('/healthz')
  expect(disk.rejected).toBeLessThanOrEqual(24)
  expect(log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'mail.failed')).toHaveLength(1)

  disk.isFull = false
  expect((await app.emails()).map(({ to }) => to?.[0]?.address).toSorted()).toEqual(recipients.toSorted())
})

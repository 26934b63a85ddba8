// The outbox while nothing can be written, or not all of it: a disk that is full may have the log, too.
import { type KyselyPlugin, OperationNodeTransformer, sql } from 'kysely'
import { expect, test, vi } from 'vitest'
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
      // Not for ever: where these are tried in a loop, no test would come to its end.
      if (disk.isFull && disk.rejected < 1_000) {
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

const twenty = Array.from({ length: 20 }, (_, index) => `one${index}@example.org`)

/** @returns an app whose disk is full, where emails to twenty people are due, and its log */
async function withoutSpace(slowAfter?: number) {
  const { disk, plugin } = fullDisk()
  const app = await ownApp({ LOG_LEVEL: 'silent' }, { wrap: (db) => db.withPlugin(plugin) })
  if (slowAfter !== undefined) app.context.outgoing.pace.slowAfter = slowAfter
  const log = captureLog(app)
  disk.isFull = true
  await queueMail(app, twenty)
  await expect.poll(() => disk.rejected).toBeGreaterThan(0)
  return { app, disk, failures: () => log.filter((line) => line.includes('"event":"mail.failed"')) }
}

test('emails that are due while the disk is full are tried once in a poll, with one line a minute [R398]', async () => {
  const { app, disk, failures } = await withoutSpace()
  for (let n = 0; n < 50; n++) expect((await app.send('/healthz')).status).toBe(200)
  // As many as are sent at once, and those of a poll that came during the first one.
  expect(disk.rejected).toBeLessThanOrEqual(16)
  app.context.changes.emit('outbox')
  for (let n = 0; n < 50; n++) await app.send('/healthz')
  expect(disk.rejected).toBeLessThanOrEqual(24)
  expect(failures()).toHaveLength(1)

  disk.isFull = false
  expect((await app.emails()).map(({ to }) => to?.[0]?.address).toSorted()).toEqual(twenty.toSorted())
})

// Two batches took turns: each had failed by the time the other one was begun, and nothing else of the server ran.
test('nor does the server stop responding once slots are free for others than those that fail [R398]', async () => {
  const { app, disk, failures } = await withoutSpace(0)
  expect((await app.send('/healthz')).status).toBe(200)
  expect(disk.rejected).toBeLessThanOrEqual(64)
  expect(failures()).toHaveLength(1)
})

test.each([8, 40])(
  '%s emails whose rows cannot be written keep no other from being sent [R401]',
  async (bad) => {
    const app = await ownApp({ LOG_LEVEL: 'silent' })
    const { db } = app.context
    if (app.context.config.databaseUrl) {
      await sql`create function reject() returns trigger language plpgsql as 'begin raise exception ''damaged''; end'`.execute(
        db,
      )
      await sql`create trigger damaged before update on outbox for each row
      when (new.recipient like 'bad%') execute function reject()`.execute(db)
    } else
      await sql`create trigger damaged before update on outbox when new.recipient like 'bad%'
      begin select raise(abort, 'damaged'); end`.execute(db)
    const sent = vi.spyOn(app.context.transport, 'send')
    await queueMail(
      app,
      Array.from({ length: bad }, (_, index) => `bad${index}@example.org`),
    )
    app.pass(10)
    await queueMail(app, twenty)
    await expect
      .poll(() => {
        app.context.changes.emit('outbox')
        return sent.mock.calls.map(([{ to }]) => to).toSorted()
      })
      .toEqual(twenty.toSorted())
  },
)

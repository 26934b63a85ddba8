// Instances that start while one of them upgrades the PostgreSQL of all [R210].
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { migrateWithin } from '../../server/db/migrate.ts'
import { oneInstanceAtATime, oneStartAtATime } from '../../server/db/one-instance.ts'
import { migrateToFirstVersion } from '../support/first-version.ts'
import { type InstanceGroup, instanceGroup } from '../support/instances.ts'
import { sharedFolder } from '../support/shared-storage.ts'

const postgres = inject('postgres')

async function emptyGroup(): Promise<InstanceGroup> {
  const group = await instanceGroup(postgres ?? '', { DEMO_CONTENT: 'off' }, await sharedFolder())
  onTestFinished(() => group.close())
  return group
}

/** The sessions that have an advisory lock, or wait for one, and when each began its last statement. */
async function advisoryLocks(db: Database, granted: boolean): Promise<string[]> {
  const { rows } = await sql<{ began: string }>`
    select query_start::text as began from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and granted = ${granted} and datname = current_database()`.execute(db)
  return rows.map(({ began }) => began)
}

/** A project with an image in a database of the first version. */
async function addProject(db: Database): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: the tables of the first version
  const old = db as Kysely<any>
  const item = { id: 'i', name: 'One', name_key: 'one', url: 'https://one.example/', search_text: 'one' }
  const state = { picture: 'image-40x30', status: 'published', created_at: '2026', updated_at: '2026' }
  await old
    .insertInto('items')
    .values({ ...item, ...state })
    .execute()
}

describe.runIf(postgres)('instances that start together on one PostgreSQL', () => {
  test('wait for one that upgrades it, which has its tables locked and columns renamed', async () => {
    const group = await emptyGroup()
    const { db } = group
    await migrateToFirstVersion(db)
    await addProject(db)
    const starting = await oneStartAtATime({ config: group, db }, () =>
      db.transaction().execute(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
        await migrateWithin(tx)
        const instances = group.start(2)
        const waiting = expect.poll(() => advisoryLocks(db, false), { timeout: 60_000 }).toHaveLength(2)
        await Promise.race([waiting, instances])
        return { instances }
      }),
    )
    const instances = await starting.instances
    for (const instance of instances)
      expect(instance.output().match(/"start\.waiting".*waiting up to 10 minutes/g)).toHaveLength(1)
    expect(await db.selectFrom('items').select(['name', 'image']).execute()).toEqual([
      { name: 'One', image: 'image-40x30' },
    ])
  }, 120_000)

  test('know that one which works for long is alive: its transaction is never idle for long', async () => {
    const { db } = await emptyGroup()
    const began = new Set<string>()
    await oneInstanceAtATime(
      db,
      'work',
      () =>
        expect
          .poll(async () => {
            for (const time of await advisoryLocks(db, true)) began.add(time)
            return began.size
          })
          .toBeGreaterThan(2),
      { interval: 5 },
    )
  })
})

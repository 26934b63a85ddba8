// What is written down about changed lists is deleted, or not used, once it cannot be trusted any more.
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import type { Database } from '../../server/db/connect.ts'
import { clearChanges, readChanges } from '../../server/db/list-changes.ts'
import { ownApps } from '../support/own-apps.ts'
import { seed } from '../support/seed.ts'

const ownApp = ownApps()

describe.runIf(inject('postgres'))('changes of lists', () => {
  test('that came with a dump of a server with higher numbers are deleted, and later ones are seen [R400]', async () => {
    const { context } = await ownApp()
    const { db } = context
    await sql`insert into list_changes (list, created_at, place, id, changed_in)
      select 'contacts', '2026', '', 'a', (pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000 + n)::text::xid8
      from generate_series(1, 300) as n`.execute(db)
    const known = await readChanges(db, 'contacts')
    expect((await readChanges(db, 'contacts', known.seen)).positions).toBeNull()
    await clearChanges(db)
    expect((await readChanges(db, 'contacts', known.seen)).positions).toEqual([])
    await seed(context, { messages: 1 })
    expect((await readChanges(db, 'contacts', known.seen)).positions).toHaveLength(1)
  })

  test('that are committed while others are deleted are seen by those who have not seen them', async () => {
    const { context } = await ownApp()
    const { db } = context
    await seed(context, { messages: 2 })
    await sql`insert into list_changes (list, created_at, place, id)
      select 'contacts', '2026', '', 'a' from generate_series(1, 6000)`.execute(db)
    const [first] = await db.selectFrom('contacts').select('id').execute()
    const changed = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (tx) => {
      await tx
        .deleteFrom('contacts')
        .where('id', '=', first?.id ?? '')
        .execute()
      changed.resolve()
      await mayCommit.promise
    })
    await changed.promise
    let known: Awaited<ReturnType<typeof readChanges>> | undefined
    // Between the version that says that changes were deleted, and their deletion.
    const slowAfterVersion: Database = new Proxy(db, {
      get(target, name) {
        if (name === 'transaction')
          return () => ({
            execute: async (run: Parameters<ReturnType<Database['transaction']>['execute']>[0]) => {
              const result = await target.transaction().execute(run)
              known = await readChanges(target, 'contacts')
              mayCommit.resolve()
              await slow
              return result
            },
          })
        const value = Reflect.get(target, name, target)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    await clearChanges(slowAfterVersion)
    const { positions } = await readChanges(db, 'contacts', known?.seen)
    expect(positions).toEqual([expect.objectContaining({ id: first?.id })])
  })
})

test('what began to be counted before the connection was lost is used by nobody who comes later [R397]', async () => {
  const { db, listCache } = (await ownApp()).context
  const counting = Promise.withResolvers<void>()
  const counted = Promise.withResolvers<void>()
  const read = (n: number, wait?: Promise<void>) =>
    listCache.read(
      db,
      'contacts',
      'messages',
      async () => {
        counting.resolve()
        await wait
        return { n }
      },
      () => 8,
    )
  const before = read(1, counted.promise)
  await counting.promise
  listCache.clear()
  expect(await read(2)).toEqual({ n: 2 })
  counted.resolve()
  expect(await before).toEqual({ n: 1 })
  expect(await read(3)).toEqual({ n: 2 })
})

// Lists are counted by triggers: after any change, however it was made, the counts are those of the rows.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { mergeCounts } from '../../server/db/list-counts.ts'
import { seed } from '../support/seed.ts'
import { sharedApp } from '../support/shared-app.ts'
import type { Running } from '../support/start.ts'

let app: Running

sharedApp((started) => {
  app = started
})

describe('the counts of lists', () => {
  const counts = async () => {
    const { rows } = await sql<{ list: string; rows: number }>`
      select list, sum(rows) as rows from list_counts group by list having sum(rows) <> 0 order by list`.execute(
      app.context.db,
    )
    return Object.fromEntries(rows.map(({ list, rows }) => [list, Number(rows)]))
  }
  const recounted = async () => {
    const { db } = app.context
    const names = [
      ...(await db.selectFrom('items').select('status').execute()).map(({ status }) => `items ${status}`),
      ...(
        await db
          .selectFrom('item_categories')
          .innerJoin('items', 'items.id', 'item_id')
          .select('key')
          .where('items.status', '=', 'published')
          .execute()
      ).map(({ key }) => `category ${key}`),
      ...(await db.selectFrom('contacts').select(['folder', 'replied_at', 'unread_since']).execute()).map(
        ({ folder, replied_at, unread_since }) =>
          `contacts ${folder} ${replied_at ? 'replied' : 'unreplied'}${unread_since ? ' unread' : ''}`,
      ),
    ]
    return Object.fromEntries(
      Object.entries(Object.groupBy(names, String)).map(([name, all]) => [name, all?.length]),
    )
  }

  test('are those of the rows after any change, and after one that is rolled back', async () => {
    const { db } = app.context
    const some = (table: 'items' | 'contacts', from: string) =>
      sql`from ${sql.table(table)} where id < ${from}`
    for (const change of [
      () => seed(app.context, { items: 60, messages: 40 }),
      () => db.updateTable('items').set({ status: 'published' }).where('id', '<', '8').execute(),
      () => db.updateTable('items').set({ status: 'draft' }).where('id', '>', 'c').execute(),
      () =>
        db
          .updateTable('item_categories')
          .set({ key: 'moved' })
          .where('key', '=', 'react')
          .where('position', '=', 0)
          .execute(),
      () => db.deleteFrom('item_categories').where('key', '=', 'print').execute(),
      () => db.updateTable('contacts').set({ replied_at: '2026' }).where('id', '<', '8').execute(),
      () => db.updateTable('contacts').set({ replied_at: null }).where('id', '>', 'c').execute(),
      () => db.updateTable('contacts').set({ unread_since: '2026' }).where('id', '>', 'a').execute(),
      () => db.updateTable('contacts').set({ folder: 'spam' }).where('id', '<', '9').execute(),
      () => db.updateTable('contacts').set({ folder: 'archived' }).where('id', '>', 'd').execute(),
      () => sql`delete ${some('items', '4')}`.execute(db),
      () => sql`delete ${some('contacts', '4')}`.execute(db),
      () => (app.context.config.databaseUrl ? mergeCounts(db) : Promise.resolve()),
    ]) {
      await change()
      expect(await counts()).toEqual(await recounted())
    }
    const before = await counts()
    const undo = new Error('undo')
    const work = db.transaction().execute(async (tx) => {
      await tx.deleteFrom('items').execute()
      throw undo
    })
    await expect(work).rejects.toBe(undo)
    expect(await counts()).toEqual(before)
  })
})

// Blocks of a list are counted again only where something changed; pages far down are those of the rows after any change.
import { sql } from 'kysely'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { contactsList } from '../../server/contacts/message-lists.ts'
import { newId } from '../../server/context.ts'
import { readBlocks } from '../../server/db/list-blocks.ts'
import { clearChanges } from '../../server/db/list-changes.ts'
import type { List } from '../../server/db/list-rows.ts'
import { pageOf } from '../../server/db/paged-list.ts'
import { search } from '../../server/db/search.ts'
import { itemsList, readGallery } from '../../server/projects/gallery.ts'
import { emptyTable } from '../support/empty-table.ts'
import { seed } from '../support/seed.ts'
import { sharedApp } from '../support/shared-app.ts'
import type { Running } from '../support/start.ts'

const rows = 3_500
const limit = 50

let app: Running

sharedApp((started) => {
  app = started
})
beforeEach(async () => {
  await emptyTable(app, 'items')
  await emptyTable(app, 'contacts')
  await seed(app.context, { items: rows, messages: rows })
  app.context.listCache.clear()
})

/** Every fifth page of a list and of what a search finds in it, and the same read row by row. */
async function compare(list: List, term = ''): Promise<void> {
  const { db } = app.context
  const source = sql<{ id: string; search_text: string; created_at: string }>`${list.source(true)}`
  const all = await db
    .selectFrom(source.as('row'))
    .select(['id', 'search_text'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  const ids = all.filter(({ search_text }) => search_text.includes(term)).map(({ id }) => id)
  const found = await search(app.context, list, term)
  expect(found.total).toBe(ids.length)
  for (let page = 1; (page - 1) * limit < ids.length; page += 5) {
    const part = await pageOf(found, { page, limit, sort: 'newest' })
    const read = await db
      .selectFrom(list.table)
      .select('id')
      .where(sql<boolean>`id ${part ?? sql`is null`}`)
      .execute()
    expect(read.map(({ id }) => id).toSorted()).toEqual(
      ids.slice((page - 1) * limit, page * limit).toSorted(),
    )
  }
}

const messages = () => contactsList(app.context, {})
const unreplied = () => contactsList(app.context, { folder: 'inbox', status: 'unreplied' })
const projects = () => itemsList(app.context, {})
const gallery = () => itemsList(app.context, { status: 'published' })
const ownOrder = () => itemsList(app.context, { status: 'published' }, 'place')

async function compareAll(): Promise<void> {
  await compare(messages())
  await compare(messages(), 'o')
  await compare(unreplied())
  await compare(projects())
  await compare(gallery(), 'e')
  await compare(ownOrder())
  const inCategory = await app.context.db
    .selectFrom('item_categories')
    .select('item_id')
    .where('key', '=', 'react')
    .where('status', '=', 'published')
    .orderBy('created_at', 'desc')
    .orderBy('item_id', 'desc')
    .execute()
  const wanted = { id: undefined, category: 'React', search: '', page: 9, limit }
  const { portfolios } = await readGallery(app.context, wanted)
  expect(portfolios.map(({ id }) => id)).toEqual(
    inCategory.slice(8 * limit, 9 * limit).map(({ item_id }) => item_id),
  )
}

/** Ids are hexadecimal: about one row in 64, few enough to be looked at one by one. */
const some = { from: '3a', to: '3e' }

describe('pages far down [R180]', () => {
  test('are those of the rows after any change', async () => {
    const { db } = app.context
    const items = () => db.updateTable('items').where('id', '>', some.from).where('id', '<', some.to)
    const contacts = () => db.updateTable('contacts').where('id', '>', some.from).where('id', '<', some.to)
    const published = db.selectFrom('items').select('id').where('status', '=', 'published')
    const one = published.orderBy('id').limit(1).offset(900)
    for (const change of [
      () => items().set({ status: 'draft' }).execute(),
      () => items().set({ created_at: '2020-01-01T00:00:00.000Z' }).execute(),
      () => items().set({ search_text: 'eeee' }).execute(),
      () => db.updateTable('items').set({ place: 'f' }).where('id', '=', one).execute(),
      () => db.updateTable('item_categories').set({ key: 'other' }).where('key', '=', 'print').execute(),
      () => db.deleteFrom('items').where('id', '>', 'f8').execute(),
      () => contacts().set({ folder: 'spam' }).execute(),
      () => contacts().set({ replied_at: '2026' }).where('replied_at', 'is', null).execute(),
      () => contacts().set({ search_text: 'nothing' }).execute(),
      () => db.deleteFrom('contacts').where('id', '<', '08').execute(),
      () => seed(app.context, { messages: 200 }),
      async () => {
        const removed = await db.deleteFrom('items').where('id', '>', 'e8').returningAll().execute()
        const added = removed.map((item) => ({ ...item, id: newId() }))
        const category = { position: 0, name: 'React', key: 'react' }
        await db.insertInto('items').values(added).execute()
        await db
          .insertInto('item_categories')
          .values(added.map(({ id }) => ({ ...category, item_id: id })))
          .execute()
      },
      () => db.deleteFrom('contacts').where('id', '<', '8').execute(),
    ]) {
      await change()
      await compareAll()
    }
  })

  test('are those of the rows after a block has grown to more than twice its rows', async () => {
    await compare(messages())
    const { marks } = await readBlocks(app.context, messages())
    // All of them in the first block, whatever their ids are: newer than its last row by less than the next is.
    const newer = new Date(Date.parse(marks[0]?.created_at ?? '') + 1).toISOString()
    const { db } = app.context
    const ids = Array.from({ length: 10 }, () => Array.from({ length: 200 }, newId))
    for (const part of ids) {
      await db
        .insertInto('contacts')
        .values(
          part.map((id) => ({
            ...{
              id,
              created_at: newer,
              search_text: 'o',
              replied_at: null,
              fingerprint: id,
            },
            ...{ name: 'Vera', email: 'vera@example.com', subject: null, message: 'o' },
          })),
        )
        .execute()
      await compare(messages())
    }
    const after = await readBlocks(app.context, messages())
    expect(Math.max(...after.counts)).toBeLessThanOrEqual(2_048)
    expect(after.marks.length).toBeGreaterThan(marks.length)
  })

  test('are those of the rows where these are more than one statement looks at', async () => {
    await seed(app.context, { messages: 17_500 })
    await compare(messages())
    expect((await readBlocks(app.context, messages())).marks).toHaveLength(20)
  })

  test('are those of the rows after a transaction that changed them first commits last', async () => {
    const { db, config } = app.context
    if (!config.databaseUrl) return
    await compare(messages())
    const [early, late] = (await db.selectFrom('contacts').select('id').orderBy('id').limit(2).execute()) as [
      { id: string },
      { id: string },
    ]
    const begun = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const slow = db.transaction().execute(async (tx) => {
      await tx.deleteFrom('contacts').where('id', '=', early.id).execute()
      begun.resolve()
      await mayCommit.promise
    })
    await begun.promise
    await db.deleteFrom('contacts').where('id', '=', late.id).execute()
    await compare(messages())
    mayCommit.resolve()
    await slow
    await compare(messages())
  })

  test.runIf(inject('postgres'))('are right after a failover to a copy that is behind [R397]', async () => {
    const { db } = app.context
    const listeners = sql<{
      pid: number
    }>`select pid from pg_stat_activity where datname = current_database()
        and (query like 'listen %' or query like 'select "value" from "counters"%')`
    const listening = async () => (await listeners.execute(db)).rows.map(({ pid }) => pid)
    await compareAll()
    // A server that is behind gives out the same numbers again: neither versions nor transactions say that rows are others.
    await db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await tx.updateTable('contacts').set({ created_at: '2020' }).where('id', '<', '2').execute()
    })
    const before = await listening()
    await sql`select pg_terminate_backend(pid) from unnest(${before}::int[]) as pid`.execute(db)
    await expect.poll(async () => (await listening()).some((pid) => !before.includes(pid))).toBe(true)
    await compareAll()
  })
})

describe('after a change', () => {
  test('only the blocks in which something changed are counted again', async () => {
    const { db } = app.context
    const before = await readBlocks(app.context, messages())
    const positions = db.selectFrom('contacts').select('id').orderBy('created_at', 'desc').limit(1)
    await db.deleteFrom('contacts').where('id', '=', positions.offset(1_500)).execute()
    const after = await readBlocks(app.context, messages())
    expect(after.marks).toBe(before.marks)
    expect(after.counts).toEqual(before.counts.map((count, n) => (n === 1 ? count - 1 : count)))
  })

  test('of more rows than are looked at one by one, and after the changes were deleted, all of them are', async () => {
    const { db } = app.context
    const before = await readBlocks(app.context, messages())
    await db.updateTable('contacts').set({ folder: 'archived' }).where('id', '>', 'c').execute()
    const after = await readBlocks(app.context, messages())
    expect(after.marks).not.toBe(before.marks)
    for (const folder of ['inbox', 'archived', 'inbox', 'archived', 'inbox'] as const)
      await db.updateTable('contacts').set({ folder }).where('id', '>', '8').execute()
    await clearChanges(db)
    expect(await db.selectFrom('list_changes').select('id').execute()).toEqual([])
    expect((await readBlocks(app.context, messages())).marks).not.toBe(after.marks)
    await compareAll()
  })

  test('of very many rows, the changes are deleted in statements of bounded length [R394]', async () => {
    const { db, config } = app.context
    if (!config.databaseUrl) return
    const before = await readBlocks(app.context, messages())
    await sql`insert into list_changes (list, created_at, place, id)
      select 'contacts', '2026', '', 'a' from generate_series(1, 50000)`.execute(db)
    await sql`create function check_length() returns trigger language plpgsql as $$ begin
      if (select count(*) from deleted) > 20000 then raise 'too many rows in one statement'; end if;
      return null; end $$`.execute(db)
    await sql`create trigger check_length after delete on list_changes referencing old table as deleted
      for each statement execute function check_length()`.execute(db)
    try {
      await clearChanges(db)
    } finally {
      await sql`drop function check_length cascade`.execute(db)
    }
    expect(await db.selectFrom('list_changes').select('id').execute()).toEqual([])
    await db.updateTable('contacts').set({ search_text: 'other' }).where('id', '<', '02').execute()
    expect((await readBlocks(app.context, messages())).marks).not.toBe(before.marks)
    await compare(messages())
  })
})

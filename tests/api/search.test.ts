// Search finds exactly the substrings that it always has, with every index and however much it finds.

import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { fold } from '../../contract/text.ts'
import { contactsList } from '../../server/contacts/message-lists.ts'
import { newId } from '../../server/context.ts'
import { ListCache } from '../../server/db/list-cache.ts'
import { type Found, openList, pageOf } from '../../server/db/paged-list.ts'
import { search } from '../../server/db/search.ts'
import { itemsList, readGallery } from '../../server/projects/gallery.ts'
import { emptyTable } from '../support/empty-table.ts'
import fc from '../support/properties.ts'
import { seed } from '../support/seed.ts'
import { sharedApp } from '../support/shared-app.ts'
import type { Running } from '../support/start.ts'

let app: Running

sharedApp((started) => {
  app = started
})
beforeEach(async () => {
  await emptyTable(app, 'items')
  await emptyTable(app, 'contacts')
})

/** Letters of many kinds, some of which fold into others, and what FTS5 and LIKE take for syntax. */
const letters = [...'abcABCäÄéßœİıſΣςσжЖ文字ﬁ½Å%_\\"\'*^().:- \n', '😀', 'e\u0301', '\ufffe', '\uffff', 'AND']
const text = (max: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: max }).map((list) => list.join(''))

interface Stored {
  id: string
  text: string
}

const newest = (rows: Stored[]) => rows.map(({ id }) => id)

async function store(texts: string[], addedAt: string[]): Promise<Stored[]> {
  const rows = texts.map((text, n) => ({ id: newId(), text: fold(text), created_at: addedAt[n] ?? '2026' }))
  await app.context.db
    .insertInto('contacts')
    .values(
      rows.map(({ id, text, created_at }) => ({
        ...{ id, created_at, search_text: text, replied_at: null, fingerprint: id },
        ...{ name: 'Vera', email: 'vera@example.com', subject: null, message: text },
      })),
    )
    .execute()
  return rows.toSorted((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? 1 : -1))
}

/** The ids of a page of messages, in its order. */
async function idsOf(list: Found, page: Parameters<typeof pageOf>[1]): Promise<string[]> {
  const ids = await pageOf(list, page)
  if (!ids) return []
  const direction = page.sort === 'newest' ? 'desc' : 'asc'
  const query = app.context.db.selectFrom('contacts').select('id').where(sql<boolean>`id ${ids}`)
  const rows = await query.orderBy('created_at', direction).orderBy('id', direction).execute()
  return rows.map(({ id }) => id)
}

async function found(term: string): Promise<string[]> {
  const list = await search(app.context, contactsList(app.context, {}), term)
  const ids = await idsOf(list, { page: 1, limit: 1_000, sort: 'newest' })
  expect(ids).toHaveLength(list.total)
  return ids
}

describe('any text [R21]', () => {
  test('is found by any term exactly where it contains it, newest first', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text(12), { minLength: 1, maxLength: 12 }),
        fc.array(fc.constantFrom('2024', '2025', '2026'), { minLength: 12, maxLength: 12 }),
        fc.array(text(4), { minLength: 1, maxLength: 6 }),
        async (texts, addedAt, terms) => {
          await app.context.db.deleteFrom('contacts').execute()
          const rows = await store(texts, addedAt)
          const parts = texts.map((text) => [...text].slice(1, 5).join(''))
          for (const term of [...terms, ...parts]) {
            const expected = rows.filter(({ text }) => text.includes(fold(term)))
            expect(await found(term), JSON.stringify([term, texts])).toEqual(newest(expected))
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  test('is not found by a term of which it has all trigrams, but not in one piece', async () => {
    const [one] = await store(['weather and bathers'], ['2026'])
    expect(await found('weathers')).toEqual([])
    expect(await found('weather')).toEqual([one?.id])
  })

  test('changed or removed is found as it is now', async () => {
    const [one] = await store(['first text'], ['2026'])
    const { db } = app.context
    for (const [before, after] of [
      ['first text', 'second'],
      ['second', 'the third'],
    ] as const) {
      expect(await found(before)).toEqual([one?.id])
      await db.updateTable('contacts').set({ search_text: after }).execute()
      expect([await found(before), await found(after)]).toEqual([[], [one?.id]])
    }
    await db.deleteFrom('contacts').execute()
    expect(await found('third')).toEqual([])
  })
})

describe('more rows than are read one by one', () => {
  const messages = 9_000

  test('are found, counted and paged as by reading every text', async () => {
    await seed(app.context, { messages })
    const { db } = app.context
    const rows = await db
      .selectFrom('contacts')
      .select(['id', 'search_text', 'replied_at'])
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    for (const term of ['wordpress', 'visitor899', 'o', '99', 'project 1', 'zq', 'zqx', '%', '']) {
      const expected = rows.filter(({ search_text }) => search_text.includes(term))
      for (const status of [undefined, 'replied', 'unreplied'] as const) {
        const ids = expected
          .filter(
            ({ replied_at }) => status === undefined || (replied_at !== null) === (status === 'replied'),
          )
          .map(({ id }) => id)
        const list = await search(app.context, contactsList(app.context, { status }), term)
        expect([term, status, list.total]).toEqual([term, status, ids.length])
        const last = Math.max(1, Math.ceil(ids.length / 10))
        // The 103rd begins in one block of 1,024 rows and ends in the next.
        for (const page of [1, 103, last, last + 1])
          for (const sort of ['newest', 'oldest'] as const) {
            const all = sort === 'newest' ? ids : ids.toReversed()
            expect([term, status, sort, page, await idsOf(list, { page, limit: 10, sort })]).toEqual([
              ...[term, status, sort, page],
              all.slice((page - 1) * 10, page * 10),
            ])
          }
      }
    }
  })

  test('of a category are searched and paged as by reading every row', async () => {
    await seed(app.context, { items: 9_000 })
    const rows = await app.context.db
      .selectFrom('items')
      .select(['items.id', 'search_text'])
      .innerJoin('item_categories', 'item_id', 'items.id')
      .where('key', '=', 'react')
      .where('items.status', '=', 'published')
      .orderBy('items.created_at', 'desc')
      .execute()
    for (const term of ['', 'react', 'harbour', 'e', '8999'])
      for (const page of [1, 100]) {
        const ids = rows.filter(({ search_text }) => search_text.includes(term)).map(({ id }) => id)
        const wanted = { id: undefined, category: 'React', search: term, page, limit: 12 }
        const { portfolios, totalPages } = await readGallery(app.context, wanted)
        expect(totalPages).toBe(Math.max(1, Math.ceil(ids.length / 12)))
        expect(portfolios.map(({ id }) => id)).toEqual(ids.slice((page - 1) * 12, page * 12))
      }
  })
})

describe('what was counted', () => {
  test('while rows were added is not used for pages after them', async () => {
    const { db } = app.context
    const list = contactsList(app.context, {})
    const listCache = new ListCache()
    await seed(app.context, { messages: 3_000 })
    const later = () => new Date(Date.now() + 1_000_000_000)
    let isAdded = false
    const read: ListCache['read'] = async (...call) => {
      const value = await listCache.read(...call)
      if (!isAdded) await seed({ db, now: later }, { messages: 500 })
      isAdded = true
      return value
    }
    await search({ db, listCache: Object.assign(new ListCache(), { read }) }, list, 'o')
    const all = await db
      .selectFrom('contacts')
      .select('id')
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute()
    const found = await search({ db, listCache }, list, 'o')
    expect(found.total).toBe(all.length)
    for (const page of [1, 21, 31]) {
      const ids = await idsOf(found, { page, limit: 100, sort: 'newest' })
      expect(ids).toEqual(newest(all.slice((page - 1) * 100, page * 100).map(({ id }) => ({ id, text: '' }))))
    }
  })

  test('is counted again after any change of the table', async () => {
    const { db } = app.context
    const total = async (status?: 'draft' | 'published') =>
      (await openList(app.context, itemsList(app.context, { status }))).total
    await seed(app.context, { items: 10 })
    expect([await total(), await total('draft')]).toEqual([10, 2])
    await db.updateTable('items').set({ status: 'draft' }).execute()
    expect([await total(), await total('draft')]).toEqual([10, 10])
    await db.deleteFrom('items').execute()
    expect([await total(), await total('draft')]).toEqual([0, 0])
  })

  test('is counted from what is committed', async () => {
    const { context } = app
    const total = async () => (await search(context, contactsList(context, {}), 'vera')).total
    await store(['vera'], ['2026'])
    const undo = new Error('undo')
    await expect(
      context.db.transaction().execute(async (tx) => {
        await tx.deleteFrom('contacts').execute()
        throw undo
      }),
    ).rejects.toBe(undo)
    expect(await total()).toBe(1)
    await store(['vera again'], ['2026'])
    expect(await total()).toBe(2)
  })
})

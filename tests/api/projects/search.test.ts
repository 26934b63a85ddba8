// Search finds exactly the substrings that it always has, with every index and however much it finds.

import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { searchLength } from '../../../contract/limits.ts'
import { queryText } from '../../../contract/paging.ts'
import type { ContactMessage } from '../../../contract/responses/messages.ts'
import type { Project } from '../../../contract/responses/projects.ts'
import { fold } from '../../../contract/text.ts'
import fc from '../../support/properties.ts'
import { seed } from '../../support/seed.ts'
import { sharedApp } from '../../support/start.ts'

const app = await sharedApp()
const cookie = await app.asAdmin()
beforeEach(() => app.empty('projects', 'messages'))

/** Letters of many kinds, some of which fold into others, and what FTS5 and LIKE take for syntax. */
const letters = [...'abcABCäÄéßœİıſΣςσжЖ文字ﬁ½Å%_\\"\'*^().:- \n', '😀', 'e\u0301', '\ufffe', '\uffff', 'AND']
const text = (max: number) =>
  fc.array(fc.constantFrom(...letters), { minLength: 1, maxLength: max }).map((list) => list.join(''))

async function store(texts: string[], addedAt: string[]) {
  const rows = texts.map((text, n) => ({
    id: randomUUID(),
    text: fold(text),
    created_at: addedAt[n] ?? '2026',
  }))
  await app.context.db
    .insertInto('messages')
    .values(
      rows.map(({ id, text, created_at }) => ({
        ...{ id, created_at, search_text: text, replied_at: null, fingerprint: id },
        ...{ name: 'Vera', email: 'vera@example.com', subject: null, message: text },
      })),
    )
    .execute()
  return rows.toSorted((a, b) => (`${a.created_at} ${a.id}` < `${b.created_at} ${b.id}` ? 1 : -1))
}

async function messages(query: Record<string, string>) {
  const { contacts, ...read } = (await app.json(`/contacts?${new URLSearchParams(query)}`, { cookie })).body
  return { read, ids: contacts.map(({ id }: ContactMessage) => id) }
}

async function found(term: string): Promise<string[]> {
  const { ids, read } = await messages({ search: term, limit: '100' })
  expect(ids).toHaveLength(read.total)
  return ids
}

test('any text is found by any term exactly where it contains it, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(text(12), { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom('2024', '2025', '2026'), { minLength: 12, maxLength: 12 }),
      fc.array(text(4), { minLength: 1, maxLength: 6 }),
      async (texts, addedAt, terms) => {
        await app.context.db.deleteFrom('messages').execute()
        const rows = await store(texts, addedAt)
        const parts = texts.map((text) => [...text].slice(1, 5).join(''))
        for (const term of [...terms, ...parts]) {
          const sought = fold(queryText(term, searchLength))
          const expected = rows.filter(({ text }) => text.includes(sought)).map(({ id }) => id)
          expect(await found(term), JSON.stringify([term, texts])).toEqual(expected)
        }
      },
    ),
    { numRuns: 30 },
  )
})

test('a text that was changed or removed is found as it is now, and never by trigrams that are not in one piece', async () => {
  const [one] = await store(['weather and bathers'], ['2026'])
  expect(await found('weathers')).toEqual([])
  const { db } = app.context
  for (const [before, after] of [
    ['weather', 'second'],
    ['second', 'the third'],
  ] as const) {
    expect(await found(before)).toEqual([one?.id])
    await db.updateTable('messages').set({ search_text: after }).execute()
    expect([await found(before), await found(after)]).toEqual([[], [one?.id]])
  }
  await db.deleteFrom('messages').execute()
  expect(await found('third')).toEqual([])
})

test('many rows are found, counted and paged as by reading every text', async () => {
  await seed(app.context.db, { messages: 1_500 })
  const { db } = app.context
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'search_text', 'replied_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  for (const term of ['wordpress', 'visitor899', 'o', '99', 'project 1', 'zq', 'zqx', '%', '']) {
    const expected = rows.filter(({ search_text }) => search_text.includes(term))
    for (const status of [undefined, 'replied', 'unreplied'] as const) {
      const isShown = (isReplied: boolean) => status === undefined || isReplied === (status === 'replied')
      const ids = expected.filter(({ replied_at }) => isShown(replied_at !== null)).map(({ id }) => id)
      const pages = Math.max(1, Math.ceil(ids.length / 10))
      for (const page of [1, 103, pages, pages + 1])
        for (const sort of ['newest', 'oldest'] as const) {
          const query = { search: term, page: `${page}`, sort, ...(status && { status }) }
          const { read, ids: found } = await messages(query)
          // Past the end it is the last page.
          const shown = Math.min(page, pages)
          const counted = { page: shown, totalPages: pages, total: ids.length }
          expect([term, status, sort, read]).toEqual([term, status, sort, expect.objectContaining(counted)])
          const all = sort === 'newest' ? ids : ids.toReversed()
          expect(found).toEqual(all.slice((shown - 1) * 10, shown * 10))
        }
    }
  }
})

test('many rows of a category are searched and paged as by reading every row', async () => {
  await seed(app.context.db, { projects: 1_500 })
  const rows = await app.context.db
    .selectFrom('projects')
    .select(['projects.id', 'search_text'])
    .innerJoin('project_categories', 'project_id', 'projects.id')
    .where('key', '=', 'react')
    .where('projects.status', '=', 'published')
    .orderBy('projects.created_at', 'desc')
    .execute()
  for (const term of ['', 'react', 'harbour', 'e', '1499'])
    for (const page of [1, 20]) {
      const ids = rows.filter(({ search_text }) => search_text.includes(term)).map(({ id }) => id)
      const query = new URLSearchParams({ category: 'React', search: term, page: `${page}` })
      const { portfolios, totalPages } = (await app.json(`/getportfolio/public?${query}`)).body
      expect(totalPages).toBe(Math.max(1, Math.ceil(ids.length / 12)))
      expect(portfolios.map(({ id }: Project) => id)).toEqual(ids.slice((page - 1) * 12, page * 12))
    }
})

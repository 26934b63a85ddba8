// The gallery's filters, read from any query at all. Normalised again: tests/full/normalisation.test.ts
import { expect, test } from 'vitest'
import { filtersOf, listPublic } from './portfolio.ts'

test.each([
  ['a ', '', { search: 'a', category: '' }],
  ['', ' aLL ', { search: '', category: '' }],
  ['', 'Kid’s', { search: '', category: "Kid's" }],
  ['e\u0301', 'e\u0301', { search: 'é', category: 'é' }],
  ['a\u0000b\r\nc', '', { search: 'a b c', category: '' }],
  [`${'a'.repeat(99)} b`, '', { search: 'a'.repeat(99), category: '' }],
  [`${'a'.repeat(99)}😀`, '', { search: 'a'.repeat(99), category: '' }],
])('search %j and category %j', (search, category, expected) => {
  const filters = filtersOf(new URLSearchParams({ search, category }))
  expect(filters).toEqual(expected)
  expect(listPublic.query.parse(filters)).toMatchObject(filters)
})

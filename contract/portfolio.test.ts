// The gallery's filters, read from any query at all.

import { expect, test } from 'vitest'
import fc from '../tests/support/properties.ts'
import { searchLength } from './limits.ts'
import { filtersOf, listPublic } from './portfolio.ts'

const filters = (search: string, category = '') => filtersOf(new URLSearchParams({ search, category }))

test.each([
  ['a ', '', { search: 'a', category: '' }],
  [`${' '.repeat(400)}Text`, '', { search: 'Text', category: '' }],
  ['', 'All', { search: '', category: '' }],
  ['', ' aLL ', { search: '', category: '' }],
  ['', 'Kid’s', { search: '', category: "Kid's" }],
  ['e\u0301', 'e\u0301', { search: 'é', category: 'é' }],
  ['a\u0000b\r\nc', '', { search: 'a b c', category: '' }],
  [`${'a'.repeat(99)} b`, '', { search: 'a'.repeat(99), category: '' }],
  [`${'a'.repeat(99)}😀`, '', { search: 'a'.repeat(99), category: '' }],
])('search %j and category %j', (search, category, expected) => {
  expect(filters(search, category)).toEqual(expected)
})

test('are normalised once and for all, and as the call reads them', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      ' ',
      '\u00a0',
      '\u0000',
      '\u0301',
      '’',
      '😀',
      '\ud83d',
      'All',
      'x'.repeat(searchLength - 1),
    ),
    fc.string({ unit: 'binary', maxLength: 5 }),
  )
  const text = fc.array(piece).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(text, text, (search, category) => {
      const once = filters(search, category)
      expect(filters(once.search, once.category)).toEqual(once)
      expect(once.search.length).toBeLessThanOrEqual(searchLength)
      expect(once.category.length).toBeLessThanOrEqual(searchLength)
      const query = new URLSearchParams(once)
      expect(filtersOf(new URLSearchParams(query.toString()))).toEqual(once)
      expect(listPublic.query.parse(Object.fromEntries(query))).toMatchObject(once)
    }),
    { numRuns: 50 },
  )
})

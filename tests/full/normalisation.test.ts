// Text that was normalised stays as it is when it is normalised again: as a cache key, a stored value or an account.
import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { searchLength } from '../../contract/limits.ts'
import { queryText } from '../../contract/paging.ts'
import { cleanEmail, cleanLine, cleanLines, fold, looksLikeEmail, maySignUp } from '../../contract/text.ts'
import { pageInput } from '../../server/pages/request-input.ts'
import fc, { cost } from '../support/properties.ts'

const characters = Array.from({ length: 0x11_0000 }, (_, code) => code)
  .filter((code) => code < 0xd800 || code > 0xdfff)
  .map((code) => String.fromCodePoint(code))
/** What NFC writes in another way, often with more characters: the composition exclusions among them. */
const unstable = characters.filter((character) => character.normalize('NFC') !== character)
/** Capital letters whose small letter composes with what follows although they do not. */
const capitals = ['J', 'H', 'T', 'W', 'Y', '\u03aa', '\u03ab', '\u0130', '\u212a', 'Σ']
const marks = ['\u0301', '\u0316', '\u030c', '\u0331', '\u0308', '\u0323', '\u0344', '\u0f73', '\u0345']
const jamo = ['\u1100', '\u1161', '\u11a8', '가']
const removed = ['\u0000', '\n', '\r', '\t', '\u2028', '\u200e', '\u202e', '\u2066', '\ud83d', '\ude00']
const blanks = [' ', '\u00a0', '\u3000', '\ufeff']
const others = ['a', 'é', '’', '"', 'All', '😀', '@', '.', 'ﬁ', '\u1e9b']

const piece = fc.oneof(
  fc.constantFrom(...capitals, ...jamo, ...removed, ...blanks, ...others),
  fc.constantFrom(...marks),
  fc.constantFrom(...unstable),
  fc
    .tuple(fc.constantFrom(...marks, ...unstable), fc.integer({ min: 28, max: 33 }))
    .map(([one, n]) => one.repeat(n)),
  fc.integer({ min: searchLength - 2, max: searchLength }).map((n) => 'x'.repeat(n)),
)
const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
const runs = { numRuns: 1_000 }

test.each([
  ['a line', cleanLine],
  ['lines', cleanLines],
  ['an email address', cleanEmail],
  ['text of a query', (value: string) => queryText(value, searchLength)],
])('normalised again, nothing changes in %s', (_, clean) => {
  fc.assert(
    fc.property(text, (value) => {
      const once = clean(value)
      expect(clean(once)).toBe(once)
      expect(once).toBe(once.normalize('NFC'))
      expect(once).not.toMatch(/\p{M}{31}/u)
    }),
    runs,
  )
})

test('normalised again, nothing changes in the key of a page, which is rendered from it', () => {
  fc.assert(
    fc.property(text, text, (search, category) => {
      const once = pageInput('/portfolio', `?${new URLSearchParams({ search, category })}`, false)
      const query = once?.url.slice('/portfolio'.length) ?? ''
      expect(pageInput('/portfolio', query, false)).toEqual(once)
    }),
    runs,
  )
})

test('no two domains that new accounts may have are one domain to mail systems, in any character', () => {
  const written = characters.filter((one) => !/[\p{Cn}\p{Co}\p{Ideographic}\p{Script=Hangul}]/u.test(one))
  const domains = written.map((one) => cleanEmail(`x${one}y.example.com`))
  const allowed = [...new Set(domains)].filter((one) => looksLikeEmail(`a@${one}`) && maySignUp(`a@${one}`))
  const byRead = Map.groupBy(['xy.example.com', 'x.y.example.com', ...allowed], domainToASCII)
  // Not '', which no mail system takes. The function also ends a domain at # and ?, as in a URL.
  byRead.delete('')
  byRead.delete('x')
  expect([...byRead.values()].filter((same) => new Set(same).size > 1)).toEqual([])
  expect(allowed).toEqual(expect.arrayContaining(['xüy.example.com', 'xßy.example.com', 'xжy.example.com']))
})

test('the email address of a new account has no character that nobody sees', () => {
  for (const one of '\u200d \u180e \u3164 \ufe0f \ufeff \ud800 \udc00 \ue000'.split(' '))
    for (const email of [`owner${one}@example.com`, `owner@exa${one}mple.com`])
      expect([one.charCodeAt(0).toString(16), maySignUp(email)]).toContain(false)
})

test.each([
  ['lines', cleanLines],
  ['text for search', fold],
])('a text of nothing but accents costs no more than its length: %s', (_, clean) => {
  // Two marks of different classes in the wrong order, over and over: normalisation has to sort them.
  const costOf = (count: number) => cost(() => clean(`a${'\u0301\u0316'.repeat(count / 2)}`))
  // Sixteen times as long: quadratic work would be 256 times as much.
  expect(costOf(160_000)).toBeLessThan(64 * costOf(10_000))
})

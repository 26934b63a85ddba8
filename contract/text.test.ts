// Cleaning untrusted text: what is left of it. In every character, and what it costs: tests/full/normalisation.test.ts
import { expect, test } from 'vitest'
import { cleanEmail, cleanLine, normalized } from './text.ts'

test('text of any language stays as it is', () => {
  for (const text of ['Łukasz Żółć', 'Việt Nam', 'שָׁלוֹם', 'हिन्दी', 'ภาษาไทย', 'Ζ̆', '👩🏽‍💻', 'z̀́̂'])
    expect(normalized(text)).toBe(text.normalize('NFC'))
})

test('of a pile of accents thirty are left', () => {
  expect(normalized(`x${'\u0316'.repeat(1_000)}y`)).toBe(`x${'\u0316'.repeat(30)}y`)
})

test('of marks that NFC writes as two, thirty are left', () => {
  for (const mark of ['\u0344', '\u0f73', '\ufb1d'])
    expect(normalized(mark.repeat(30)).match(/\p{M}/gu)).toHaveLength(30)
})

test('cleaned again, text stays as it is: capitals that compose once they are small, and piles of marks', () => {
  const pile = '\u0316'.repeat(30)
  for (const text of [
    'J\u030c',
    'H\u0331',
    '\u0130',
    `a${pile}\u0344`,
    '\u0f73'.repeat(31),
    ` x\u0000\n${pile} `,
  ])
    for (const clean of [cleanLine, cleanEmail]) expect(clean(clean(text))).toBe(clean(text))
})

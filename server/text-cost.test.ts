// Cleaning untrusted text: its cost, and what is left of the text.
import { expect, test } from 'vitest'
import { cleanLine, cleanLines, fold, normalized } from '../contract/text.ts'

/** Two marks of different classes in the wrong order, over and over: normalisation has to sort them. */
const marks = (count: number) => `a${'\u0301\u0316'.repeat(count / 2)}`

/** Microseconds of this thread, the best of three. */
function cost(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.threadCpuUsage()
    work()
    const { user, system } = process.threadCpuUsage(before)
    return user + system
  })
  return Math.min(...times)
}

test.each([
  ['a line', cleanLine],
  ['lines', cleanLines],
  ['text for search', fold],
])('a text of nothing but accents costs no more than its length: %s', (_, clean) => {
  // Sixteen times as long: quadratic work would be 256 times as much. Some clocks tick every 10 ms.
  const tick = 10_000
  expect(cost(() => clean(marks(160_000)))).toBeLessThan(
    64 *
      Math.max(
        cost(() => clean(marks(10_000))),
        tick,
      ),
  )
})

test('text of any language stays as it is', () => {
  for (const text of ['Łukasz Żółć', 'Việt Nam', 'שָׁלוֹם', 'हिन्दी', 'ภาษาไทย', 'Ζ̆', '👩🏽‍💻', 'z̀́̂'])
    expect(normalized(text)).toBe(text.normalize('NFC'))
})

test('of a pile of accents thirty are left', () => {
  expect(normalized(`x${'\u0316'.repeat(1_000)}y`)).toBe(`x${'\u0316'.repeat(30)}y`)
})

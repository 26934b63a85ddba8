// No text can make a regular expression of the product slow: time grows with the length, never with its square.
import { describe, expect, test } from 'vitest'
import { costOf, expressionsIn, pumpsFor, regularExpressions } from '../support/regular-expressions.ts'

/** Files whose patterns only ever see what we wrote or rendered ourselves, or a few characters. */
const notFromOutside = new Map([
  ['web/after-paint.ts', 'rendered pages, in which a < of somebody else is escaped'],
  ['web/entry.server.tsx', 'rendered pages, in which a < of somebody else is escaped'],
  ['server/brand/share-text.ts', 'trimmed names of at most 100 characters'],
])

/** Characters: the first ones show exponential growth before it never ends, the last one quadratic growth. */
const lengths = [12, 16, 20, 24, 28, 250, 2_000, 8_000, 32_000]
/** Microseconds that no linear expression needs for any of these; a quadratic one needs many times as many at the end. */
const suspicious = 3_000
/** Four times the text takes a linear expression four times as long and a quadratic one sixteen times. */
const maxGrowth = 8

/** What stands around the repeated piece: a text fails to match at its beginning, at its end, or where it stops. */
const ends = [
  ['', '\0\n'],
  ['x', '\0\n'],
  ['', ''],
] as const

/** The pump that makes it grow faster than its text, if any. */
function slowPump(pattern: RegExp): string | undefined {
  return pumpsFor(pattern).find((pump) =>
    ends.some(([start, end]) => {
      const cost = (length: number) => {
        const text = `${start}${pump.repeat(Math.ceil(length / pump.length))}${end}`
        // What is seldom slow was interrupted; what is always slow is slow.
        const once = costOf(pattern, text)
        return once < suspicious ? once : Math.min(once, costOf(pattern, text), costOf(pattern, text))
      }
      const slow = lengths.find((length) => cost(length) > suspicious)
      return slow !== undefined && (slow < 250 || cost(slow) > maxGrowth * cost(slow / 4))
    }),
  )
}

describe('regular expressions', () => {
  const found = regularExpressions()

  test('are found wherever they stand', () => {
    const source = 'export const a = [/x+/g, b.replace(/y/, f(new RegExp(c)))] as RegExp[]'
    expect(expressionsIn('x.ts', source).map(({ pattern }) => pattern)).toEqual([/x+/g, /y/, null])
    expect(found.length).toBeGreaterThan(60)
  })

  test('that are put together at run time see nothing from outside', () => {
    const dynamic = found.filter(({ pattern, file }) => !pattern && !notFromOutside.has(file))
    expect(dynamic).toEqual([])
  })

  test.each([
    /(\\(?:u[\da-f]{4}|.))?[^\s<>()[\]{}"'\\,;:=]+@[\w.-]+/g,
    /[^\s]+@[\w.-]+/g,
    /(<script[^>]* type="module"[^>]*>)([\s\S]*?)(?=<\/script>)/,
    /=+$/,
    /^a|\s+$/,
    /\s*[^\s]+-?/g,
    /<style[^>]*>([\s\S]*?)<\/style>/g,
    /^(a+)+$/,
    /^(?:a|a)*b/,
  ])('that are slow are seen to be: %s', (pattern) => {
    expect(slowPump(pattern)).toBeDefined()
  })

  const outside = found.flatMap(({ pattern, file }) =>
    pattern && !notFromOutside.has(file) ? [{ pattern, file }] : [],
  )
  for (const { pattern, file } of outside)
    test(`${pattern} of ${file}`, () => {
      expect(slowPump(pattern)).toBeUndefined()
    })
})

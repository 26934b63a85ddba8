// Colours against figures that others have published.
import { expect, test } from 'vitest'
import { contrast, fromOklch, hexOf, parseColour, type Rgb, toOklch } from './accent.ts'

const rgb = (text: string) => parseColour(text) as Rgb

test('a colour is three or six digits, with or without #, and nothing else', () => {
  expect(['#2F5FD0', '2f5fd0', '#abc', ' #000 '].map((text) => hexOf(rgb(text)))).toEqual([
    '#2f5fd0',
    '#2f5fd0',
    '#aabbcc',
    '#000000',
  ])
  for (const text of ['', '#', '#ab', '#abcd', '#2f5fd0ff', 'red', 'rgb(0,0,0)', '#2f5fd0;', '#2f5f\nd0'])
    expect(parseColour(text)).toBeNull()
})

test.each([
  // WCAG 2.2 and its techniques (G17, G18, and the greys around 4.5 on white).
  ['#000000', '#ffffff', 21],
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#ffffff', '#008000', 5.14],
])('%s on %s has a contrast of %d', (one, other, expected) => {
  expect(contrast(rgb(one), rgb(other))).toBeCloseTo(expected, 2)
  expect(contrast(rgb(other), rgb(one))).toBeCloseTo(expected, 2)
})

test('OKLCH is that of CSS Color 4, and leads back to the same colour', () => {
  const { lightness, chroma, hue } = toOklch(rgb('#ff0000'))
  expect([lightness, chroma, (hue * 180) / Math.PI]).toEqual([
    expect.closeTo(0.62796, 4),
    expect.closeTo(0.25768, 4),
    expect.closeTo(29.234, 1),
  ])
  for (const hex of ['#000000', '#ffffff', '#2f5fd0', '#00ff00', '#010203'])
    expect(hexOf(fromOklch(toOklch(rgb(hex))))).toBe(hex)
  // What sRGB does not have keeps lightness and hue.
  const reduced = toOklch(fromOklch({ lightness: 0.9, chroma: 0.3, hue: -1.68 }))
  expect(reduced.lightness).toBeCloseTo(0.9, 2)
  expect(reduced.hue).toBeCloseTo(-1.68, 1)
  expect(reduced.chroma).toBeLessThan(0.1)
})

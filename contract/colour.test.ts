// Colours against figures that others have published. Accents made of them: tests/source/accent.test.ts.
import { expect, test } from 'vitest'
import { contrast, hexOf, parseColour, type Rgb, toOklch } from './accent.ts'

const rgb = (text: string) => parseColour(text) as Rgb

test('a colour is three or six digits, with or without #, and nothing else', () => {
  const written = ['#2F5FD0', '2f5fd0', '#abc', ' #000 '].map((text) => hexOf(rgb(text)))
  expect(written).toEqual(['#2f5fd0', '#2f5fd0', '#aabbcc', '#000000'])
  for (const text of ['', '#', '#ab', '#abcd', '#2f5fd0ff', 'red', '#2f5fd0;', '#2f5f\nd0'])
    expect(parseColour(text)).toBeNull()
})

test.each([
  // WCAG 2.2 and its techniques (G17, G18, and the greys around 4.5 on white).
  ['#000000', '#ffffff', 21],
  ['#777777', '#ffffff', 4.48],
  ['#ffffff', '#008000', 5.14],
])('%s on %s has a contrast of %d', (one, other, expected) => {
  expect(contrast(rgb(one), rgb(other))).toBeCloseTo(expected, 2)
})

test('OKLCH is that of CSS Color 4', () => {
  const { lightness, chroma, hue } = toOklch(rgb('#ff0000'))
  expect(lightness).toBeCloseTo(0.62796, 4)
  expect(chroma).toBeCloseTo(0.25768, 4)
  expect((hue * 180) / Math.PI).toBeCloseTo(29.234, 1)
})

// Colours against figures that others have published.
import { describe, expect, test } from 'vitest'
import { contrast, fromOklch, hexOf, parseColour, type Rgb, toOklch } from './accent.ts'

const rgb = (text: string) => parseColour(text) as Rgb
const degrees = (angle: number) => (angle * 180) / Math.PI

describe('a colour', () => {
  test.each([
    ['#2F5FD0', '#2f5fd0'],
    ['2f5fd0', '#2f5fd0'],
    ['#abc', '#aabbcc'],
    [' #000 ', '#000000'],
  ])('written %j is %s', (text, hex) => {
    expect(hexOf(rgb(text))).toBe(hex)
  })

  test.each([
    '',
    '#',
    '#ab',
    '#abcd',
    '#abcde',
    '#2f5fd0ff',
    'red',
    'rgb(0,0,0)',
    '#2f5fd0;',
    '#2f5f\nd0',
    '#2f5fdg',
  ])('%j is none', (text) => {
    expect(parseColour(text)).toBeNull()
  })

  test.each([
    // The contrast of text in WCAG 2.2 and its techniques (G17, G18, and the greys around 4.5 on white).
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#777777', '#ffffff', 4.48],
    ['#ff0000', '#ffffff', 4],
    ['#0000ff', '#ffffff', 8.59],
    ['#ffffff', '#008000', 5.14],
  ])('%s on %s has a contrast of %d', (one, other, expected) => {
    expect(contrast(rgb(one), rgb(other))).toBeCloseTo(expected, 2)
    expect(contrast(rgb(other), rgb(one))).toBeCloseTo(expected, 2)
  })

  test.each([
    // CSS Color 4 and its tests.
    ['#ff0000', 0.62796, 0.25768, 29.234],
    ['#00ff00', 0.86644, 0.29483, 142.495],
    ['#0000ff', 0.45201, 0.31321, 264.052],
  ])('%s is oklch(%d %d %d)', (hex, lightness, chroma, hue) => {
    const found = toOklch(rgb(hex))
    expect(found.lightness).toBeCloseTo(lightness, 4)
    expect(found.chroma).toBeCloseTo(chroma, 4)
    expect((degrees(found.hue) + 360) % 360).toBeCloseTo(hue, 1)
  })

  test('comes back from OKLCH as it was, and what sRGB does not have keeps lightness and hue', () => {
    for (const hex of ['#000000', '#ffffff', '#2f5fd0', '#fab82f', '#00ff00', '#7f7f7f', '#010203'])
      expect(hexOf(fromOklch(toOklch(rgb(hex))))).toBe(hex)
    const { lightness, chroma, hue } = toOklch(fromOklch({ lightness: 0.9, chroma: 0.3, hue: -1.68 }))
    expect(lightness).toBeCloseTo(0.9, 2)
    expect(hue).toBeCloseTo(-1.68, 1)
    expect(chroma).toBeLessThan(0.1)
  })
})

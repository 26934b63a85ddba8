// The accent: what follows from it can be seen and read, whatever it is; and its colours against figures that others have published.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  accentColours,
  accentContrast,
  accentCss,
  cleanAccent,
  contrast,
  deliveredAccent,
  fromOklch,
  hexOf,
  inks,
  parseColour,
  type Rgb,
  themes,
} from '../../contract/accent.ts'

const tokens = readFileSync(join(import.meta.dirname, '../../web/tokens.css'), 'utf8')
const rgb = (text: string) => parseColour(text) as Rgb
const between = (one: string, other: string) => contrast(rgb(one), rgb(other))

/** `#rrggbb` of a custom property of the style sheet. */
function token(theme: 'light' | 'dark', name: string): string {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\(oklch\\((.*)\\), oklch\\((.*)\\)\\);`).exec(tokens) ?? []
  const [lightness, chroma, hue] = (theme === 'light' ? light : dark)?.split(' ') ?? []
  return hexOf(
    fromOklch({ lightness: Number(lightness), chroma: Number(chroma), hue: (Number(hue) * Math.PI) / 180 }),
  )
}

/** All of sRGB in steps of 51, without the delivered one. */
const colours: string[] = []
for (let red = 0; red < 256; red += 51)
  for (let green = 0; green < 256; green += 51)
    for (let blue = 0; blue < 256; blue += 51) colours.push(hexOf([red, green, blue]))

test.each(themes)('the delivered accent is that of the style sheet, in the %s theme', (theme) => {
  const { mark, soft, on } = accentColours(deliveredAccent)[theme]
  const { bg, surface, sunken, ink } = inks[theme]
  const colours = { mark, 'mark-soft': soft, 'on-mark': on, bg, surface, sunken, ink }
  for (const [name, colour] of Object.entries(colours)) expect(colour, name).toBe(token(theme, name))
})

test.each(themes)(
  'an accent of any colour leaves text with 4.5 to 1 and thin marks with 3 to 1, %s',
  (theme) => {
    const { bg, surface, sunken, ink } = inks[theme]
    const texts = ['ink', 'ink-2', 'ink-3', 'danger', 'ok'].map((name) => token(theme, name))
    for (const colour of colours) {
      const { mark, soft, line, inv, ...rest } = accentColours(colour)[theme]
      const text = Math.min(
        accentContrast({ mark, soft, line, inv, ...rest }),
        ...texts.map((other) => between(other, soft)),
      )
      expect(text, colour).toBeGreaterThanOrEqual(4.5)
      const grounds = [bg, surface, sunken]
      const marks = Math.min(between(inv, ink), ...grounds.map((ground) => between(line, ground)))
      expect(marks, colour).toBeGreaterThanOrEqual(2.99)
      const area = Math.min(...grounds.map((ground) => between(mark, ground)))
      expect(area, colour).toBeGreaterThanOrEqual(theme === 'light' ? 1.35 : 2.99)
    }
  },
)

test('an accent is three or six digits, with or without #; anything else is left as typed, and shown as the delivered one', () => {
  const typed = ['#2F5FD0', ' 2F5FD0 ', '#abc', ' red} ']
  expect(typed.map(cleanAccent)).toEqual(['#2f5fd0', '#2f5fd0', '#aabbcc', 'red}'])
  for (const text of ['', '#', 'red', '#ab', '#abcd', '#2f5fd0ff', '#2f5f\nd0', '#fff}body{display:none'])
    expect([text, accentCss(text)]).toEqual([text, accentCss(deliveredAccent)])
})

test('an accent has each of its colours in the style sheet, under the name that pages read, and nothing else', () => {
  const { light, dark } = accentColours('#12233F')
  const rules = ({ mark, on, soft, line, inv, edge }: typeof light) =>
    `--mark:${mark};--on-mark:${on};--mark-soft:${soft};--mark-line:${line};--mark-inv:${inv};--mark-edge:${edge};--swipe-mark:url()`
  const css = accentCss('#12233F')
  expect(css.replace(/url\("[^"]*"\)/g, 'url()')).toBe(
    `:root,.light{${rules(light)}}@media screen{:is(:root:has(body.dark),.dark){${rules(dark)}}}`,
  )
  const fills = [...css.matchAll(/fill='%23(\w+)'/g)].map(([, fill]) => `#${fill}`)
  expect(fills).toEqual([light.mark, dark.mark])
})

test.each([
  // WCAG 2.2 and its techniques (G17, G18, and the greys around 4.5 on white).
  ['#777777', '#ffffff', 4.48],
  ['#ffffff', '#008000', 5.14],
])('%s on %s has a contrast of %d', (one, other, expected) => {
  expect(between(one, other)).toBeCloseTo(expected, 2)
})

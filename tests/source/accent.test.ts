// The accent: what follows from it can be read, whatever it is, and what is proposed is near.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  accentColours,
  accentContrast,
  cleanAccent,
  deliveredAccent,
  isReadable,
  nearestReadable,
  shownContrast,
  textOnAccent,
  themes,
} from '../../contract/accent.ts'
import { accentCss } from '../../contract/accent-css.ts'
import { contrast, fromOklch, hexOf, parseColour, type Rgb, toOklch } from '../../contract/colour.ts'
import { grounds } from '../../web/dashboard/site-editor/seen.ts'

const rgb = (text: string) => parseColour(text) as Rgb
const tokens = readFileSync(join(import.meta.dirname, '../../web/tokens.css'), 'utf8')

/** `#rrggbb` of a custom property of the style sheet. */
function token(theme: 'light' | 'dark', name: string): string {
  const start = tokens.indexOf(theme === 'light' ? ':root,\n.light {' : ':root:has(body.dark),\n.dark {')
  const [, lightness, chroma, hue] =
    new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\);`).exec(tokens.slice(start)) ?? []
  return hexOf(
    fromOklch({ lightness: Number(lightness), chroma: Number(chroma), hue: (Number(hue) * Math.PI) / 180 }),
  )
}

/** All of sRGB, in steps of 17. */
const colours: string[] = []
for (let red = 0; red < 256; red += 17)
  for (let green = 0; green < 256; green += 17)
    for (let blue = 0; blue < 256; blue += 17) colours.push(hexOf([red, green, blue]))

describe('the delivered accent', () => {
  test.each(themes)('is that of the style sheet, in the %s theme', (theme) => {
    expect(accentColours(deliveredAccent)[theme]).toEqual({
      mark: token(theme, 'mark'),
      soft: token(theme, 'mark-soft'),
    })
    expect(textOnAccent[theme]).toBe(token(theme, 'on-mark'))
    expect(grounds[theme]).toBe(token(theme, 'bg'))
  })

  test('is drawn with the strokes of the style sheet', () => {
    const strokes = (css: string) =>
      [...css.matchAll(/--swipe-mark:\s*url\("([^"]*)"\)/g)].map(([, url = '']) =>
        decodeURIComponent(url).replace(/(\.\d*?)0+(?=\D)/g, '$1'),
      )
    expect(strokes(accentCss(deliveredAccent))).toEqual(strokes(tokens))
  })
})

describe('an accent', () => {
  test('is the same in both themes, and text on it dark', () => {
    const shades = accentColours('2F5FD0')
    expect([shades.light.mark, shades.dark.mark]).toEqual(['#2f5fd0', '#2f5fd0'])
    expect(accentContrast('#2f5fd0').light).toBeCloseTo(3.004, 3)
    expect(accentContrast('#2f5fd0').dark).toBeCloseTo(3.216, 3)
    expect([isReadable('#2f5fd0'), isReadable('#5585e8')]).toEqual([false, true])
    expect([shownContrast(4.499), shownContrast(4.5), shownContrast(21)]).toEqual(['4.4', '4.5', '21.0'])
  })

  test('that is none is left as typed, and shown as the delivered one [T81]', () => {
    expect([cleanAccent(' 2F5FD0 '), cleanAccent(' red} ')]).toEqual(['#2f5fd0', 'red}'])
    for (const text of ['', 'red', '#fff}body{display:none', '#ffffff;--ink:red', 'url(//evil.example)'])
      expect(accentCss(text)).toBe(accentCss(deliveredAccent))
  })

  test('puts nothing but colours into the style sheet [T81]', () => {
    expect(accentCss('#2F5FD0').replace(/url\("[^"]*"\)/g, 'url()')).toBe(
      '@media screen{:root,.light{--mark:#2f5fd0;--mark-soft:#e7efff;--swipe-mark:url()}:is(:root:has(body.dark),.dark){--mark:#2f5fd0;--mark-soft:#1d2638;--swipe-mark:url()}}',
    )
  })

  test.each(themes)(
    'of any colour leaves text on marked rows and the focus ring readable, %s [R301]',
    (theme) => {
      const texts = ['ink', 'ink-2', 'ink-3', 'danger', 'ok'].map((name) => rgb(token(theme, name)))
      const worst = colours.map((colour) => {
        const soft = rgb(accentColours(colour)[theme].soft)
        return Math.min(...texts.map((text) => contrast(text, soft)))
      })
      expect(Math.min(...worst)).toBeGreaterThan(4.5)
      // The line of the ring is ink; the accent is the band within it.
      for (const ground of ['bg', 'surface', 'sunken'])
        expect(contrast(rgb(token(theme, 'ink')), rgb(token(theme, ground)))).toBeGreaterThan(3)
    },
  )
})

describe('the nearest accent that can be read', () => {
  test('is the colour itself where that is enough', () => {
    for (const colour of ['#5585e8', '#ffffff', deliveredAccent]) expect(nearestReadable(colour)).toBe(colour)
  })

  test('is enough for every colour, has its hue, and is no lighter than it must be [R301]', () => {
    for (const colour of colours.filter((colour) => !isReadable(colour))) {
      const nearest = nearestReadable(colour)
      expect(isReadable(nearest), colour).toBe(true)
      const [from, to] = [toOklch(rgb(colour)), toOklch(rgb(nearest))]
      if (to.chroma > 0.03) expect(Math.cos(to.hue - from.hue), colour).toBeGreaterThan(0.99)
      const darker = hexOf(fromOklch({ ...to, lightness: to.lightness - 0.006 }))
      expect(isReadable(darker), `${colour} ${nearest}`).toBe(false)
    }
  })
})

// What is computed from a name: the numbers of the hero, and the monogram.
import { expect, test } from 'vitest'
import { site } from '../../content/site.ts'
import fc from '../../tests/support/properties.ts'
import { BrandBook } from './brand.ts'
import { Faces } from './faces.ts'
import { heroName } from './hero.ts'
import { monogram } from './monogram.ts'

const faces = new Faces()

test('the hero: names of the design get its numbers', async () => {
  const measures = async (name: string) => (await heroName(faces, name)).measures
  expect(await measures('Juno Balint')).toMatchObject({
    '--w': 4.191,
    '--n': 2.43,
    '--hang': 0.067,
    '--hang-2': 0.066,
    // The J, which on narrow screens is not in the last line.
    '--deep': 0.055,
  })
  expect(await measures('Wim Mommsen')).toMatchObject({ '--deep': 0 })
  const long = await heroName(faces, 'Bartholomew Featherstonehaugh-Cholmondeley')
  expect(long).toMatchObject({ isBrokenWide: true, isBrokenNarrow: true })
})

test('the hero: any two to sixty letters make one line or two that read as the name', async () => {
  const scripts = ['aWiłŻj-', 'ЩжІ', 'ΩΆμ', '王小', 'محمد', '김한', 'אבג', 'कमल']
  const letters = [...scripts.join(''), ' ']
  const name = fc
    .string({ unit: fc.constantFrom(...letters), minLength: 2, maxLength: 60 })
    .filter((text) => /\p{L}/u.test(text))
  await fc.assert(
    fc.asyncProperty(name, async (text) => {
      const { lines, measures } = await heroName(faces, text)
      expect(lines.length).toBeLessThanOrEqual(2)
      expect(lines.join('')).toBe(text.trim().replace(/\s+/g, ' '))
      expect(Object.values(measures).every(Number.isFinite)).toBe(true)
      expect(measures['--w']).toBeGreaterThan(0.05)
    }),
    // The second line is the first word of the name again.
    { numRuns: 60, examples: [['ल ल']] },
  )
})

const dotOf = async (brand: string) => (await monogram(faces, brand)).mark.dot

test('the monogram: the dot goes where the design says', async () => {
  const near = (x: number, y: number, radius: number) => ({
    x: expect.closeTo(x, 0),
    y: expect.closeTo(y, 0),
    radius: expect.closeTo(radius, 1),
  })
  // Over the first letter, next to an ascender, in the place of a letter's own dot, after the last letter.
  expect(await dotOf('Emma Wagner')).toEqual(near(12.81, 17.65, 3.87))
  expect(await dotOf('Bartholomew Featherstonehaugh-Cholmondeley')).toEqual(near(21.59, 11.76, 5.74))
  const { mark, ink } = await monogram(faces, 'Lou Tan')
  expect(mark.dot.y + mark.dot.radius).toBeCloseTo(ink.bottom, 1)
  expect(mark.dot.x + mark.dot.radius).toBeCloseTo(ink.right, 1)
})

test('the monogram: Hebrew initials stand from the right to the left, with a full stop at their left', async () => {
  const { mark, ink } = await monogram(faces, 'דוד בן גוריון')
  expect(mark.dot.x - mark.dot.radius).toBeCloseTo(ink.left, 1)
  expect(mark.dot.y + mark.dot.radius).toBeCloseTo(ink.bottom, 0)
  const [left, right] = [await monogram(faces, 'גוריון'), await monogram(faces, 'דוד')]
  // Path data begins with the letter that is further left.
  const shapeOf = (path = '') => path.replace(/[^A-Z]/g, '')
  expect(shapeOf(left.mark.filled[0])).not.toBe('')
  expect(shapeOf(mark.filled[0])).toBe(shapeOf(left.mark.filled[0]) + shapeOf(right.mark.filled[0]))
})

test('the monogram: initials that no face has are not drawn as empty boxes: the mark has no letters, and fills its place', async () => {
  for (const brand of ['สมชาย ใจดี', '🎉']) {
    const { mark, firstLetter, ink } = await monogram(faces, brand)
    expect(mark.filled).toEqual([])
    expect(mark.stroked.length).toBeGreaterThan(0)
    expect(firstLetter).toEqual(mark)
    expect(ink.right - ink.left).toBe(54)
  }
})

const bookOf = (brand: string, owner: string, logo: typeof site.logo) =>
  new BrandBook({ ...site.content, name: { brand, owner, logo: '' } }, logo, null)

test('the monogram: the logo is that of its own brand, and another brand has its monogram', async () => {
  const markOf = (brand: string) => bookOf(brand, 'Juno Balint', site.logo).mark()
  expect((await markOf('Juno Balint')).stroked).toEqual(site.logo?.stroked)
  expect(await markOf('Emma Wagner')).toEqual((await monogram(faces, 'Emma Wagner')).mark)
})

test('the monogram: all of it stays inside its box', async () => {
  for (const brand of ['דוד בן גוריון', 'สมชาย', 'Wim Mommsen', '王小明', 'Юля Щука']) {
    const { ink } = await monogram(faces, brand)
    expect(Math.min(...Object.values(ink)), brand).toBeGreaterThanOrEqual(2.9)
    expect(Math.max(...Object.values(ink)), brand).toBeLessThanOrEqual(57.1)
  }
})

test('a long name has an initial in narrow bars, and a firm has none', async () => {
  const name = 'Bartholomew Featherstonehaugh'
  const shortOf = async (brand: string) => (await bookOf(brand, name, null).brand()).shortName
  expect(await shortOf(name)).toBe('Bartholomew F.')
  expect(await shortOf('Featherstone & Daughters Ltd')).toBeNull()
})

// The rows of the gallery: no gap, and no card as large as a featured one.
import { expect, test } from 'vitest'
import { type CardSize, type CardSizes, cardSizes } from './card-sizes.ts'

/** One letter for each project, an F for a featured one. */
const sizesOf = (projects: string) =>
  cardSizes([...projects].map((letter) => (letter === 'F' ? { featured: true as const } : {})))
const letters = { full: 'F', half: 'h', third: 't', alone: 'a' }
const written = (sizes: CardSizes[], screen: keyof CardSizes) =>
  sizes.map((size) => letters[size[screen]]).join('')

// The first one is the order of the design.
test.each([
  ['..........', 'hhttthhttt', 'hhhhhhhhhh'],
  ['.', 'F', 'F'],
  ['.............', 'hhttthhtttttt', 'hhhhhhhhhhhha'],
  ['....F.....', 'hhhhFttthh', 'hhhhFhhhha'],
  ['.F.F..F', 'aFaFhhF', 'aFaFhhF'],
])('%s is %s, on a tablet %s', (projects, desktop, tablet) => {
  expect(written(sizesOf(projects), 'desktop')).toBe(desktop)
  expect(written(sizesOf(projects), 'tablet')).toBe(tablet)
})

/** Cards that fill a row. */
const inRow: Record<CardSize, number> = { full: 1, alone: 1, half: 2, third: 3 }

test.each(['desktop', 'tablet'] as const)(
  'on a %s no row of 1 to 13 projects has a gap, whichever are featured, and only these are large',
  (screen) => {
    for (let count = 1; count <= 13; count++)
      for (let set = 0; set < 2 ** count; set++) {
        const projects = Array.from({ length: count }, (_, at) => ((set >> at) & 1 ? 'F' : '.')).join('')
        const sizes = sizesOf(projects).map((size) => size[screen])
        expect(sizes.length, projects).toBe(count)
        for (let at = 0; at < count; ) {
          const size = sizes[at] as CardSize
          const row = sizes.slice(at, at + inRow[size])
          const isWhole = row.length === inRow[size] && row.every((one) => one === size)
          if (!isWhole) expect.fail(`${projects} has a gap: ${sizes}`)
          at += row.length
        }
        for (const [at, size] of sizes.entries())
          if (count > 1 && (size === 'full') !== (projects[at] === 'F')) expect.fail(`${projects}: ${sizes}`)
      }
  },
)

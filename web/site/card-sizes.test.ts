// The rows of the gallery with featured projects.
import { expect, test } from 'vitest'
import { cardSizes } from './card-sizes.ts'

/** One letter for each project, an F for a featured one; W and n in the result. */
const rows = (projects: string) =>
  cardSizes([...projects].map((letter) => (letter === 'F' ? { featured: true as const } : {})))
    ?.map((size) => (size === 'wide' ? 'W' : 'n'))
    .join('')

test.each([
  ['..........', undefined],
  ['', undefined],
  ['F.........', 'WWnnnWWnnn'],
  ['....F.....', 'WWWWWWnnnW'],
  ['..F..F....', 'WWWWWWnnnW'],
  ['.........F', 'WWnnnWWWWW'],
])('%s is %s', (projects, sizes) => expect(rows(projects)).toBe(sizes))

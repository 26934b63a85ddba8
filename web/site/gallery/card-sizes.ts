// How large the cards of the gallery are, so that no row has a gap: rows of two and of three alternate, a featured project has
// a row of its own, and what is left alone has its caption next to its image.
import type { Project } from '../../../contract/responses/projects.ts'

/** `full`: the whole row, a large image. `alone`: the whole row, the caption next to an image as large as a half. */
export type CardSize = 'full' | 'half' | 'third' | 'alone'

export interface CardSizes {
  desktop: CardSize
  /** Where a row holds two at most. */
  tablet: Exclude<CardSize, 'third'>
}

type Card = Pick<Project, 'featured'>

/** @returns the sizes of each project */
export function cardSizes(projects: readonly Card[]): CardSizes[] {
  const tablet = sizesIn(projects, () => 'half')
  return sizesIn(projects, rowOfTwoOrThree()).map((desktop, at) => ({
    desktop,
    tablet: tablet[at] ?? 'half',
  }))
}

/** @param rowOf the size of the cards in the next row, of so many projects from 2 on before the next featured one or the end */
function sizesIn<Size extends CardSize>(
  projects: readonly Card[],
  rowOf: (left: number) => Size,
): (Size | 'full' | 'alone')[] {
  const sizes: (Size | 'full' | 'alone')[] = []
  while (sizes.length < projects.length) {
    const rest = projects.slice(sizes.length)
    const featured = rest.findIndex((project) => project.featured)
    const left = featured === -1 ? rest.length : featured
    if (left === 0 || projects.length === 1) sizes.push('full')
    else if (left === 1) sizes.push('alone')
    else {
      const size = rowOf(left)
      sizes.push(...Array.from({ length: size === 'third' ? 3 : 2 }, () => size))
    }
  }
  return sizes
}

/** Two and three in turn, the other one where one project would be left alone. */
function rowOfTwoOrThree(): (left: number) => 'half' | 'third' {
  let count = 3
  return (left) => {
    count = 5 - count
    if (count > left || left - count === 1) count = 5 - count
    return count === 2 ? 'half' : 'third'
  }
}

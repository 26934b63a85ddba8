// Which cards of the gallery are large: rows of two wide and of three narrow ones alternate, and where a featured project
// would be narrow its row is one of two wide ones instead [R227]. So no row has a gap, and the order stays.
import type { PortfolioItem } from '../../contract/portfolio.ts'

export type CardSize = 'wide' | 'narrow'

/** @returns null where no project is featured */
export function cardSizes(projects: readonly Pick<PortfolioItem, 'featured'>[]): CardSize[] | null {
  if (!projects.some(({ featured }) => featured)) return null
  const sizes: CardSize[] = []
  for (let next: CardSize = 'wide'; sizes.length < projects.length; ) {
    const row = projects.slice(sizes.length, sizes.length + 3)
    const size: CardSize = row.some(({ featured }) => featured) ? 'wide' : next
    sizes.push(...Array.from({ length: size === 'wide' ? 2 : 3 }, () => size))
    next = size === 'wide' ? 'narrow' : 'wide'
  }
  return sizes.slice(0, projects.length)
}

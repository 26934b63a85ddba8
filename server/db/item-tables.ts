// The rows that belong to a project and are deleted with it.
import type { AboutPart, PageDevice } from '../../contract/portfolio.ts'

/** "About this project": a row only where something is filled in; an empty text where a part is not. */
export type ItemDetailsRow = { item_id: string } & Record<AboutPart, string>

/** An image beyond the cover, or one part of a screenshot of the whole page. */
export interface ItemImageRow {
  folder: string
  item_id: string
  /** The device of a screenshot, or `more` for an image of "About this project". */
  place: PageDevice | 'more'
  /** Ascending among those of one place: the parts of a screenshot from its top to its foot. */
  position: number
  alt: string
}

export interface ItemCategoryRow {
  item_id: string
  position: number
  name: string
  /** Lower-cased, straight quotes. */
  key: string
}

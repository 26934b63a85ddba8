// The rows that belong to a project and are deleted with it.
import type { AboutPart } from '../../contract/about.ts'

/** "About this project": a row only where something is filled in; an empty text where a part is not. */
export type ItemDetailsRow = { item_id: string } & Record<AboutPart, string>

// The rows that triggers write about lists (docs/decisions/0020).

/** How many rows a list has; where it has several of these, they are added up. */
export interface ListCountRow {
  /** `items published`, `items draft`, `contacts replied`, `contacts unreplied`, or `category` and its key. */
  list: string
  rows: number
}

/** Raised with each change of what the lists of a table are filtered, sorted and searched by. */
export interface ListVersionRow {
  list: 'items' | 'contacts'
  version: number
}

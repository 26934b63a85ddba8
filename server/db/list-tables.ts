// The rows that triggers write for lists, or a part of which they write (docs/decisions/0020).

export interface ItemCategoryRow {
  item_id: string
  position: number
  name: string
  /** Lower-cased, straight quotes. */
  key: string
  /** Those of its item, for an index of the category in the order of the gallery. */
  status: 'draft' | 'published'
  created_at: string
  place: string | null
}

/** How many rows a list has; where it has several of these, they are added up. */
export interface ListCountRow {
  /** `items published`, `items draft`, `category` and its key, or `contacts`, a folder, `replied` or `unreplied`, and ` unread` (0020-inbox.ts). */
  list: string
  rows: number
}

/** Raised with each change of what the lists of a table are filtered, sorted and searched by. */
export interface ListVersionRow {
  list: 'items' | 'contacts'
  version: number
}

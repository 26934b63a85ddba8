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

/** Where a row stood before or after a change; a number or a transaction says when (0029-list-changes.ts). */
export interface ListChangeRow {
  list: 'items' | 'contacts'
  created_at: string
  /** That in the order of the owner, also of a project that was never moved; empty for messages. */
  place: string
  id: string
}

/** Raised with each change of what the lists of a table are filtered, sorted and searched by; `cleared` when changes are deleted. */
export interface ListVersionRow {
  list: 'items' | 'contacts' | 'cleared'
  version: number
}

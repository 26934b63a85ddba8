// Search in lists: rows store a folded text next to the displayed one.
import { sql } from 'kysely'
import { fold } from '../../contract/text.ts'

/** A folded substring, with % _ and \ as plain characters [R21]. */
export function contains(column: 'items.search_text' | 'contacts.search_text', search: string) {
  const pattern = `%${fold(search).replace(/[\\%_]/g, '\\$&')}%`
  return sql<boolean>`${sql.ref(column)} like ${pattern} escape '\\'`
}

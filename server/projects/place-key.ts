// By what the owner's order sorts, as SQL. The migration 0028-own-order-keys creates indexes of the same expressions: SQLite and
// PostgreSQL use them only for exactly these.
import { type RawBuilder, sql } from 'kysely'

const ids = { items: 'id', item_categories: 'item_id' } as const
/** What ISO 8601 has between the digits. */
const signs = ['-', 'T', ':', '.', 'Z']

/** The place of a project, also of one that was never moved: `firstPlace` of places.ts in SQL. No two projects have the same. */
export function placeOf(table: keyof typeof ids): RawBuilder<string> {
  const column = (name: string) => `${table}.${name}`
  const digits = signs.reduce((text, sign) => `replace(${text}, '${sign}', '')`, column('created_at'))
  return sql.raw<string>(`coalesce(${column('place')}, ${digits} || ${column(ids[table])})`)
}

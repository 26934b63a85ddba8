// By what the owner's order sorts, as SQL. The initial migration creates indexes of the same expressions: SQLite and
// PostgreSQL use them only for exactly these.
import { type RawBuilder, sql } from 'kysely'
import type { ItemRow } from '../db/tables.ts'

const ids = { items: 'id', item_categories: 'item_id' } as const
/** What ISO 8601 has between the digits. */
const signs = ['-', 'T', ':', '.', 'Z']

/** The place of a project, before the first move its time and its id. No two projects have the same. */
export function placeOf(table: keyof typeof ids): RawBuilder<string> {
  const column = (name: string) => `${table}.${name}`
  const digits = signs.reduce((text, sign) => `replace(${text}, '${sign}', '')`, column('created_at'))
  return sql.raw<string>(`coalesce(${column('place')}, ${digits} || ${column(ids[table])})`)
}

/** The same for a row. */
export function placeIn({ place, created_at, id }: Pick<ItemRow, 'place' | 'created_at' | 'id'>): string {
  return place ?? created_at.replace(/\D/g, '') + id
}

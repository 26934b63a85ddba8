// What the owner tells of a project beyond its name; a row only where something is filled in.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_details')
    .addColumn('item_id', 'text', (column) => column.primaryKey().references('items.id').onDelete('cascade'))
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('year', 'text', (column) => column.notNull())
    .addColumn('client', 'text', (column) => column.notNull())
    .addColumn('tools', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .execute()
}

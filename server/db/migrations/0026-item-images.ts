// Images of a project beyond its cover: screenshots of its whole page in parts, and those of "About this project".
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('item_images')
    .addColumn('folder', 'text', (column) => column.primaryKey())
    .addColumn('item_id', 'text', (column) => column.notNull().references('items.id').onDelete('cascade'))
    .addColumn('place', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('alt', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('item_images_order')
    .on('item_images')
    .columns(['item_id', 'place', 'position'])
    .execute()
}

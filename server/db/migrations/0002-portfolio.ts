// Portfolio items and their categories.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('items')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull().unique())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('picture', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  // The two orders in which lists are read: public (status first) and in the dashboard.
  await db.schema
    .createIndex('items_status_created')
    .on('items')
    .columns(['status', 'created_at', 'id'])
    .execute()
  await db.schema.createIndex('items_created').on('items').columns(['created_at', 'id']).execute()
  await db.schema
    .createTable('item_categories')
    .addColumn('item_id', 'text', (column) => column.notNull().references('items.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('item_categories_pk', ['item_id', 'key'])
    .execute()
  await db.schema
    .createIndex('item_categories_key')
    .on('item_categories')
    .columns(['key', 'item_id'])
    .execute()
}

// Links that show one project to a client.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('client_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('item_id', 'text', (column) => column.notNull().references('items.id').onDelete('cascade'))
    .addColumn('name', 'text')
    .addColumn('passphrase_hash', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('opens', 'integer', (column) => column.notNull())
    .addColumn('last_opened_at', 'text')
    .execute()
  await db.schema.createIndex('client_links_item').on('client_links').column('item_id').execute()
}

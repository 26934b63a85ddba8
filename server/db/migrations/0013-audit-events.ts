// The audit trail: who did what, when and from where.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('audit_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('user_id', 'text')
    .addColumn('user_email', 'text')
    .addColumn('target_id', 'text')
    .addColumn('target_name', 'text')
    .addColumn('detail', 'text')
    .addColumn('ip', 'text')
    .addColumn('count', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('fold_key', 'text', (column) => column.unique())
    .addColumn('search_text', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('last_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('audit_events_order').on('audit_events').columns(['created_at', 'id']).execute()
}

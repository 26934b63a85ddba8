// For the dashboard's home: when the mail server last accepted an email, and the daily counts of visits.
import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('mail_state')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('sent_at', 'text')
    .execute()
  await sql`insert into mail_state (id) values ('outbox')`.execute(db)
  const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
  await db.schema
    .createTable('daily_counts')
    .addColumn('day', 'text', (column) => column.notNull())
    // No foreign key: what was counted stays in the totals when a project is deleted.
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('views', 'integer', count)
    .addColumn('opens', 'integer', count)
    .addColumn('clicks', 'integer', count)
    .addPrimaryKeyConstraint('daily_counts_pk', ['day', 'item_id'])
    .execute()
}

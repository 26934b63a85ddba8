// What the server found out about the sites of projects, and when it looks again. It is in no backup.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('preview_checks')
    .addColumn('item_id', 'text', (column) => column.primaryKey().references('items.id').onDelete('cascade'))
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('detail', 'text')
    .addColumn('checked_at', 'text')
    .addColumn('dead_since', 'text')
    .addColumn('told_at', 'text')
    .addColumn('due_at', 'text')
    .addColumn('lease_until', 'text')
    .execute()
  await sql`
    insert into preview_checks (item_id, url, state, due_at)
    select id, url, case when url like '/%' then 'allowed' else 'unchecked' end,
      case when url like '/%' then null else '' end
    from items`.execute(db)
  await db.schema.createIndex('preview_checks_due').on('preview_checks').column('due_at').execute()
  await sql`create index preview_checks_dead on preview_checks (dead_since) where dead_since is not null`.execute(
    db,
  )
}

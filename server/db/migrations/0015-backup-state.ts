// What became of the scheduled backups, and which instance makes one now. It is in no backup itself.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('backup_state')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('due_at', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('made_at', 'text')
    .addColumn('bytes', 'bigint')
    .addColumn('took_ms', 'integer')
    .addColumn('failed_at', 'text')
    .addColumn('failure', 'text')
    .addColumn('failures', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`insert into backup_state (id) values ('scheduled')`.execute(db)
}

// Email addresses of people who were admins until lately: they go on hearing of what happens to the admins.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('former_admins')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('ended_at', 'text', (column) => column.notNull())
    .execute()
}

// Uploaded images of the site, and the index for the covers of featured projects on Home.
import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_images')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute()
  await sql`create index items_featured on items (status, created_at, id) where featured_at is not null`.execute(
    db,
  )
}

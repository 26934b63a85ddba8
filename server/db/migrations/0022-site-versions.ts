// The published versions of the site's content. Without a row the content is that of the files in content/.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('site_versions')
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('changed', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('published_at', 'text', (column) => column.notNull())
    .execute()
}

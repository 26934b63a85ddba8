// What a project's preview shows: 'live' is the site in a frame, 'image' always the project's image.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('items')
    .addColumn('preview', 'text', (column) => column.notNull().defaultTo('live'))
    .execute()
}

// What stays in view where a project's image is cropped, in percent of its width and height: the top, until set.
import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('items')
    .addColumn('focal_x', 'integer', (column) => column.notNull().defaultTo(50))
    .execute()
  await db.schema
    .alterTable('items')
    .addColumn('focal_y', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}

// The cleanup job of share images.
import type { AppContext } from '../context.ts'

/** Removes share images whose project is not published. They can be drawn again, so even a wrong database does no harm. */
export async function cleanUpShareImages({
  db,
  shareImageFiles,
}: Pick<AppContext, 'db' | 'shareImageFiles'>): Promise<void> {
  const projects = await shareImageFiles.projects()
  const rows = await db.selectFrom('items').select('id').where('status', '=', 'published').execute()
  const published = new Set(rows.map(({ id }) => id))
  await shareImageFiles.remove(projects.filter((id) => !published.has(id)))
}

// Empties a table between two tests.
import { withTimeLimit } from '../../server/db/time-limit.ts'
import type { Running } from './start.ts'

/** Thousands of rows take PostgreSQL on a busy machine longer than a request may wait. */
export async function emptyTable(
  { context }: Running,
  table: 'items' | 'contacts' | 'spam_marks',
): Promise<void> {
  await withTimeLimit(60_000, () => context.db.deleteFrom(table).execute())
}

// Runs the cleanup jobs as if their hour had come.
import type { AppContext } from '../../server/context.ts'
import { runDue } from '../../server/jobs/runner.ts'

export async function cleanUp(context: AppContext): Promise<void> {
  await context.db.updateTable('jobs').set({ due_at: '' }).where('queue', '=', 'cleanup').execute()
  await runDue(context, 'cleanup')
}

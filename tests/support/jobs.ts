// Jobs, run when a test wants them.
import type { AppContext } from '../../server/context.ts'
import { addRecurring, failInterrupted } from '../../server/jobs/rows.ts'
import { startDue } from '../../server/jobs/runner.ts'

/** Runs what is due in one queue until nothing is. */
export async function runDue(context: AppContext, queue: string): Promise<void> {
  if (context.jobs.stop.signal.aborted) context.jobs.stop = new AbortController()
  await addRecurring(context)
  for (;;) {
    await failInterrupted(context, false)
    await startDue(context, queue)
    const running = context.jobs.runningIn(queue)
    if (running.length === 0) return
    await Promise.all(running.map(({ outcome }) => outcome))
  }
}

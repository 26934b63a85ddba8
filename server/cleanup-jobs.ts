// Cleanup jobs: remove ended sessions, expired tokens, old attempts, images without a row, half-written files.

import { dropExpired } from './accounts/one-time-tokens.ts'
import { dropFormerAdmins, dropOldSignInIps } from './accounts/owner-notifications.ts'
import { dropExpiredSessions } from './accounts/sessions.ts'
import { dropOldEvents } from './audit/events.ts'
import { type AppContext, iso } from './context.ts'
import { imageNames } from './image-names.ts'
import { cleanUpImages, cleanUpShareImages, dropLeftovers } from './images/cleanup.ts'

/** Milliseconds. */
const hour = 60 * 60_000
/** Growing waits count the attempts of a day [R13]; every other count ends with its window. */
const attemptsRetention = 24 * hour

export async function cleanUp(context: AppContext): Promise<void> {
  await dropExpiredSessions(context)
  await dropExpired(context, context.db)
  await dropOldSignInIps(context)
  await dropFormerAdmins(context)
  await dropOldEvents(context)
  await context.db
    .deleteFrom('attempts')
    .where('resets_at', '<', iso(context))
    .where((row) =>
      row.or([row('resets_at', '<', iso(context, -attemptsRetention)), row('key', 'not like', '%-wait:%')]),
    )
    .execute()
  await cleanUpImages(context, imageNames)
  await cleanUpShareImages(context)
  await dropLeftovers(context)
}

/** Runs the jobs now and every hour until the returned function is called. */
export function runCleanupJobs(context: AppContext): () => void {
  const run = () =>
    cleanUp(context).catch((error) =>
      context.log.error({ event: 'cleanup.failed', err: error }, 'cleanup failed'),
    )
  const timer = setInterval(run, hour)
  void run()
  return () => clearInterval(timer)
}

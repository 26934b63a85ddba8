// Cleanup jobs: remove ended sessions, expired tokens, old attempts, images without a row, half-written files, and deleted
// texts from the indexes of search.

import { dropExpired } from './accounts/one-time-tokens.ts'
import { dropFormerAdmins, dropOldSignInIps } from './accounts/owner-notifications.ts'
import { dropExpiredSessions } from './accounts/sessions.ts'
import { dropOldEvents } from './audit/events.ts'
import { cleanUpShareImages } from './brand/cleanup.ts'
import { type AppContext, iso } from './context.ts'
import { mergeCounts } from './db/list-counts.ts'
import { mergeTrigrams } from './db/trigram-indexes.ts'
import { imageNames } from './image-names.ts'
import { cleanUpImages, dropLeftovers } from './images/cleanup.ts'

/** Milliseconds. */
const hour = 60 * 60_000
const day = 24 * hour
/** Growing waits count the attempts of a day [R13]; every other count ends with its window. */
const attemptsRetention = day

export async function cleanUp(context: AppContext): Promise<void> {
  await dropExpiredSessions(context)
  await dropExpired(context, context.db)
  await dropOldSignInIps(context)
  await dropFormerAdmins(context)
  await dropOldEvents(context)
  if (context.config.databaseUrl) await mergeCounts(context.db)
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

/** Runs the jobs now and every hour, and merges trigrams once a day, until the returned function is called. */
export function runCleanupJobs(context: AppContext): () => void {
  const run = () =>
    cleanUp(context).catch((error) =>
      context.log.error({ event: 'cleanup.failed', err: error }, 'cleanup failed'),
    )
  let isStopped = false
  const merge = async () => {
    if (context.config.databaseUrl || isStopped) return
    await mergeTrigrams(context.db, () => isStopped).catch((error) =>
      context.log.error({ event: 'search.not-merged', err: error }, 'trigrams not merged'),
    )
  }
  const timers = [setInterval(run, hour), setInterval(merge, day)]
  void run().then(merge)
  return () => {
    isStopped = true
    timers.forEach(clearInterval)
  }
}

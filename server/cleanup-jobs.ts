// Cleanup jobs: remove ended sessions, expired tokens, old attempts, images of the
// site that nothing names, images without a row, and half-written files.
import { dropExpiredTokens } from './accounts/access-tokens.ts'
import { dropExpired } from './accounts/one-time-tokens.ts'
import { dropOldSignInIps } from './accounts/owner-notifications.ts'
import { dropExpiredSessions } from './accounts/sessions.ts'
import { dropOldEvents } from './audit/events.ts'
import { cleanUpShareImages } from './brand/cleanup.ts'
import { type AppContext, clockTolerance, iso } from './context.ts'
import { dropOldCounts } from './counts/stored-counts.ts'
import { tidySqlite } from './db/search.ts'
import { imageNames } from './image-names.ts'
import { cleanUpImages, dropLeftovers } from './images/cleanup.ts'
import { deleteOldMessages } from './messages/retention.ts'
import { queueSpamReport } from './messages/spam-report.ts'
import { dropExpiredLinks } from './projects/client-links.ts'
import { dropUnusedImages } from './site/images.ts'

/** Milliseconds. */
const hour = 60 * 60_000
const day = 24 * hour
/** Between two looks whether the jobs are due, where several instances may run them. */
const claimInterval = 60_000
const claimKey = 'job:cleanup'
/** Growing waits count the attempts of a day; every other count ends with its window. */
const attemptsRetention = day

export async function cleanUp(context: AppContext): Promise<void> {
  await dropExpiredSessions(context)
  await dropExpired(context, context.db)
  await dropExpiredTokens(context)
  await dropExpiredLinks(context)
  await dropOldSignInIps(context)
  await dropOldEvents(context)
  await dropOldCounts(context)
  await deleteOldMessages(context)
  await queueSpamReport(context)
  if (!context.config.databaseUrl) await tidySqlite(context.db)
  await context.db
    .deleteFrom('attempts')
    .where('resets_at', '<', iso(context))
    .where((row) =>
      row.or([row('resets_at', '<', iso(context, -attemptsRetention)), row('key', 'not like', '%-wait:%')]),
    )
    .execute()
  await dropUnusedImages(context)
  await cleanUpImages(context, imageNames)
  await cleanUpShareImages(context)
  await dropLeftovers(context)
}

/**
 * Runs the jobs now and every hour until the returned function is called. Of several
 * instances on PostgreSQL one runs them, and another one once that one has stopped.
 */
export function runCleanupJobs(context: AppContext): () => Promise<void> {
  const isShared = context.config.databaseUrl !== null
  let claimed: string | null = null
  const run = async () => {
    try {
      const until = isShared ? await claimHour(context) : null
      if (isShared && until === null) return
      claimed = until
      await cleanUp(context)
    } catch (error) {
      context.log.error({ event: 'cleanup.failed', err: error }, 'cleanup failed')
    }
  }
  const timer = setInterval(run, isShared ? claimInterval : hour)
  void run()
  return async () => {
    clearInterval(timer)
    if (claimed !== null) await release(context, claimed)
  }
}

/**
 * The row says until when nobody runs the jobs again. It is one of the attempts, which no backup has.
 * @returns that time, or null where another instance runs them or has done so within the hour
 */
async function claimHour(context: AppContext): Promise<string | null> {
  const until = iso(context, hour)
  const claimed = await context.db
    .insertInto('attempts')
    .values({ key: claimKey, count: 1, resets_at: until })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ resets_at: until })
        .where((row) =>
          row.or([
            row('attempts.resets_at', '<=', iso(context)),
            // Written by a clock that has been set back since.
            row('attempts.resets_at', '>', iso(context, hour + clockTolerance)),
          ]),
        ),
    )
    .returning('key')
    .executeTakeFirst()
  return claimed ? until : null
}

/** A stop may have ended image processing: another instance, or the next start, goes on with it. */
async function release({ db }: AppContext, until: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', claimKey).where('resets_at', '=', until).execute()
}

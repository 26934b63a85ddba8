// Cleanup jobs: remove ended sessions, expired tokens, old attempts, images of the site that nothing names, images without
// a row, and half-written files.
import { dropExpiredTokens } from './accounts/access-tokens.ts'
import { dropExpired } from './accounts/one-time-tokens.ts'
import { dropExpiredSessions } from './accounts/sessions.ts'
import { dropOldEvents } from './audit/events.ts'
import type { AppContext } from './context.ts'
import { dropOldCounts } from './counts/stored-counts.ts'
import { tidySqlite } from './db/search.ts'
import { imageNames } from './image-names.ts'
import { cleanUpImages, dropLeftovers } from './images/cleanup.ts'
import type { JobKind, JobKinds } from './jobs/kinds.ts'
import { deleteOldMessages } from './messages/retention.ts'
import { queueSpamReport } from './messages/spam-report.ts'
import { dropExpiredLinks } from './projects/client-links.ts'
import { dropUnusedImages } from './site/images.ts'
import { iso } from './time.ts'

/** Milliseconds. */
const hour = 60 * 60_000
const day = 24 * hour
/** Growing waits count the attempts of a day. */
const attemptsRetention = day

/** Each runs for itself: one that fails stops no other. */
const steps: Record<string, (context: AppContext) => Promise<unknown>> = {
  sessions: dropExpiredSessions,
  'one-time-tokens': dropExpired,
  'access-tokens': dropExpiredTokens,
  'client-links': dropExpiredLinks,
  events: dropOldEvents,
  counts: dropOldCounts,
  messages: deleteOldMessages,
  'spam-report': queueSpamReport,
  database: async ({ config, db }) => (config.databaseUrl ? undefined : tidySqlite(db)),
  attempts: dropOldAttempts,
  'site-images': dropUnusedImages,
  images: (context) => cleanUpImages(context, imageNames),
  leftovers: dropLeftovers,
}

/** Of several instances one runs each. */
export const cleanupJobs: JobKinds = Object.fromEntries(
  Object.entries(steps).map(([name, step]): [string, JobKind] => [
    `clean-up:${name}`,
    { queue: 'cleanup', every: hour, run: (context) => step(context).then(() => undefined) },
  ]),
)

async function dropOldAttempts(context: AppContext): Promise<void> {
  await context.db.deleteFrom('attempts').where('resets_at', '<', iso(context, -attemptsRetention)).execute()
}

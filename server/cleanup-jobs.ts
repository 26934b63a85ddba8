// Cleanup jobs: remove what has ended or is old enough, images that nothing names, and half-written files.
import { sql } from 'kysely'
import type { AppContext } from './context.ts'
import { dropOldCounts } from './counts/stored-counts.ts'
import { tidySqlite } from './db/search.ts'
import type { Tables } from './db/tables.ts'
import { cleanUpImages, dropLeftovers } from './images/cleanup.ts'
import { dropUnusedUploads } from './images/named-uploads.ts'
import { JobFailure, type JobKind, type JobKinds } from './jobs/jobs.ts'
import { deleteOldMessages, dropOldestSpam } from './messages/changes.ts'
import { queueSpamReport } from './messages/emails.ts'
import { day, hour, iso, minute } from './time.ts'

/** Each runs for itself: one that fails stops no other. */
const steps: Record<string, (context: AppContext) => Promise<unknown>> = {
  sessions: dropAfter('sessions', 'expires_at', 0),
  'one-time-tokens': dropAfter('one_time_tokens', 'expires_at', 0),
  // An expired one is listed for so long, so that its admin sees why a script has stopped, or a client was not let in.
  'access-tokens': dropAfter('access_tokens', 'expires_at', 30 * day),
  'client-links': dropAfter('client_links', 'expires_at', 30 * day),
  events: dropAfter('audit_events', 'created_at', 180 * day),
  // Growing waits count the attempts of a day.
  attempts: dropAfter('attempts', 'resets_at', day),
  counts: dropOldCounts,
  messages: deleteOldMessages,
  spam: dropOldestSpam,
  'spam-report': queueSpamReport,
  database: async ({ config, db }) => (config.databaseUrl ? undefined : tidySqlite(db)),
  'named-uploads': dropUnusedUploads,
  images: cleanUpImages,
  leftovers: dropLeftovers,
}

/** Of several instances one runs each. */
export const cleanupJobs: JobKinds = Object.fromEntries(
  Object.entries(steps).map(([name, step]): [string, JobKind] => [
    `clean-up:${name}`,
    {
      queue: 'cleanup',
      every: hour,
      run: async (context, { due_at, attempts }) => {
        const late = context.now().getTime() - Date.parse(due_at)
        // The server was off, or the clock has jumped and may soon be set back: what is deleted now would be missing then.
        if (late > day && attempts === 1)
          throw new JobFailure('The clock may be wrong.', { pause: 10 * minute })
        await step(context)
        return undefined
      },
    },
  ]),
)

/** @param ms milliseconds after the time in the column */
function dropAfter<Table extends keyof Tables>(
  table: Table,
  column: keyof Tables[Table] & string,
  ms: number,
) {
  return (context: AppContext) =>
    context.db
      .deleteFrom<keyof Tables>(table)
      .where(sql.ref<string>(column), '<', iso(context, -ms))
      .execute()
}

// Removes what time has made worthless: ended sessions, expired tokens, old attempts, pictures without a row.
import { type AppContext, iso } from './context.ts'
import { dropExpired } from './one-time-tokens.ts'
import { sweepPictures } from './pictures.ts'
import { dropExpiredSessions } from './sessions.ts'

/** Milliseconds. */
const hour = 60 * 60_000
/** Attempts are remembered a day beyond their end, because growing waits go on from them (decision 13). */
const attemptsKept = 24 * hour

export async function sweep(context: AppContext): Promise<void> {
  await dropExpiredSessions(context)
  await dropExpired(context, context.db)
  await context.db.deleteFrom('attempts').where('resets_at', '<', iso(context, -attemptsKept)).execute()
  await sweepPictures(context)
}

/** Sweeps now and every hour until the returned function is called. */
export function runSweeps(context: AppContext): () => void {
  const run = () => sweep(context).catch((error) => context.log.error({ err: error }, 'sweep'))
  const timer = setInterval(run, hour)
  void run()
  return () => clearInterval(timer)
}

// Checks the sites of projects: when one was saved, and daily.
import { setTimeout as delay } from 'node:timers/promises'
import { Problem } from '../../contract/problem.ts'
import type { AppContext } from '../context.ts'
import { withTimeLimit } from '../db/connect.ts'
import { startPolling } from '../polling.ts'
import { type ClaimedCheck, claimDue, giveBack, noteNoNetwork, storeFinding } from './check-claims.ts'
import { emailDeadLinks } from './dead-links.ts'
import { NoNetwork } from './site-check.ts'

/** Milliseconds. */
const pollInterval = 60_000
/** For one statement. */
const statementLimit = 60_000
/** That a stop waits for the checks under way. */
const stopTimeout = 1_000
/** While this server has no way out. */
const retryAfter = 60 * 60_000
/** At once, and in a minute: a thousand projects take 17 minutes. */
const atOnce = 4
const maxInMinute = 60

/** Makes checks until the returned function is called, which gives up those under way. */
export function runPreviewChecks(context: AppContext): () => Promise<void> {
  if (!context.config.previewCheck) return async () => {}
  const stop = new AbortController()
  let [minuteBegan, made] = [Number.NEGATIVE_INFINITY, 0]
  const left = () => {
    const now = performance.now()
    if (now - minuteBegan >= pollInterval) [minuteBegan, made] = [now, 0]
    return maxInMinute - made
  }
  const end = startPolling({
    interval: pollInterval,
    subscribe: (poll) => context.changes.on('previews', poll),
    run: () =>
      withTimeLimit(statementLimit, () => checkDue(context, stop.signal, left()))
        .then((checks) => {
          made += checks
        })
        .catch((error) =>
          context.log.warn({ event: 'previews.not-checked', err: error }, 'previews not checked'),
        ),
  })
  return async () => {
    stop.abort()
    await Promise.race([end(), delay(stopTimeout, undefined, { ref: false })])
  }
}

/**
 * One run. Exported for tests.
 * @param max checks
 * @returns how many were made
 */
export async function checkDue(
  context: AppContext,
  signal: AbortSignal = new AbortController().signal,
  max = maxInMinute,
): Promise<number> {
  let failed = 0
  let made = 0
  while (made < max && !signal.aborted) {
    const due = await claimDue(context, Math.min(atOnce, max - made))
    if (due.length === 0) break
    made += due.length
    const hadNetwork = await Promise.all(due.map((row) => checkOne(context, row, signal)))
    failed += hadNetwork.filter((had) => !had).length
  }
  if (failed > 0)
    context.log.warn(
      { event: 'previews.no-network', checks: failed },
      'the sites of projects cannot be reached from here: no DNS, or no way out',
    )
  if (!signal.aborted) await emailDeadLinks(context)
  return made
}

/** @returns false where this server has no network */
async function checkOne(context: AppContext, row: ClaimedCheck, signal: AbortSignal): Promise<boolean> {
  const { siteChecker, config } = context
  try {
    const finding = await siteChecker.check(config.publicUrl, row.url, signal)
    if (signal.aborted) await giveBack(context, row)
    else await storeFinding(context, row, finding)
    return true
  } catch (error) {
    const isOwnTrouble = error instanceof NoNetwork
    if (isOwnTrouble) await noteNoNetwork(context, row)
    // Others are making all checks that may be made at once: the next run has its turn.
    await giveBack(context, row, isOwnTrouble ? retryAfter : pollInterval)
    if (isOwnTrouble || error instanceof Problem) return !isOwnTrouble
    throw error
  }
}

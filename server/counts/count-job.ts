// Stores what was counted every few seconds and when the server stops, and follows the setting.
import type { AppContext } from '../context.ts'
import { withTimeLimit } from '../db/connect.ts'
import { isCountingOn } from './counting.ts'
import { storeVisits } from './stored-counts.ts'

/** Milliseconds: what a killed server loses at most. */
const interval = 5_000
/** For one statement. */
const statementLimit = 5_000

/** Runs until the returned function is called, which stores what is left. */
export function runVisitCounts(context: AppContext): () => Promise<void> {
  const { visits, log, changes } = context
  let isLost = false
  let running: Promise<void> | null = null
  const store = () => {
    running ??= withTimeLimit(statementLimit, () => storeVisits(context))
      .then(
        () => {
          isLost = false
        },
        (error) => {
          // Once for each outage: it is tried again with what is counted until then.
          if (!isLost) log.warn({ event: 'counts.not-stored', err: error }, 'visits not stored')
          isLost = true
        },
      )
      .finally(() => {
        running = null
      })
    return running
  }
  const follow = () => {
    isCountingOn(context).then(
      (isOn) => {
        visits.isOn = isOn
      },
      // It is read again with the next change, and before anything is stored.
      () => {},
    )
  }
  const unsubscribe = changes.on('portfolio', follow)
  const timer = setInterval(store, interval)
  follow()
  return async () => {
    clearInterval(timer)
    unsubscribe()
    await running
    await store()
  }
}

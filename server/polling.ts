// Work that is due from time to time: emails, webhooks, checks of previews, backups.

interface Polling {
  /** Milliseconds between two runs. */
  interval: number
  /** Passed what starts a run at once; returns what ends that. */
  subscribe: (poll: () => void) => () => void
  /** Must not reject. */
  run: (poll: () => void) => Promise<unknown>
}

/**
 * Runs at once, at each interval, and whenever `poll` is called; one run at a time. A poll during a run starts another one
 * after it, because that run may have read the rows before.
 * @returns starts no more runs, and resolves once the last one has ended
 */
export function startPolling({ interval, subscribe, run }: Polling): () => Promise<void> {
  let running: Promise<void> | null = null
  let isWanted = false
  let isStopped = false
  const poll = () => {
    if (isStopped) return
    isWanted = running !== null
    running ??= run(poll).then(() => {
      running = null
      if (isWanted) poll()
    })
  }
  const timer = setInterval(poll, interval)
  const unsubscribe = subscribe(poll)
  poll()
  return async () => {
    isStopped = true
    clearInterval(timer)
    unsubscribe()
    await running
  }
}

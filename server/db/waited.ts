// Waits for a response of the database, and not longer than a request may.
import type { TimeLimit } from './time-limit.ts'

/** Milliseconds. A wait longer than this counts against the request that waits: in all it may wait `statementLimit`. */
const longWait = 100

/** The server did not respond in time. Whether the statement took effect is unknown. */
export class DatabaseSilent extends Error {
  constructor() {
    super('the database did not respond in time')
  }
}

/**
 * Waits for the work, at most `ms` milliseconds: then `giveUp` is called. A long wait is subtracted from the time left.
 * When this process itself was busy for so long, its timers fire before it reads what has arrived: one turn of the event
 * loop later that has been read, and only then is the database silent.
 */
export async function waited<Result>(
  timeLimit: TimeLimit,
  work: Promise<Result>,
  ms: number,
  giveUp: () => void,
): Promise<Result> {
  const began = performance.now()
  let timer: NodeJS.Timeout | undefined
  let isDone = false
  const timeout = new Promise<never>((_, reject) => {
    if (ms === Number.POSITIVE_INFINITY) return
    timer = setTimeout(() => {
      setImmediate(() => {
        if (isDone) return
        giveUp()
        reject(new DatabaseSilent())
      })
    }, ms)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    isDone = true
    clearTimeout(timer)
    const took = performance.now() - began
    if (took > longWait) timeLimit.left = Math.max(timeLimit.left - took, 1)
  }
}

// A clock under which two readings in one piece of work never agree.
import type { AppContext } from '../../server/context.ts'

/** From now on each reading is a millisecond later than the one before, as it may be on any machine. */
export function tickAtEachReading(context: AppContext): void {
  const now = context.now.bind(context)
  let ticks = 0
  Object.assign(context, { now: () => new Date(now().getTime() + ticks++) })
}

// Faults in the running product, with real processes: nothing that was acknowledged is lost, and it recovers. Each prints its
// figures. They run one after the other, because they measure times.
import { test } from 'vitest'
import { NotShown } from './expectations.ts'
import { fullDisk } from './full-disk.ts'
import { kills } from './kills.ts'
import { postgresStops } from './postgres-stops.ts'

/** Each resolves with its figures in one line, and throws when something was lost. */
const faults = { kills, postgresStops, fullDisk }

test.for(Object.entries(faults))('%s', { timeout: 15 * 60_000 }, async ([name, fault], { skip }) => {
  try {
    console.log(`figures: ${name}: ${await fault()}`)
  } catch (error) {
    if (error instanceof NotShown) skip(error.message)
    throw error
  }
})

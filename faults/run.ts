// The last part of npm run test:full: injects faults into the running product, and prints what was lost and how long it
// took to recover. `node scripts/run.mjs faults/run.ts NAME` runs one; all take about 16 minutes, eleven of them for mail.
import { clock } from './clock.ts'
import { NotShown } from './expectations.ts'
import { fullDisk } from './full-disk.ts'
import { kills } from './kills.ts'
import { mailFaults } from './mail.ts'
import { migrations } from './migrations.ts'
import { postgresHangs } from './postgres-hangs.ts'
import { postgresStops } from './postgres-stops.ts'
import { restarts } from './restarts.ts'
import { secondProcess } from './second-process.ts'

/** Each resolves with its figures in one line, or prints them itself, and throws when something was lost. */
const all: Record<string, () => Promise<unknown>> = {
  kills,
  migrations,
  'postgres-stops': postgresStops,
  'postgres-hangs': postgresHangs,
  'full-disk': fullDisk,
  restarts,
  'second-process': secondProcess,
  clock,
  mail: mailFaults,
}
/** Milliseconds for one part. */
const limit = 15 * 60_000

const named = process.argv.slice(2)
const unknown = named.filter((name) => !(name in all))
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there are ${Object.keys(all).join(', ')}.`)
  process.exit(1)
}

const count = { passed: 0, failed: 0, 'not shown': 0 }
for (const [name, part] of Object.entries(all)) {
  if (named.length > 0 && !named.includes(name)) continue
  const began = performance.now()
  const { outcome, line } = await result(part)
  count[outcome]++
  const seconds = Math.round((performance.now() - began) / 1000)
  console.log(`${outcome.toUpperCase().padEnd(9)} ${name} (${seconds} s): ${line}`)
}
const notShown = count['not shown'] > 0 ? `, ${count['not shown']} not shown` : ''
console.log(`\n${count.passed} passed, ${count.failed} failed${notShown}`)
process.exit(count.failed > 0 ? 1 : 0)

async function result(part: () => Promise<unknown>) {
  let timer: NodeJS.Timeout | undefined
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not finished after ${limit / 60_000} minutes`)), limit)
  })
  try {
    const figures = await Promise.race([part(), tooLong])
    return { outcome: 'passed', line: typeof figures === 'string' ? figures : 'see above' } as const
  } catch (error) {
    const line = error instanceof Error ? error.message : String(error)
    return { outcome: error instanceof NotShown ? 'not shown' : 'failed', line } as const
  } finally {
    clearTimeout(timer)
  }
}

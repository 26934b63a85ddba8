// PostgreSQL frozen as a whole: it accepts connections and does not respond. Requests get 503 in time.
import { setTimeout as delay } from 'node:timers/promises'
import { startServer } from '../../support/server-process.ts'
import { freshPostgres, nothingLost } from './databases.ts'
import { must, seconds } from './expectations.ts'
import { startVisitors } from './visitors.ts'

const times = 3
/** Milliseconds. */
const frozenFor = 6_000
const answerWithin = 2_000
const recoverWithin = 5_000

export async function postgresHangs(): Promise<string> {
  const database = await freshPostgres()
  const server = await startServer(database.env)
  // More than there are connections to the database.
  const visitors = startVisitors(() => `http://127.0.0.1:${server.port}`, 40)
  let slowestRecovery = 0
  try {
    for (let time = 1; time <= times; time++) {
      await visitors.until(visitors.acknowledged.size + 100)
      await database.server.freeze()
      await delay(frozenFor)
      const cached = await fetch(`${server.url}/`)
      must(cached.status === 200, `a cached page got ${cached.status}`)
      const ready = await fetch(`${server.url}/readyz`)
      must(ready.status === 503, `/readyz got ${ready.status}`)
      database.server.thaw()
      const began = performance.now()
      await visitors.until(visitors.acknowledged.size + 1)
      slowestRecovery = Math.max(slowestRecovery, performance.now() - began)
    }
    await visitors.leave()
    const { statuses } = visitors
    const unexpected = [...statuses.keys()].filter((status) => status !== 201 && status !== 503)
    must(unexpected.length === 0, `requests got ${unexpected.join(', ')}`)
    must(
      visitors.slowest() - visitors.slowestWithout() < answerWithin,
      `a response took ${seconds(visitors.slowest())}`,
    )
    must(slowestRecovery < recoverWithin, `recovery took ${seconds(slowestRecovery)}`)
    await nothingLost(database, visitors.acknowledged)
    return `frozen ${times} times for ${seconds(frozenFor)}, ${statuses.get(503) ?? 0} responses with 503, slowest response ${seconds(visitors.slowest())} (without database ${seconds(visitors.slowestWithout())}), slowest recovery ${seconds(slowestRecovery)}`
  } finally {
    database.server.thaw()
    await visitors.leave()
    await server.stop()
    await database.remove()
  }
}

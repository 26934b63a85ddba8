// PostgreSQL stopped at once and started again under load: the process goes on and recovers by itself.
import { startServer } from '../../support/server-process.ts'
import { freshPostgres, nothingLost } from './databases.ts'
import { must, seconds } from './expectations.ts'
import { startVisitors } from './visitors.ts'

const stops = 10
/** Milliseconds. */
const answerWithin = 5_000
const recoverWithin = 5_000

export async function postgresStops(): Promise<string> {
  const database = await freshPostgres()
  const server = await startServer(database.env)
  const visitors = startVisitors(() => `http://127.0.0.1:${server.port}`, 16)
  const recoveries: number[] = []
  try {
    await visitors.until(100)
    for (let stop = 1; stop <= stops; stop++) {
      await database.server.stopImmediately()
      const cached = await fetch(`${server.url}/`)
      must(cached.status === 200, `a cached page got ${cached.status} while the database was down`)
      await database.server.start()
      const began = performance.now()
      await visitors.until(visitors.acknowledged.size + 1)
      recoveries.push(performance.now() - began)
      await visitors.until(visitors.acknowledged.size + 100)
    }
    await visitors.leave()
    const { statuses, acknowledged } = visitors
    must(!statuses.has(0), `${statuses.get(0)} requests got no response`)
    const unexpected = [...statuses.keys()].filter((status) => status !== 201 && status !== 503)
    must(unexpected.length === 0, `requests got ${unexpected.join(', ')}`)
    must(!server.output().includes('process.uncaught-error'), 'there was an uncaught error')
    const slowest = Math.max(...recoveries)
    must(slowest < recoverWithin, `recovery took ${seconds(slowest)}`)
    must(
      visitors.slowest() - visitors.slowestWithout() < answerWithin,
      `a response took ${seconds(visitors.slowest())}`,
    )
    await nothingLost(database, acknowledged)
    return `${stops} stops, ${acknowledged.size} acknowledged writes, 0 lost, ${statuses.get(503) ?? 0} responses with 503, slowest response ${seconds(visitors.slowest())} (without database ${seconds(visitors.slowestWithout())}), slowest recovery ${seconds(slowest)}`
  } finally {
    await visitors.leave()
    await server.stop()
    await database.remove()
  }
}

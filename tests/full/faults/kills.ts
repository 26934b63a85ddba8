// kill -9 at random moments under write load, on both databases: every acknowledged write must be there.
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, startServer } from '../../support/server-process.ts'
import { type FreshDatabase, freshPostgres, freshSqlite, nothingLost } from './databases.ts'
import { startVisitors } from './visitors.ts'

const rounds = 50
const writes = 2_000

export async function kills(): Promise<string> {
  return [await killedOn(await freshSqlite()), await killedOn(await freshPostgres())].join('; ')
}

async function killedOn(database: FreshDatabase): Promise<string> {
  const port = await freePort()
  const env = { ...database.env, PORT: String(port) }
  const visitors = startVisitors(() => `http://127.0.0.1:${port}`, 6)
  try {
    for (let round = 1; round <= rounds; round++) {
      const server = await startServer(env)
      await visitors.until(Math.ceil((writes * round) / rounds))
      await delay(randomInt(100))
      await server.stop('SIGKILL')
    }
    await visitors.leave()
    // The next start must find the database usable.
    await (await startServer(env)).stop()
    await nothingLost(database, visitors.acknowledged)
    return `${database.name}: ${rounds} kills, ${visitors.acknowledged.size} acknowledged writes, 0 lost`
  } finally {
    await visitors.leave()
    await database.remove()
  }
}

// Two servers on one SQLite folder: the second is rejected, and a kill of the first frees the folder at once.
import { spawnServer, startServer } from '../tests/support/server-process.ts'
import { freshSqlite } from './databases.ts'
import { must, seconds } from './expectations.ts'

const times = 5

export async function secondProcess(): Promise<string> {
  const database = await freshSqlite()
  let slowest = 0
  try {
    for (let time = 1; time <= times; time++) {
      const first = await startServer(database.env)
      try {
        const began = performance.now()
        const second = await spawnServer(database.env)
        const code = await second.ended
        slowest = Math.max(slowest, performance.now() - began)
        must(code === 1, `the second ended with ${code}`)
        must(/^Cannot start: DATA_DIR .*\n$/.test(second.output()), `the second said: ${second.output()}`)
        must((await fetch(`${first.url}/readyz`)).ok, 'the first no longer responds')
      } finally {
        await first.stop('SIGKILL')
      }
    }
    return `${times} of ${times} rejected within ${seconds(slowest)}, started again after each kill`
  } finally {
    await database.remove()
  }
}

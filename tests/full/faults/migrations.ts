// Interrupted migrations on SQLite, by kill -9 during a first start.
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type SpawnedServer, spawnServer, startServer } from '../../support/server-process.ts'
import { freshSqlite } from './databases.ts'

const rounds = 20
/** Milliseconds after SQLite has made its write-ahead log; the migrations take less than this. */
const killBetween = [5, 40] as const

export async function migrations(): Promise<string> {
  for (let round = 1; round <= rounds; round++) {
    const database = await freshSqlite()
    try {
      const log = join(database.env.DATA_DIR ?? '', 'portfolio.db-wal')
      const first = await spawnServer(database.env)
      while (!existsSync(log)) await Promise.race([delay(1), ended(first)])
      await delay(randomInt(...killBetween))
      first.kill('SIGKILL')
      await first.ended
      await (await startServer(database.env)).stop()
    } finally {
      await database.remove()
    }
  }
  return `${rounds} first starts killed during their migrations, all came up afterwards`
}

async function ended(server: SpawnedServer): Promise<never> {
  throw new Error(`the server ended with ${await server.ended}: ${server.output()}`)
}

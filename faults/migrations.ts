// Migrations cut off on SQLite, by kill -9 during a first start and by a disk that fills up during an upgrade.
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { makeFirstVersion } from '../tests/support/first-version.ts'
import { type SpawnedServer, spawnServer, startServer } from '../tests/support/server-process.ts'
import { mountSmallDisk } from '../tests/support/small-disk.ts'
import { freshSqlite } from './databases.ts'
import { must, NotShown } from './expectations.ts'

const rounds = 20
/** Milliseconds after SQLite has made its write-ahead log; the migrations take less than this. */
const killBetween = [5, 40] as const
/** KiB left for the upgrade: too little, nearly enough, and more than enough. */
const rooms = [16, 64, 128, 192, 1024]
const KiB = 1024

export async function migrations(): Promise<string> {
  return [await killedFirstStarts(), await upgradesWithoutSpace()].join('; ')
}

async function killedFirstStarts(): Promise<string> {
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

async function upgradesWithoutSpace(): Promise<string> {
  let refused = 0
  for (const room of rooms) {
    const disk = await mountSmallDisk(3 * KiB * KiB)
    if (!disk) throw new NotShown('mounting a tmpfs is not permitted here')
    try {
      await makeFirstVersion(join(disk.path, 'portfolio.db'))
      const ballast = await disk.fill()
      await truncate(ballast, (await stat(ballast)).size - room * KiB)
      const env = { DATA_DIR: disk.path, DEMO_CONTENT: 'off', LOG_LEVEL: 'fatal' }
      const upgrade = await spawnServer(env)
      // With so little room it may run and not be ready.
      if (!(await comesUp(upgrade))) {
        must(/^Cannot start: [^\n]*no space left[^\n]*\n$/.test(upgrade.output()), upgrade.output())
        refused++
      }
      upgrade.kill('SIGTERM')
      await upgrade.ended
      await rm(ballast)
      await (await startServer(env)).stop()
    } finally {
      await disk.unmount()
    }
  }
  return `${rooms.length} upgrades with ${rooms[0]} to ${rooms.at(-1)} KiB left, ${refused} refused for lack of room, all came up with room again`
}

/** @returns false when it ends instead. */
async function comesUp({ url, ended }: SpawnedServer): Promise<boolean> {
  let isOver = false
  void ended.then(() => {
    isOver = true
  })
  while (!isOver) {
    if ((await fetch(`${url}/healthz`).catch(() => null))?.ok) return true
    await delay(20)
  }
  return false
}

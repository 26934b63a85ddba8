// Interrupted migrations on SQLite, by kill -9 during a first start and by a disk that fills up during an upgrade.
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
const spaces = [16, 64, 128, 192, 1024]
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
  let rejected = 0
  for (const space of spaces) {
    const disk = await mountSmallDisk(3 * KiB * KiB)
    if (!disk) throw new NotShown('mounting a tmpfs is not permitted here')
    try {
      await makeFirstVersion(join(disk.path, 'portfolio.db'))
      const ballast = await disk.fill()
      await truncate(ballast, (await stat(ballast)).size - space * KiB)
      const env = { DATA_DIR: disk.path, DEMO_CONTENT: 'off', LOG_LEVEL: 'fatal' }
      const upgrade = await spawnServer(env)
      // With so little space it may run and not be ready.
      if (!(await comesUp(upgrade))) {
        must(/^Cannot start: [^\n]*no space left[^\n]*\n$/.test(upgrade.output()), upgrade.output())
        rejected++
      }
      upgrade.kill('SIGTERM')
      await upgrade.ended
      await rm(ballast)
      await (await startServer(env)).stop()
    } finally {
      await disk.unmount()
    }
  }
  return `${spaces.length} upgrades with ${spaces[0]} to ${spaces.at(-1)} KiB left, ${rejected} rejected for lack of space, all came up with more space`
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

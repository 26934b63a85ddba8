// Kills of the product and stops of PostgreSQL under load, with real processes: nothing that was acknowledged is lost, and the
// product recovers by itself. One after the other, because they measure times.
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openPostgres, openSqlite } from '../../../server/db/connect.ts'
import { scratchFolder } from '../../support/backups.ts'
import { startPostgres } from '../../support/peers/postgres.ts'
import { call } from '../../support/request.ts'
import { freePort, startServer } from '../../support/server-process.ts'

const usual = { THROTTLE: 'off', LOG_LEVEL: 'fatal' }

async function sqlite() {
  const DATA_DIR = await scratchFolder()
  return { env: { ...usual, DATA_DIR }, open: () => openSqlite(join(DATA_DIR, 'portfolio.db')) }
}

/** With the durability that PostgreSQL has by default. */
async function postgres() {
  const { url, server } = await startPostgres(await scratchFolder())
  onTestFinished(() => server.stop())
  const DATABASE_URL = `${url}/postgres`
  const env = { ...usual, DATA_DIR: await scratchFolder(), DATABASE_URL }
  return { server, env, open: () => openPostgres(DATABASE_URL, () => {}) }
}

/** The texts of all messages. */
async function messagesIn(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('messages').select('message').execute()
  await db.destroy()
  return new Set(rows.map(({ message }) => message))
}

/** Milliseconds until a visitor without a connection retries. */
const pause = 20

/** Visitors who keep sending messages whatever happens. */
function startVisitors(url: string, count: number) {
  /** Texts of the messages that the server has acknowledged with 201. */
  const acknowledged = new Set<string>()
  /** Those that were received; 0 stands for a connection that broke or was rejected. */
  const statuses = new Set<number>()
  const slowest = { message: 0, health: 0 }
  let stay = true
  let sent = 0

  const visit = async () => {
    while (stay) {
      const message = `message ${sent++}`
      const began = performance.now()
      const json = { name: 'Visitor', email: 'visitor@example.com', subject: 'Fault', message }
      const { status } = await call(url, '/contacts', { json }).catch(() => ({ status: 0 }))
      slowest.message = Math.max(slowest.message, performance.now() - began)
      statuses.add(status)
      if (status === 201) acknowledged.add(message)
      else await delay(pause)
    }
  }
  // What a busy machine adds is seen at a response that needs no database.
  const control = async () => {
    while (stay) {
      const began = performance.now()
      await fetch(`${url}/healthz`).catch(() => {})
      slowest.health = Math.max(slowest.health, performance.now() - began)
      await delay(pause)
    }
  }
  const visits = [control(), ...Array.from({ length: count }, visit)]
  const leave = async () => {
    stay = false
    await Promise.all(visits)
  }
  onTestFinished(leave)
  return {
    acknowledged,
    statuses,
    slowest,
    /** Resolves once there are this many acknowledged messages in all. */
    async until(wanted: number) {
      while (acknowledged.size < wanted) await delay(pause)
    },
    leave,
  }
}

const long = { timeout: 15 * 60_000 }

test.for([
  ['SQLite', sqlite],
  ['PostgreSQL', postgres],
] as const)(
  'fifty kills at random moments under load lose no acknowledged write on %s',
  long,
  async ([_, fresh]) => {
    const { env, open } = await fresh()
    const port = await freePort()
    const settings = { ...env, PORT: String(port) }
    const visitors = startVisitors(`http://127.0.0.1:${port}`, 6)
    for (let round = 1; round <= 50; round++) {
      await using server = await startServer(settings)
      await visitors.until(40 * round)
      await delay(randomInt(100))
      await server.stop('SIGKILL')
    }
    await visitors.leave()
    // The next start must find the database usable.
    await (await startServer(settings)).stop()
    expect(visitors.acknowledged.difference(await messagesIn(open()))).toEqual(new Set())
  },
)

test(
  'ten stops of PostgreSQL at once are answered with 503 in time, lose nothing, and are recovered from',
  long,
  async () => {
    const { server: database, env, open } = await postgres()
    await using server = await startServer(env)
    const { acknowledged, statuses, slowest, until, leave } = startVisitors(server.url, 16)
    await until(100)
    for (let stop = 1; stop <= 10; stop++) {
      // All its processes at once, as `pg_ctl stop -m immediate` does.
      const { process: child } = database as unknown as { process: ChildProcess }
      child.kill('SIGQUIT')
      await once(child, 'exit')
      expect((await server.call('/')).status).toBe(200)
      await database.start()
      const began = performance.now()
      await until(acknowledged.size + 1)
      expect(performance.now() - began).toBeLessThan(5_000)
      await until(acknowledged.size + 100)
    }
    await leave()
    expect(statuses.difference(new Set([201, 503]))).toEqual(new Set())
    expect(slowest.message - slowest.health).toBeLessThan(5_000)
    expect(server.output()).not.toContain('process.uncaught-error')
    expect(acknowledged.difference(await messagesIn(open()))).toEqual(new Set())
  },
)

